/* explain.c - `a3dlint explain RULE`: one rule's page. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/links.h"
#include "report/page.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Where `make install` puts the corpus; a build for another prefix defines it. */
#ifndef A3D_SHARE_DIR
#define A3D_SHARE_DIR "/usr/local/share/a3dlint"
#endif

enum { NEAREST = 3 };

typedef struct near {
    const char *id;
    unsigned distance;
} near;

static void keep_nearest(near *best, const char *id, unsigned d)
{
    for (unsigned i = 0; i < NEAREST; i++) {
        if (best[i].id != NULL && best[i].distance <= d)
            continue;
        memmove(best + i + 1, best + i, (NEAREST - 1 - i) * sizeof *best);
        best[i] = (near){id, d};
        return;
    }
}

/* A name without its family is compared with names without theirs. */
static int unknown(const char *word)
{
    near best[NEAREST] = {{NULL, 0}};
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const char *id = (*f)->rules[i].id, *slash = strchr(id, '/');
            keep_nearest(best, id, a3d_distance(word, strchr(word, '/') == NULL && slash != NULL ? slash + 1 : id));
        }
    }
    a3d_complain("there is no rule '%s'; the nearest names are %s, %s, %s", word, best[0].id, best[1].id, best[2].id);
    return A3D_EXIT_USAGE;
}

/* ---- twins ---- */

/* Where the corpus is: as the option, the environment or the installation says. NULL: nowhere. */
static const char *corpus(const a3d_cli *cli)
{
    const char *named = cli->corpus != NULL ? cli->corpus : getenv("A3DLINT_CORPUS");
    if (named != NULL)
        return named[0] != '\0' ? named : NULL;
    return A3D_SHARE_DIR "/corpus";
}

/* The name of the file in a folder that begins like this; of several the first in order. NULL: there is none. */
static const char *file_like(a3d_arena *arena, const char *folder, const char *beginning)
{
    const struct dirent *entry;
    const char *found = NULL;
    DIR *open = opendir(folder);
    while (open != NULL && (entry = readdir(open)) != NULL)
        if (strncmp(entry->d_name, beginning, strlen(beginning)) == 0 && (found == NULL || strcmp(entry->d_name, found) < 0))
            found = a3d_arena_text(arena, entry->d_name, strlen(entry->d_name));
    if (open != NULL)
        closedir(open);
    return found;
}

/* Puts texts behind each other in the arena. */
static const char *join(a3d_arena *arena, const char *a, const char *b, const char *c)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    a3d_puts(&out, a);
    a3d_puts(&out, b);
    a3d_puts(&out, c);
    const char *text = out.failed ? NULL : a3d_arena_text(arena, out.data, out.size);
    a3d_text_free(&out);
    return text;
}

/* The twin that a rule has, `which` being ".bad." or ".good.". Its format is known, whatever its bytes say; a
 * rule that is off is asked for, and links are looked up among the twins. */
static int open_twin(a3d_cli *cli, const char *dir, const a3d_rule *rule, const char *which, a3d_twin *twin)
{
    const char *slash = strchr(rule->id, '/');
    const char *family = a3d_arena_text(cli->arena, rule->id, (size_t)(slash - rule->id));
    const char *below = family != NULL ? join(cli->arena, "rules/", family, "/") : NULL;
    const char *folder = below != NULL ? join(cli->arena, dir, "/", below) : NULL;
    const char *beginning = join(cli->arena, slash + 1, which, "");
    const char *name = folder != NULL && beginning != NULL ? file_like(cli->arena, folder, beginning) : NULL;
    const char *path = name != NULL ? join(cli->arena, folder, name, "") : NULL;
    a3d_input input;
    *twin = (a3d_twin){NULL, NULL};
    if (path == NULL)
        return 0;
    const char *why = a3d_read_input(cli->arena, path, UINT32_MAX - 1, &input);
    if (why != NULL || input.too_large) {
        a3d_complain("%s: cannot be read: %s", path, why != NULL ? why : "too large");
        return A3D_EXIT_UNREADABLE;
    }
    twin->name = join(cli->arena, below, name, "");
    a3d_level asked = {rule->id, A3D_NOTE};
    a3d_options options = {.format = a3d_format_named(family, strlen(family)), .levels = &asked, .n_levels = rule->severity == A3D_OFF};
    if (!a3d_links_in(cli->arena, path, NULL, &options.links))
        return A3D_EXIT_FAULT;
    twin->result = a3d_judge(cli->arena, input.data, input.size, &options);
    if (twin->result != NULL && twin->result->doc == NULL)
        twin->result = NULL;
    return twin->name != NULL ? 0 : A3D_EXIT_FAULT;
}

int a3d_run_explain(a3d_cli *cli)
{
    a3d_text out;
    a3d_twin bad = {NULL, NULL}, good = {NULL, NULL};
    const char *id = a3d_one_operand(cli, "rule"), *dir = corpus(cli);
    if (id == NULL)
        return A3D_EXIT_USAGE;
    const a3d_rule *rule = a3d_rule_named(id);
    if (rule == NULL)
        return unknown(id);
    int status = dir != NULL ? open_twin(cli, dir, rule, ".bad.", &bad) : 0;
    if (status == 0 && dir != NULL)
        status = open_twin(cli, dir, rule, ".good.", &good);
    if (status == 0 && cli->corpus != NULL && bad.name == NULL) {
        a3d_complain("%s has no file that breaks %s", cli->corpus, id);
        status = A3D_EXIT_UNREADABLE;
    }
    if (status != 0)
        return status;
    a3d_text_init(&out, cli->arena);
    a3d_rule_page(&out, rule, &bad, &good, cli->page);
    return out.failed ? A3D_EXIT_FAULT : a3d_deliver(NULL, out.data, out.size, false);
}
