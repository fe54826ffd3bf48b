/* config.c - finds configuration files and collects the settings for a file; see config.h */
#include "cli/config/config.h"
#include "cli/config/apply.h"
#include "cli/input/files.h"
#include "cli/input/gitignore.h"
#include "cli/input/paths.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, LARGEST = 1 << 20 };

/* A folder that was searched for a configuration file. */
typedef struct folder {
    struct folder *next; /* in the same bucket */
    const char *path;
    a3d_config *config;         /* the one in this folder, or NULL */
    const char *problem;        /* a mistake in that file, or NULL */
    bool too_long;              /* its path, for the system: nobody can see whether there is such a file */
    const struct folder *above; /* the parent folder; NULL when it does not count */
} folder;

struct a3d_configs {
    a3d_arena *arena;
    a3d_cli *cli;
    a3d_options given; /* on the command line */
    int fail_on;
    const char *here;         /* the current folder */
    folder *buckets[BUCKETS]; /* hash table of the folders that were searched */
    folder *only;             /* with --config: the only one */
    folder full;              /* in place of all folders after the limit of memory */
    size_t bytes;             /* about how much the folders take */
    a3d_excludes excludes; /* --exclude */
    bool walked;           /* what is in a folder was matched with them */
    a3d_gitignore *git; /* NULL until it is asked for */
};

/* ---- reading ---- */

static void set_problem(a3d_configs *c, folder *f, const char *path, unsigned line, const a3d_text *why)
{
    a3d_text text;
    a3d_text_init(&text, c->arena);
    a3d_puts(&text, path);
    if (line > 0)
        a3d_printf(&text, ":%u", line);
    a3d_puts(&text, ": ");
    a3d_put(&text, why->data, why->size);
    f->problem = text.failed ? NULL : a3d_arena_text(c->arena, text.data, text.size);
    if (f->problem == NULL)
        f->problem = "not enough memory";
    a3d_text_free(&text);
}

/* The shortest path of a file, since systems open none of 4 KiB. */
static const char *path_to_open(a3d_configs *c, const char *path)
{
    return a3d_is_inside(c->here, path) ? a3d_relative_path(c->arena, c->here, path) : path;
}

/* Reads the configuration file of a folder. */
static void read_config(a3d_configs *c, folder *f, const char *path)
{
    a3d_input input;
    a3d_text why;
    unsigned line = 0;
    const char *shown = a3d_relative_path(c->arena, c->here, path);
    a3d_config *config = a3d_arena_alloc(c->arena, sizeof *config);
    a3d_text_init(&why, c->arena);
    if (shown == NULL || config == NULL) {
        f->problem = "not enough memory";
        return;
    }
    const char *unread = a3d_read_input(c->arena, path, LARGEST, &input);
    if (unread == NULL && input.too_large)
        unread = "larger than 1 MiB";
    config->path = shown;
    config->folder = f->path;
    if (unread != NULL)
        a3d_printf(&why, "cannot be read: %s", unread);
    if (unread != NULL || !a3d_config_read(c->arena, input.data, input.size, config, &line, &why))
        set_problem(c, f, shown, line, &why);
    f->config = config;
    c->bytes += sizeof *config + config->cap * sizeof *config->settings + 2 * input.size;
    a3d_block_resize(c->arena, unread == NULL ? input.data : NULL, 0);
    a3d_text_free(&why);
}

static void refuse_link(a3d_configs *c, folder *f, const char *path)
{
    a3d_text why;
    const char *shown = a3d_relative_path(c->arena, c->here, path);
    a3d_text_init(&why, c->arena);
    a3d_puts(&why, "is a link to a file that is not below this folder or the current one; name that with --config");
    set_problem(c, f, shown != NULL ? shown : path, 0, &why);
    a3d_text_free(&why);
}

/* A fourth of the memory of a run is for folders and their configuration files, which may be many. */
static bool is_full(a3d_configs *c)
{
    if (c->bytes <= a3d_most_memory(c->cli) / 4)
        return false;
    c->full.path = "";
    c->full.problem = "the configuration files of too many folders were read (--max-memory)";
    return true;
}

