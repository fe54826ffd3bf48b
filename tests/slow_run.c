/* slow_run.c - runs one command on one input and measures its processor time; see slow.h */
#define _DEFAULT_SOURCE
#include "slow.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const slow_command slow_commands[SLOW_COMMANDS] = {
    {"check", {"check", "--no-config", "--format", "json", "INPUT"}},
    {"fix", {"fix", "--no-config", "--dry-run", "INPUT"}},
    {"fix accept", {"fix", "--no-config", "--accept-content", "--dry-run", "INPUT"}},
    {"fix salvage", {"fix", "--no-config", "--salvage", "--dry-run", "INPUT"}},
    {"triage", {"triage", "--no-config", "-o", "OUT", "INPUT"}},
    {"reduce", {"reduce", "--keep", "RULE", "-o", "OUT", "INPUT"}},
    {"diff", {"diff", "OTHER", "INPUT", "-o", "OUT"}},
    {"find", {"find", "INPUT"}},
    {"rewrite", {"rewrite", "-o", "OUT", "INPUT"}},
    {"rewrite canonical", {"rewrite", "--canonical", "-o", "OUT", "INPUT"}},
    {"dump", {"dump", "--full", "-o", "OUT", "INPUT"}},
    {"dump gltf", {"dump", "--gltf", "-o", "OUT", "INPUT"}},
    {"hex", {"hex", "--full", "-o", "OUT", "INPUT"}},
    {"generate", {"generate", "--break", "RULE", "--seed", "1", "--size", "1Mi", "-o", "OUT"}},
    {"edit", {"edit", "INPUT", "INSERT", "SET", "-o", "OUT"}},
    {"check archive", {"check", "--no-config", "--format", "json", "ARCHIVE"}},
};

slow_facts slow_facts_of(const uint8_t *data, size_t size)
{
    slow_facts facts = {.size = size, .bytes = size};
    a3d_arena arena;
    a3d_options options = {.limits = {.unsearched = true, .wordless = true}};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    const a3d_doc *doc = result != NULL ? result->doc : NULL;
    for (size_t i = 0; doc != NULL && i < doc->n_findings; i++)
        if (facts.rule == NULL || doc->findings[i].severity == A3D_ERROR)
            facts.rule = doc->findings[i].rule->id;
    for (size_t i = 1; doc != NULL && i < doc->n_streams; i++)
        facts.bytes += doc->streams[i].packed_size > 0 ? doc->streams[i].size : 0;
    if (doc != NULL)
        slow_edits_of(doc, &facts);
    a3d_arena_free(&arena);
    return facts;
}

/* What a word of a command stands for; NULL: there is none for this input. */
static const char *word_of(const char *word, const slow_facts *facts, char paths[4][400])
{
    const struct {
        const char *name, *value;
    } words[] = {{"INPUT", paths[0]}, {"OTHER", paths[1]},       {"OUT", paths[2]},      {"ARCHIVE", paths[3]},
                 {"RULE", facts->rule}, {"INSERT", facts->insert}, {"SET", facts->set}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].name) == 0)
            return words[i].value != NULL && words[i].value[0] != '\0' ? words[i].value : NULL;
    return word;
}

slow_cost slow_run(const char *program, unsigned command, const char *folder, const slow_facts *facts)
{
    static const char *const names[4] = {"input", "other", "out", "input.zip"};
    char paths[4][400], *argv[SLOW_WORDS + 2] = {(char *)(uintptr_t)program};
    const char *out = paths[2];
    slow_cost cost = {.ran = true};
    posix_spawn_file_actions_t actions;
    pid_t child;
    struct rusage use;
    for (unsigned i = 0; i < 4; i++)
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
    for (unsigned i = 0; i < SLOW_WORDS && slow_commands[command].words[i] != NULL; i++) {
        argv[i + 1] = (char *)(uintptr_t)word_of(slow_commands[command].words[i], facts, paths);
        if (argv[i + 1] == NULL)
            return (slow_cost){.ran = false};
    }
    if (command != 4)
        unlink(out);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    cost.ran = posix_spawn(&child, program, &actions, NULL, argv, environ) == 0 &&
               wait4(child, &cost.status, 0, &use) == child;
    posix_spawn_file_actions_destroy(&actions);
    cost.status = WIFEXITED(cost.status) ? WEXITSTATUS(cost.status) : 128 + WTERMSIG(cost.status);
    cost.seconds = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                   (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
    return cost;
}

double slow_rate(const slow_cost *cost, const slow_facts *facts)
{
    double mb = (double)facts->size / 1e6;
    return cost->seconds / (mb > 1 ? mb : 1);
}
