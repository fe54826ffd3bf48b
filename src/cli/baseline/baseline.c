/* baseline.c - matches findings with the entries of baselines; see baseline.h */
#include "cli/baseline/baseline.h"
#include "base/utf8.h"
#include "cli/baseline/lock.h"
#include "cli/baseline/write.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "report/common/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 1 << 28 };

struct a3d_baseline {
    a3d_baseline *next;
    const char *path; /* absolute */
    const char *shown, *folder;
    const char *problem;
    a3d_entries entries;
};

struct a3d_baselines {
    a3d_arena *arena;
    const char *here;
    char today[A3D_DAY_ROOM];
    a3d_baseline *first;
    a3d_baseline *given;         /* on the command line, for every file; or NULL */
    a3d_baseline_writer *writer; /* of --write-baseline, or NULL */
};

/* ---- days ---- */

/* The day in UTC of so many seconds after 1970, for years of four digits. The functions of the C library would read the
 * time zone from disk. Years begin in March here, so that the day that is added to some comes last. */
static bool day_of(int64_t seconds, char *day)
{
    enum { DAY = 86400, ERA = 146097, YEARS = 400, BEFORE_1970 = 719468 };
    int64_t days = seconds / DAY + BEFORE_1970;
    if (seconds < 0 || days > 25 * (int64_t)ERA)
        return false;
    unsigned n = (unsigned)(days % ERA);
    unsigned year = (n - n / 1460 + n / 36524 - n / 146096) / 365;
    unsigned of_year = n - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    unsigned of_month = of_year - (153 * month + 2) / 5 + 1;
    year += (unsigned)(days / ERA) * YEARS + (month >= 10);
    month = month < 10 ? month + 3 : month - 9;
    return snprintf(day, A3D_DAY_ROOM, "%04u-%02u-%02u", year, month, of_month) == A3D_DAY_ROOM - 1;
}

/* The day from --today, else from SOURCE_DATE_EPOCH, else from the clock; in UTC. */
static int find_today(const a3d_cli *cli, char *today)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (cli->today != NULL) {
        if (!a3d_is_day(cli->today)) {
            a3d_complain("--today takes a day as YYYY-MM-DD, not '%s'", cli->today);
            return A3D_EXIT_USAGE;
        }
        memcpy(today, cli->today, A3D_DAY_ROOM);
        return 0;
    }
    if (epoch == NULL || epoch[0] == '\0') {
        if (day_of(time(NULL), today))
            return 0;
        a3d_complain("the clock is at a day before 1970; give the day with --today");
        return A3D_EXIT_FAULT;
    }
    char *end;
    long long seconds = strtoll(epoch, &end, 10);
    if (*end == '\0' && seconds >= 0 && day_of(seconds, today))
        return 0;
    a3d_complain("SOURCE_DATE_EPOCH is '%s'; expected a number of seconds", epoch);
    return A3D_EXIT_USAGE;
}

/* ---- reading ---- */

/* Whether something is at a path, or may be there and cannot be looked at. */
static bool may_exist(const char *path)
{
    return a3d_os_exists(path) || !a3d_os_was_missing();
}

/* Reads the file of a baseline; a problem is kept for later. `from` is the line of a configuration file that names the
 * baseline, or NULL: if the file is missing, that line is the mistake. */
static void read_baseline(a3d_baselines *b, a3d_baseline *one, const char *from)
{
    a3d_input input;
    a3d_text why, text;
    unsigned line = 0, column = 0;
    a3d_text_init(&why, b->arena);
    a3d_text_init(&text, b->arena);
    const char *unread = a3d_read_input(b->arena, one->path, LARGEST, &input);
    if (unread == NULL && input.too_large)
        unread = "larger than 256 MiB";
    if (unread != NULL)
        a3d_printf(&why, "cannot be read: %s", unread);
    if (unread == NULL && a3d_baseline_read(b->arena, input.data, input.size, &one->entries, &line, &column, &why))
        return;
    if (unread != NULL && from != NULL)
        a3d_printf(&text, "%s: baseline: ", from);
    a3d_puts(&text, one->shown);
    if (line > 0)
        a3d_printf(&text, ":%u", line);
    if (column > 0)
        a3d_printf(&text, ":%u", column);
    a3d_puts(&text, ": ");
    a3d_put(&text, why.data, why.size);
    one->problem = text.failed ? "not enough memory" : a3d_arena_text(b->arena, text.data, text.size);
    if (one->problem == NULL)
        one->problem = "not enough memory";
    a3d_text_free(&why);
    a3d_text_free(&text);
}