static folder *new_folder(a3d_configs *c, const char *path)
{
    c->bytes += sizeof(folder) + 4 * strlen(path);
    folder *f = a3d_arena_alloc(c->arena, sizeof *f);
    if (f != NULL && (f->path = a3d_arena_text(c->arena, path, strlen(path))) == NULL)
        f = NULL;
    return f;
}

static bool is_below(const char *top, const char *target)
{
    char *real = a3d_os_real_path(top);
    bool inside = real != NULL && a3d_is_inside(real, target);
    free(real);
    return inside;
}

/* Whether a configuration file is a link to a place outside both of its folder and of the current one. Whoever made the
 * tree could make a message show lines of any file by it. */
static bool leads_out(const a3d_configs *c, const char *in, const char *path)
{
    a3d_os_info info;
    if (!a3d_os_info_of_link(path, &info) || info.kind != A3D_OS_LINK)
        return false;
    char *target = a3d_os_real_path(path);
    bool inside = target != NULL && (is_below(in, target) || is_below(c->here, target));
    free(target);
    return !inside;
}

/* Whether there may be a file. A parent folder that the user may not search counts as empty, so that files below it can
 * still be checked. */
static bool exists(const char *path)
{
    return a3d_os_exists(path) || (errno != ENOENT && errno != ENOTDIR && errno != EACCES && errno != ENAMETOOLONG);
}

static char *config_in(a3d_arena *arena, const char *path)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    a3d_printf(&t, "%s/" A3D_CONFIG_NAME, strcmp(path, "/") == 0 ? "" : path);
    char *kept = t.failed ? NULL : a3d_arena_text(arena, t.data, t.size);
    a3d_text_free(&t);
    return kept;
}

/* ---- folders ---- */

static folder **bucket_of(a3d_configs *c, const char *path)
{
    uint32_t hash = 2166136261u;
    for (; *path != '\0'; path++)
        hash = (hash ^ (unsigned char)*path) * 16777619u;
    return &c->buckets[hash % BUCKETS];
}

/* The entry of a folder in the hash table. A new folder is searched first, and so are its parents. NULL when memory ran
 * out. */
static folder *search_folder(a3d_configs *c, const char *path)
{
    folder **bucket = bucket_of(c, path);
    for (folder *f = *bucket; f != NULL; f = f->next)
        if (strcmp(f->path, path) == 0)
            return f;
    if (is_full(c))
        return &c->full;
    folder *f = new_folder(c, path);
    char *whole = f != NULL ? config_in(c->arena, path) : NULL;
    const char *file = whole != NULL ? path_to_open(c, whole) : NULL;
    if (file == NULL)
        return NULL;
    if (leads_out(c, path, file))
        refuse_link(c, f, file);
    else if (exists(file))
        read_config(c, f, file);
    else
        f->too_long = errno == ENAMETOOLONG;
    f->next = *bucket;
    *bucket = f;
    if (strcmp(path, "/") != 0 && (f->config == NULL || !f->config->root) && f->problem == NULL) {
        const char *above = a3d_folder_of(c->arena, path);
        f->above = above != NULL ? search_folder(c, above) : NULL;
        return f->above != NULL ? f : NULL;
    }
    return f;
}

/* ---- what applies ---- */

