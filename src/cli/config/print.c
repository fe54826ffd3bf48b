/* print.c - `--print-config PATH`: prints which settings apply to a file and where they come from */
#include "cli/config/apply.h"
#include "cli/input/paths.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"
#include "report/common/phrases.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 40 };

static void put_line(a3d_text *out, const char *name, const char *value, const char *from)
{
    size_t start = out->size;
    a3d_put_file_name(out, name);
    a3d_puts(out, " = ");
    a3d_put_file_name(out, value);
    do
        a3d_putc(out, ' ');
    while (out->size - start < COLUMN && !out->failed);
    a3d_puts(out, "; ");
    a3d_put_file_name(out, from);
    a3d_putc(out, '\n');
}

static void put_setting(a3d_text *out, const a3d_config *config, const a3d_setting *s)
{
    a3d_text from;
    a3d_text_init(&from, out->arena);
    a3d_printf(&from, "%s:%u", config->path, s->line);
    if (s->section != NULL)
        a3d_printf(&from, " [%s]", s->section);
    a3d_putc(&from, '\0');
    put_line(out, s->name, s->value, from.failed ? "" : from.data);
    a3d_text_free(&from);
}

static void put_words(a3d_text *out, const char *name, const a3d_strings *words)
{
    a3d_text value;
    if (words->n == 0)
        return;
    a3d_text_init(&value, out->arena);
    for (size_t i = 0; i < words->n; i++)
        a3d_printf(&value, "%s%s", i > 0 ? ", " : "", words->at[i]);
    a3d_putc(&value, '\0');
    put_line(out, name, value.failed ? "" : value.data, "command line");
    a3d_text_free(&value);
}

/* Whether a setting has an effect: a later one with the same key replaces it, except for lists that add up. */
static bool is_effective(const a3d_cli *cli, const a3d_applied *applied, size_t i)
{
    a3d_config_key key = applied->at[i].setting->key;
    if (key == A3D_KEY_ROOT || a3d_is_on_command_line(cli, key))
        return false;
    if (key == A3D_KEY_RULE || key == A3D_KEY_IGNORE || key == A3D_KEY_EXCLUDE)
        return true;
    for (size_t k = i + 1; k < applied->n; k++)
        if (applied->at[k].setting->key == key)
            return false;
    return true;
}

static void put_given(a3d_text *out, const a3d_cli *cli)
{
    const struct {
        const char *name;
        uint64_t value;
    } limits[] = {{"max-input", cli->limits.input}, {"max-unpacked", cli->limits.unpacked},
                  {"max-nodes", cli->limits.nodes}, {"max-depth", cli->limits.depth},
                  {"max-findings", cli->limits.findings}, {"max-work", cli->limits.work}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char value[24];
        snprintf(value, sizeof value, "%llu", (unsigned long long)limits[i].value);
        if (limits[i].value != 0)
            put_line(out, limits[i].name, value, "command line");
    }
    for (size_t i = 0; i < cli->rule.n; i++) {
        const char *word = cli->rule.at[i], *equals = strrchr(word, '=');
        char *name = a3d_arena_text(cli->arena, word, (size_t)(equals - word));
        if (name != NULL)
            put_line(out, name, equals + 1, "command line");
    }
    put_words(out, "ignore", &cli->ignore);
    put_words(out, "only", &cli->only);
    put_words(out, "compat", &cli->compat);
    put_words(out, "exclude", &cli->exclude);
    if (cli->as != NULL)
        put_line(out, "as", cli->as, "command line");
    if (cli->gitignore)
        put_line(out, "gitignore", "true", "command line");
    if (cli->baseline != NULL)
        put_line(out, "baseline", cli->baseline, "command line");
}

static void put_fail_on(a3d_text *out, const a3d_cli *cli, const a3d_applied *applied)
{
    if (cli->fail_on != NULL) {
        put_line(out, "fail-on", cli->fail_on, "command line");
        return;
    }
    for (size_t i = 0; i < applied->n; i++)
        if (applied->at[i].setting->key == A3D_KEY_FAIL_ON)
            return;
    put_line(out, "fail-on", "error", "default");
}

/* The absolute path whose settings are looked up. That of a folder ends with a slash, like a file without a name:
 * patterns for all files of the folder match it, and patterns for names do not. */
static char *path_to_look_up(a3d_arena *arena, const char *path, bool folder)
{
    a3d_text t;
    char *whole = a3d_absolute(arena, path);
    if (whole == NULL || !folder || strcmp(whole, "/") == 0)
        return whole;
    a3d_text_init(&t, arena);
    a3d_printf(&t, "%s/", whole);
    whole = t.failed ? NULL : a3d_arena_text(arena, t.data, t.size);
    a3d_text_free(&t);
    return whole;
}

static void put_heading(a3d_text *out, const char *path, bool folder)
{
    a3d_puts(out, folder ? "; " : "; What applies to ");
    a3d_put_file_name(out, path);
    a3d_puts(out, folder ? " is a folder. This applies to every file directly in it; sections for names, like "
                           "[*.m3g], may add\n; to it: name a file to see them. "
                         : ". ");
    a3d_puts(out, "Of rules the last line that names one wins; limits that are not here have\n"
                  "; their defaults (a3dlint --limits).\n");
}

int a3d_print_config(a3d_configs *configs, a3d_cli *cli, const char *path)
{
    a3d_applied applied;
    a3d_text out;
    bool folder = a3d_os_is_folder(path);
    char *whole = path_to_look_up(cli->arena, path, folder);
    if (whole == NULL && !cli->arena->refused)
        a3d_complain("the current folder cannot be found");
    if (whole == NULL || !a3d_collect(configs, cli->arena, whole, strlen(whole), &applied))
        return A3D_EXIT_FAULT; /* main says if memory ran out */
    if (applied.problem != NULL) {
        a3d_complain("%s", applied.problem);
        return A3D_EXIT_USAGE;
    }
    if (applied.unreadable != NULL) {
        a3d_complain("%s: cannot be read: %s", path, applied.unreadable);
        return A3D_EXIT_UNREADABLE;
    }
    a3d_text_init(&out, cli->arena);
    put_heading(&out, path, folder);
    for (size_t i = 0; i < applied.n; i++)
        if (is_effective(cli, &applied, i))
            put_setting(&out, applied.at[i].config, applied.at[i].setting);
    put_given(&out, cli);
    put_fail_on(&out, cli, &applied);
    return a3d_deliver(NULL, &out, false);
}