/* The baseline at the path `name`. A new one is added, and read if `read` is set; `from` is as in read_baseline. NULL
 * when memory ran out. */
static a3d_baseline *open_baseline(a3d_baselines *b, a3d_arena *arena, const char *name, const char *from, bool read)
{
    char *path = a3d_absolute(arena, name);
    for (a3d_baseline *one = b->first; path != NULL && one != NULL; one = one->next)
        if (strcmp(one->path, path) == 0)
            return one;
    a3d_baseline *one = a3d_arena_alloc(b->arena, sizeof *one);
    if (path == NULL || one == NULL)
        return NULL;
    one->path = a3d_arena_text(b->arena, path, strlen(path));
    one->folder = a3d_folder_of(b->arena, path);
    one->shown = a3d_relative_path(b->arena, b->here, path);
    if (one->path == NULL || one->folder == NULL || one->shown == NULL)
        return NULL;
    if (from == NULL && strncmp(one->shown, "../", 3) == 0)
        one->shown = name; /* outside the current folder, as given on the command line */
    if (read)
        read_baseline(b, one, from);
    one->next = b->first;
    b->first = one;
    return one;
}

a3d_baseline *a3d_baseline_for(a3d_baselines *b, a3d_arena *arena, const a3d_choices *choices, const char **problem)
{
    a3d_baseline *one = b->given;
    if (one == NULL && choices->baseline == NULL)
        return NULL;
    if (one == NULL && (one = open_baseline(b, arena, choices->baseline, choices->baseline_from, true)) == NULL)
        *problem = "not enough memory";
    if (one != NULL && one->problem != NULL)
        *problem = one->problem;
    return *problem == NULL ? one : NULL;
}

bool a3d_baselines_have(const a3d_baselines *b, const char *path)
{
    for (const a3d_baseline *one = b->first; one != NULL; one = one->next)
        if (a3d_is_same_file(one->path, path))
            return true;
    return false;
}