bool a3d_collect(a3d_configs *c, a3d_arena *arena, const char *whole, size_t own, a3d_applied *applied)
{
    memset(applied, 0, sizeof *applied);
    if (c->cli->no_config)
        return true;
    char *file = a3d_arena_text(arena, whole, own), *in = file != NULL ? a3d_folder_of(arena, file) : NULL;
    const folder *nearest = c->only != NULL ? c->only : in != NULL ? search_folder(c, in) : NULL;
    size_t n = 0, most = 0; /* files; settings in them */
    if (nearest == NULL)
        return false;
    for (const folder *f = nearest; f != NULL; f = f->above) {
        n += f->config != NULL;
        if (f->problem != NULL && applied->problem == NULL)
            applied->problem = f->problem;
        if (f->too_long)
            applied->unreadable = "its path is too long for this system; check it from a folder nearer to it";
        most += f->config != NULL ? f->config->n : 0;
    }
    applied->at = a3d_arena_alloc(arena, (most + 1) * sizeof *applied->at);
    const a3d_config **files = a3d_arena_alloc(arena, (n + 1) * sizeof *files);
    if (applied->at == NULL || files == NULL)
        return false;
    size_t i = n;
    for (const folder *f = nearest; f != NULL; f = f->above)
        if (f->config != NULL)
            files[--i] = f->config;
    for (i = 0; i < n; i++)
        if (!a3d_collect_file(arena, files[i], whole, applied))
            return false;
    return true;
}

bool a3d_read_configs(a3d_configs *c, const char *path, bool (*each)(void *user, const char *baseline), void *user)
{
    if (c->cli->no_config)
        return true;
    char *whole = a3d_absolute_from(c->arena, c->here, path);
    char *in = whole != NULL ? a3d_folder_of(c->arena, whole) : NULL;
    const folder *f = c->only != NULL ? c->only : in != NULL ? search_folder(c, in) : NULL;
    bool on = f != NULL;
    for (; on && f != NULL; f = f->above)
        for (size_t i = 0; on && f->config != NULL && i < f->config->n; i++) {
            const a3d_setting *s = &f->config->settings[i];
            char *baseline = s->key == A3D_KEY_BASELINE ? a3d_absolute_from(c->arena, f->path, s->value) : NULL;
            on = s->key != A3D_KEY_BASELINE || (baseline != NULL && each(user, baseline));
        }
    return on;
}

/* ---- exclusion ---- */

/* Counts a file or folder by the line that has the pattern. */
static bool count_excluded(a3d_config *config, size_t pattern)
{
    for (size_t i = 0; pattern > 0 && i < config->n; i++)
        if (config->settings[i].key == A3D_KEY_EXCLUDE && config->settings[i].patterns >= pattern) {
            config->settings[i].skipped++;
            break;
        }
    return pattern > 0;
}

/* The configuration of a folder, or NULL for none. */
static const folder *config_for(a3d_configs *c, const char *in)
{
    return c->cli->no_config || in == NULL ? NULL : c->only != NULL ? c->only : search_folder(c, in);
}

static bool excludes(a3d_configs *c, a3d_arena *arena, const char *named, const char *path, bool is_folder)
{
    if (a3d_excludes_fit(arena, &c->excludes, c->here, named, path, is_folder) > 0)
        return true;
    for (const folder *f = config_for(c, a3d_folder_of(arena, path)); f != NULL && f->problem == NULL; f = f->above)
        if (f->config != NULL &&
            count_excluded(f->config, a3d_excludes_fit(arena, &f->config->excludes, f->path, named, path, is_folder)))
            return true;
    return false;
}

/* Whether .gitignore files count for an absolute path. Stores the setting that says so, or NULL for --gitignore. Files
 * of strangers never count. */
static bool asks_git(a3d_configs *c, a3d_arena *arena, const char *path, a3d_setting **setting)
{
    *setting = NULL;
    if (c->cli->gitignore || c->cli->untrusted)
        return c->cli->gitignore;
    const folder *f = config_for(c, a3d_folder_of(arena, path));
    while (f != NULL && f->problem == NULL && (f->config == NULL || f->config->gitignore == 0))
        f = f->above;
    if (f == NULL || f->problem != NULL)
        return false;
    *setting = &f->config->settings[f->config->gitignore - 1];
    return strcmp((*setting)->value, "true") == 0;
}

/* What is known of Git's repositories; NULL when memory ran out. */
static a3d_gitignore *git_of(a3d_configs *c)
{
    if (c->git == NULL)
        c->git = a3d_gitignore_new(c->arena, c->here, a3d_most_memory(c->cli) / 4);
    return c->git;
}

/* What of Git's ignores an absolute path; `named` is NULL for one that the user named. NULL: nothing. */
static const char *ignored(a3d_configs *c, a3d_arena *arena, const char *named, const char *path, bool is_folder)
{
    a3d_setting *setting;
    if (!asks_git(c, arena, path, &setting) || git_of(c) == NULL)
        return NULL;
    const char *why = named != NULL ? a3d_gitignore_why(c->git, named, path, is_folder)
                                    : a3d_gitignore_why_named(c->git, path, is_folder);
    if (why != NULL && setting != NULL)
        setting->skipped++;
    return why;
}

const char *a3d_why_excluded(a3d_configs *c, const char *named, const char *path, bool is_folder)
{
    a3d_arena arena;
    const char *why = NULL;
    c->walked = true;
    a3d_arena_init_below(&arena, c->arena);
    const char *whole = a3d_absolute_from(&arena, c->here, path), *top = a3d_absolute_from(&arena, c->here, named);
    if (whole != NULL && top != NULL)
        why = excludes(c, &arena, top, whole, is_folder) ? "it is excluded" : ignored(c, &arena, top, whole, is_folder);
    a3d_arena_free(&arena);
    return why;
}

const char *a3d_why_excluded_named(a3d_configs *c, const char *path, bool is_folder)
{
    a3d_arena arena;
    a3d_arena_init_below(&arena, c->arena);
    char *whole = a3d_absolute_from(&arena, c->here, path);
    const char *why = whole != NULL ? ignored(c, &arena, NULL, whole, is_folder) : NULL;
    bool out = whole != NULL && excludes(c, &arena, c->here, whole, is_folder);
    for (char *slash = whole != NULL ? strrchr(whole, '/') : NULL; !out && slash != NULL && slash > whole;) {
        *slash = '\0';
        bool inside = strcmp(whole, c->here) != 0 && a3d_is_inside(c->here, whole);
        out = inside && excludes(c, &arena, c->here, whole, true);
        slash = inside ? strrchr(whole, '/') : NULL;
    }
    a3d_arena_free(&arena);
    return out ? "it is excluded (--force-exclude)" : why;
}

void a3d_complain_unmatched(const a3d_configs *c)
{
    for (size_t i = 0; i < c->excludes.n && c->walked && !c->cli->force_exclude; i++)
        if (!c->excludes.at[i].matched)
            a3d_complain("--exclude '%s' matched nothing%s", c->cli->exclude.at[i],
                         strchr(c->cli->exclude.at[i], '/') != NULL
                             ? "; a pattern with a / is relative to the current folder" : "");
}

/* The folder from which on Git may be asked about a path that the user named, or NULL. */
static const char *git_folder(a3d_configs *c, a3d_arena *arena, const char *path)
{
    bool is_folder = strcmp(path, "-") != 0 && a3d_os_is_folder(path);
    if (strcmp(path, "-") == 0 || c->cli->untrusted || !(is_folder || c->cli->force_exclude) || git_of(c) == NULL)
        return NULL;
    const char *whole = a3d_absolute_from(arena, c->here, path);
    return whole != NULL && !is_folder ? a3d_folder_of(arena, whole) : whole;
}

void a3d_find_gitignore(a3d_configs *c, const char *path)
{
    a3d_arena arena;
    a3d_arena_init_below(&arena, c->arena);
    const char *in = git_folder(c, &arena, path);
    if (in != NULL && !a3d_gitignore_find(c->git, in) && c->cli->gitignore && !c->arena->refused)
        a3d_complain("--gitignore: %s is not in a Git repository, so Git ignores nothing there", path);
    a3d_arena_free(&arena);
}

const char *a3d_git_index_of(a3d_configs *c, const char *path)
{
    a3d_arena arena;
    if (c->git == NULL) /* a3d_find_gitignore had no reason to look */
        return NULL;
    a3d_arena_init_below(&arena, c->arena);
    const char *in = git_folder(c, &arena, path), *index = in != NULL ? a3d_gitignore_index(c->git, in) : NULL;
    a3d_arena_free(&arena);
    return index;
}