static bool is_stream(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

/* --write-baseline starts from the entries of its file, so that their reasons and days are kept; if there is none, from
 * those of --baseline. */
static int begin_given(a3d_baselines *b, const a3d_cli *cli)
{
    const char *stream = is_stream(cli->write_baseline) ? "--write-baseline" :
                         is_stream(cli->baseline)       ? "--baseline" :
                                                          NULL;
    if (stream != NULL) {
        a3d_complain("%s takes a file: the paths in it are seen from its folder", stream);
        return A3D_EXIT_USAGE;
    }
    bool rewrites = cli->write_baseline != NULL && (may_exist(cli->write_baseline) || cli->baseline == NULL);
    const char *name = rewrites ? cli->write_baseline : cli->baseline;
    if (name == NULL)
        return 0;
    b->given = open_baseline(b, b->arena, name, NULL, !rewrites || may_exist(name));
    if (b->given == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    if (b->given->problem == NULL)
        return 0;
    a3d_complain("%s%s", b->given->problem, rewrites ? " (so it is not overwritten)" : "");
    return A3D_EXIT_USAGE;
}

/* Entries of files that this run does not check are kept, so nobody may change them between reading and writing.
 * Without the folder nothing can be written, so no report may say that its findings are in the baseline. */
static int lock_folder(const a3d_cli *cli)
{
    char *path = a3d_absolute(cli->arena, cli->write_baseline);
    const char *folder = path != NULL ? a3d_folder_of(cli->arena, path) : NULL;
    if (folder != NULL && a3d_os_is_folder(folder)) {
        a3d_baseline_lock(folder);
        return 0;
    }
    if (folder != NULL)
        a3d_complain("cannot write %s: its folder does not exist", cli->write_baseline);
    else
        a3d_complain("not enough memory");
    return A3D_EXIT_FAULT;
}

int a3d_baselines_begin(a3d_cli *cli, a3d_baselines **baselines)
{
    a3d_baselines *b = a3d_arena_alloc(cli->arena, sizeof *b);
    if (b == NULL || (b->here = a3d_absolute(cli->arena, ".")) == NULL) {
        a3d_complain(b == NULL ? "not enough memory" : "the current folder cannot be found");
        return A3D_EXIT_FAULT;
    }
    b->arena = cli->arena;
    *baselines = b;
    int status = find_today(cli, b->today);
    if (status == 0 && cli->write_baseline != NULL)
        status = lock_folder(cli);
    if (status == 0)
        status = begin_given(b, cli);
    if (status != 0 || cli->write_baseline == NULL)
        return status;
    b->writer = a3d_baseline_writer_new(cli->arena, cli->write_baseline);
    if (b->writer != NULL)
        return 0;
    a3d_complain("not enough memory");
    return A3D_EXIT_FAULT;
}

/* ---- matching ---- */

char *a3d_path_in_baseline(a3d_arena *arena, const char *folder, const char *place)
{
    char *path = a3d_relative_path(arena, folder, place);
    if (path == NULL)
        return NULL;
    a3d_text name;
    size_t n = strlen(path);
    a3d_text_init(&name, arena);
    for (size_t i = 0, step; i < n; i += step) {
        step = a3d_utf8_step((const uint8_t *)path + i, n - i);
        if (step == 0 || (unsigned char)path[i] < 0x20) {
            a3d_printf(&name, "\\x%02x", (unsigned char)path[i]);
            step = 1;
        } else {
            a3d_put(&name, path + i, step);
        }
    }
    char *kept = name.failed ? NULL : a3d_arena_text(arena, name.data, name.size);
    a3d_text_free(&name);
    return kept;
}

/* The index of the first entry that does not come before this one. */
static size_t lower_bound(const a3d_entries *e, const a3d_entry *key)
{
    size_t low = 0, high = e->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (a3d_entry_order(&e->at[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Resets the entries of a file before its findings are matched. Those whose rule is on, in a file that was checked to
 * its end, are marked as checked: only they can turn out to be gone. */
static void begin_file(a3d_baseline *one, const char *name, const a3d_result *result, const a3d_options *options)
{
    bool whole = (result->verdict == A3DLINT_VALID || result->verdict == A3DLINT_INVALID) && !result->truncated;
    a3d_entry key = {.path = name, .rule = "", .field = "", .fingerprint = ""};
    const a3d_entry *end = one->entries.at + one->entries.n;
    a3d_entry *e = one->entries.at + lower_bound(&one->entries, &key);
    for (; e < end && strcmp(e->path, name) == 0; e++) {
        e->left = e->count;
        e->checked |= whole && a3d_severity_of(options, a3d_rule_named(e->rule)) != A3D_OFF;
    }
}

/* Matches a finding at so many places with its entry, which covers as many as its count has left. */
static a3d_standing match_finding(const a3d_baselines *b, const a3d_entries *entries, const a3d_entry *key,
                                  uint32_t places)
{
    size_t i = lower_bound(entries, key);
    if (i == entries->n || a3d_entry_order(&entries->at[i], key) != 0)
        return (a3d_standing){.known = A3D_NEW};
    a3d_entry *e = &entries->at[i];
    bool covered = e->left >= places, expired = e->expires != NULL && strcmp(b->today, e->expires) > 0;
    e->seen = true;
    e->left -= covered ? places : e->left;
    return (a3d_standing){covered ? A3D_UNCHANGED : A3D_UPDATED, covered && !expired, expired, e->reason, e->expires};
}

/* Fills *key with what identifies a finding. False when memory ran out. */
static bool key_of(a3d_entry *key, const char *name, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_text field;
    char *print = a3d_arena_alloc(doc->arena, A3D_FINGERPRINT_ROOM);
    a3d_text_init(&field, doc->arena);
    a3d_put_stable_place(&field, doc, &f->place);
    const char *text = field.data != NULL ? field.data : "";
    const char *kept = field.failed ? NULL : a3d_arena_text(doc->arena, text, field.size);
    a3d_text_free(&field);
    if (print == NULL || kept == NULL)
        return false;
    a3d_fingerprint(doc, f, print);
    *key = (a3d_entry){.path = name, .rule = f->rule->id, .field = kept, .fingerprint = print, .count = f->count};
    return true;
}

const a3d_standing *a3d_baseline_match(a3d_baselines *b, a3d_baseline *baseline, const a3d_choices *choices,
                                       const a3d_result *result, a3d_severity least, bool *failed)
{
    a3d_doc *doc = result->doc;
    *failed = false;
    if (baseline == NULL || doc == NULL)
        return NULL;
    char *name = a3d_path_in_baseline(doc->arena, baseline->folder, choices->place);
    a3d_standing *standing = a3d_arena_alloc(doc->arena, (doc->n_findings + 1) * sizeof *standing);
    bool readable = result->verdict != A3DLINT_UNREADABLE;
    *failed = name == NULL || standing == NULL;
    if (!*failed)
        begin_file(baseline, name, result, &choices->options);
    if (b->writer != NULL)
        a3d_baseline_next_file(b->writer);
    if (b->writer != NULL && !readable)
        *failed |= !a3d_baseline_refuse(b->writer, choices->place);
    for (size_t i = 0; !*failed && i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        a3d_entry key;
        *failed = !key_of(&key, name, doc, f);
        if (*failed)
            break;
        standing[i] = match_finding(b, &baseline->entries, &key, f->count);
        standing[i].suppressed &= readable;
        if (b->writer == NULL || f->severity < least || !readable)
            continue;
        *failed = !a3d_baseline_record(b->writer, doc, f, choices->place, &key, &standing[i]);
        standing[i].suppressed |= !standing[i].expired;
    }
    return *failed ? NULL : standing;
}

/* ---- the end ---- */

/* Whether the first n bytes of a path may name a file. If more follows, they must name an archive, a regular file. */
static bool is_file(a3d_arena *arena, const char *path, size_t n)
{
    a3d_os_info info;
    char *file = a3d_arena_text(arena, path, n);
    if (file == NULL || !a3d_os_info_of(file, &info))
        return file == NULL || !a3d_os_was_missing();
    return path[n] == '\0' || info.kind == A3D_OS_FILE;
}

char *a3d_place_from_baseline(a3d_arena *arena, const char *folder, const char *name, bool *there)
{
    a3d_text path;
    a3d_text_init(&path, arena);
    *there = true;
    if (strcmp(name, "-") == 0 || strncmp(name, "-!", 2) == 0)
        return a3d_arena_text(arena, name, strlen(name));
    a3d_printf(&path, "%s%s%s", name[0] == '/' ? "" : folder, name[0] == '/' ? "" : "/", name);
    a3d_putc(&path, '\0');
    if (path.failed)
        return NULL;
    size_t n = path.size - 1;
    while (n > 0 && !is_file(arena, path.data, n))
        while (n > 0 && path.data[--n] != '!')
            ;
    *there = n > 0;
    char *place = a3d_absolute_member(arena, "/", path.data, n < path.size - 1 ? n : 0);
    a3d_text_free(&path);
    return place;
}

/* Whether the file of an entry may still exist. A name with an escaped byte cannot be looked up, so it may. */
static bool is_there(const a3d_baselines *b, const a3d_baseline *one, const a3d_entry *e)
{
    a3d_arena arena;
    bool there;
    a3d_arena_init_below(&arena, b->arena);
    bool failed = a3d_place_from_baseline(&arena, one->folder, e->path, &there) == NULL;
    a3d_arena_free(&arena);
    return failed || there || strstr(e->path, "\\x") != NULL;
}

static bool has_vanished(const a3d_baselines *b, const a3d_baseline *one, const a3d_entry *e)
{
    return !e->seen && (e->checked || !is_there(b, one, e));
}

const a3d_vanished *a3d_baselines_vanished(a3d_baselines *b, bool whole, size_t *n)
{
    a3d_vanished *list = NULL;
    size_t cap = 0;
    *n = 0;
    for (const a3d_baseline *one = b->writer == NULL && whole ? b->first : NULL; one != NULL; one = one->next) {
        for (size_t i = 0; i < one->entries.n; i++) {
            const a3d_entry *e = &one->entries.at[i];
            a3d_vanished *more = has_vanished(b, one, e) ? a3d_grow(b->arena, list, &cap, *n + 1, sizeof *list) : NULL;
            if (more == NULL)
                continue;
            list = more;
            list[(*n)++] = (a3d_vanished){one->shown, e->line, e->path, e->rule, e->field, e->fingerprint};
        }
    }
    return list;
}

int a3d_baselines_end(a3d_baselines *b)
{
    if (b->writer == NULL)
        return 0;
    for (size_t i = 0; b->given != NULL && i < b->given->entries.n; i++) {
        const a3d_entry *e = &b->given->entries.at[i];
        if (!e->seen && !has_vanished(b, b->given, e) && !a3d_baseline_keep(b->writer, b->given->folder, e))
            return A3D_EXIT_FAULT;
    }
    return a3d_baseline_write(b->writer);
}