const char *a3d_unread_gitignore(a3d_configs *c, const char **why)
{
    return c->git != NULL ? a3d_gitignore_unread(c->git, why) : NULL;
}

const a3d_options *a3d_command_line_options(const a3d_configs *c, const a3d_cli **cli, const char **here, int *fail_on)
{
    *cli = c->cli;
    *here = c->here;
    *fail_on = c->fail_on;
    return &c->given;
}

a3d_arena *a3d_configs_arena(const a3d_configs *c)
{
    return c->arena;
}

static int by_path(const void *a, const void *b)
{
    const a3d_config *x = *(const a3d_config *const *)a, *y = *(const a3d_config *const *)b;
    return strcmp(x->path, y->path);
}

const a3d_config **a3d_all_configs(const a3d_configs *c, size_t *n)
{
    size_t most = c->only != NULL;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (const folder *f = c->buckets[i]; f != NULL; f = f->next)
            most += f->config != NULL;
    const a3d_config **all = a3d_arena_alloc(c->arena, (most + 1) * sizeof *all);
    *n = 0;
    if (all == NULL)
        return NULL;
    if (c->only != NULL)
        all[(*n)++] = c->only->config;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (const folder *f = c->buckets[i]; f != NULL; f = f->next)
            if (f->config != NULL)
                all[(*n)++] = f->config;
    qsort(all, *n, sizeof *all, by_path);
    return all;
}

/* ---- start ---- */

static int begin_only(a3d_configs *c)
{
    char *path = a3d_absolute(c->arena, c->cli->config), *in = path != NULL ? a3d_folder_of(c->arena, path) : NULL;
    c->only = in != NULL ? new_folder(c, in) : NULL;
    if (c->only == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    read_config(c, c->only, path);
    const a3d_config *config = c->only->config;
    if (c->only->problem == NULL) {
        const a3d_setting *s = config->gitignore > 0 ? &config->settings[config->gitignore - 1] : NULL;
        if (s != NULL && c->cli->untrusted && strcmp(s->value, "true") == 0)
            a3d_complain("%s:%u: gitignore = true has no effect with --untrusted", config->path, s->line);
        return 0;
    }
    a3d_complain("%s", c->only->problem);
    return A3D_EXIT_USAGE;
}

static int begin_excludes(a3d_configs *c)
{
    for (size_t i = 0; i < c->cli->exclude.n; i++) {
        const char *pattern = c->cli->exclude.at[i];
        const char *why = a3d_exclude_add(c->arena, &c->excludes, pattern, strlen(pattern));
        if (why == NULL)
            continue;
        a3d_complain("--exclude '%s': %s", pattern, why);
        return A3D_EXIT_USAGE;
    }
    return 0;
}

int a3d_configs_begin(a3d_cli *cli, a3d_configs **configs)
{
    a3d_configs *c = a3d_arena_alloc(cli->arena, sizeof *c);
    if (c == NULL || (c->here = a3d_absolute(cli->arena, ".")) == NULL) {
        a3d_complain(c == NULL ? "not enough memory" : "the current folder cannot be found");
        return A3D_EXIT_FAULT;
    }
    c->arena = cli->arena;
    c->cli = cli;
    *configs = c;
    const char *fail_on = cli->fail_on != NULL ? cli->fail_on : "error";
    c->fail_on = a3d_level_option(cli, "--fail-on", fail_on, A3D_NOTE, A3D_ERROR + 1);
    if (c->fail_on < 0)
        return A3D_EXIT_USAGE;
    if (begin_excludes(c) != 0)
        return A3D_EXIT_USAGE;
    if (cli->config != NULL && cli->no_config) {
        a3d_complain("--config and --no-config contradict each other");
        return A3D_EXIT_USAGE;
    }
    int status = a3d_library_options(cli, &c->given);
    return status != 0 || cli->config == NULL ? status : begin_only(c);
}
