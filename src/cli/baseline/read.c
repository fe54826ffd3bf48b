/* read.c - reads and writes the text of a baseline; see baseline.h */
#include "base/json.h"
#include "base/json_read.h"
#include "base/utf8.h"
#include "cli/baseline/baseline.h"
#include "cli/options/names.h"

#include <stdlib.h>
#include <string.h>

#define BASELINE_MARK "a3dlint-baseline"
enum { BASELINE_VERSION = 1 };

/* ---- days ---- */

static unsigned digits(const char *p, unsigned n)
{
    unsigned value = 0;
    while (n-- > 0)
        value = value * 10 + (unsigned)(*p++ - '0');
    return value;
}

bool a3d_is_day(const char *text)
{
    static const unsigned char lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(text) != A3D_DAY_ROOM - 1 || text[4] != '-' || text[7] != '-')
        return false;
    for (unsigned i = 0; i < A3D_DAY_ROOM - 1; i++)
        if (i != 4 && i != 7 && (text[i] < '0' || text[i] > '9'))
            return false;
    unsigned year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1] + (month == 2 && leap ? 1u : 0u);
}

/* ---- order ---- */

int a3d_entry_order(const a3d_entry *a, const a3d_entry *b)
{
    int order = strcmp(a->path, b->path);
    if (order == 0)
        order = strcmp(a->rule, b->rule);
    if (order == 0)
        order = strcmp(a->field, b->field);
    return order != 0 ? order : strcmp(a->fingerprint, b->fingerprint);
}

static int by_order(const void *a, const void *b)
{
    return a3d_entry_order(a, b);
}

/* ---- reading ---- */

static bool is_fingerprint(const char *text)
{
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

static bool check_rule(a3d_json_reader *r, const char *rule)
{
    a3d_near near = {0};
    a3d_text text;
    if (a3d_rule_named(rule) != NULL)
        return true;
    a3d_near_rules(&near, rule);
    a3d_text_init(&text, r->arena);
    a3d_printf(&text, "unknown rule '%s'", rule);
    a3d_put_near(&text, &near, "a3dlint rules");
    const char *kept = text.failed ? NULL : a3d_arena_text(r->arena, text.data, text.size);
    a3d_text_free(&text);
    return a3d_json_fail(r, kept != NULL ? kept : "not enough memory");
}

/* Reads a string, unless the entry has one already. */
static bool take_text(a3d_json_reader *r, const char **to)
{
    if (*to != NULL)
        return a3d_json_fail(r, "duplicate member");
    *to = a3d_json_string(r);
    return *to != NULL;
}

static bool take_member(a3d_json_reader *r, a3d_entry *e)
{
    const char *name = a3d_json_name(r);
    if (name == NULL)
        return false;
    if (strcmp(name, "path") == 0)
        return take_text(r, &e->path);
    if (strcmp(name, "rule") == 0)
        return take_text(r, &e->rule) && check_rule(r, e->rule);
    if (strcmp(name, "field") == 0)
        return take_text(r, &e->field);
    if (strcmp(name, "found") == 0)
        return take_text(r, &e->found);
    if (strcmp(name, "reason") == 0)
        return take_text(r, &e->reason);
    if (strcmp(name, "fingerprint") == 0)
        return take_text(r, &e->fingerprint) &&
               (is_fingerprint(e->fingerprint) || a3d_json_fail(r, "a fingerprint is 16 hexadecimal digits"));
    if (strcmp(name, "expires") == 0)
        return take_text(r, &e->expires) && (a3d_is_day(e->expires) || a3d_json_fail(r, "a day is YYYY-MM-DD"));
    if (strcmp(name, "count") == 0 && e->count > 0)
        return a3d_json_fail(r, "duplicate member");
    if (strcmp(name, "count") == 0)
        return a3d_json_whole(r, &e->count) && (e->count > 0 || a3d_json_fail(r, "a count is 1 or more"));
    return a3d_json_fail(r, "an entry has path, rule, field, found, fingerprint, count, reason and expires; not this");
}

static bool take_entry(a3d_json_reader *r, a3d_entries *entries)
{
    a3d_entry e = {0};
    size_t n = 0, at;
    if (!a3d_json_enter(r, '{'))
        return false;
    at = r->at;
    while (a3d_json_more(r, '}', &n))
        if (!take_member(r, &e))
            return false;
    if (r->problem != NULL)
        return false;
    if (e.path == NULL || e.rule == NULL || e.field == NULL || e.fingerprint == NULL) {
        r->at = at;
        return a3d_json_fail(r, "an entry needs path, rule, field and fingerprint");
    }
    e.count += e.count == 0;
    e.line = a3d_json_line(r, at);
    a3d_entry *list = a3d_grow(r->arena, entries->at, &entries->cap, entries->n + 1, sizeof *list);
    if (list == NULL)
        return a3d_json_fail(r, "not enough memory");
    entries->at = list;
    list[entries->n++] = e;
    return true;
}

static bool take_file(a3d_json_reader *r, a3d_entries *entries)
{
    size_t members = 0, elements = 0;
    uint64_t version = 0;
    bool listed = false;
    if (!a3d_json_enter(r, '{'))
        return false;
    while (a3d_json_more(r, '}', &members)) {
        const char *name = a3d_json_name(r);
        if (name == NULL)
            return false;
        if (members == 1 && strcmp(name, BASELINE_MARK) == 0) {
            if (!a3d_json_whole(r, &version))
                return false;
            if (version != BASELINE_VERSION)
                return a3d_json_fail(r, "this baseline was written by a newer a3dlint");
        } else if (version > 0 && !listed && strcmp(name, "findings") == 0) {
            listed = true;
            if (!a3d_json_enter(r, '['))
                return false;
            while (a3d_json_more(r, ']', &elements))
                if (!take_entry(r, entries))
                    return false;
        } else {
            return a3d_json_fail(r, "a baseline has \"" BASELINE_MARK "\": 1, then \"findings\", and nothing else");
        }
    }
    if (r->problem == NULL && !listed)
        return a3d_json_fail(r, "a baseline has \"" BASELINE_MARK "\": 1, then \"findings\", and nothing else");
    return a3d_json_ends(r);
}

bool a3d_baseline_read(a3d_arena *arena, const void *data, size_t size, a3d_entries *entries, unsigned *line,
                       unsigned *column, a3d_text *problem)
{
    a3d_json_reader r;
    size_t mark = a3d_utf8_mark(data, size);
    a3d_json_read(&r, arena, (const char *)data + mark, size - mark);
    if (!take_file(&r, entries)) {
        a3d_json_place(&r, r.at, line, column);
        a3d_puts(problem, r.problem);
        return false;
    }
    if (entries->n > 0)
        qsort(entries->at, entries->n, sizeof *entries->at, by_order);
    for (size_t i = 1; i < entries->n; i++) {
        if (a3d_entry_order(&entries->at[i - 1], &entries->at[i]) != 0)
            continue;
        unsigned a = entries->at[i - 1].line, b = entries->at[i].line;
        *line = a > b ? a : b;
        *column = 0;
        a3d_printf(problem, "duplicate finding; it is already in line %u", a > b ? b : a);
        return false;
    }
    return true;
}

/* ---- writing; beside reading, since both need the same mark, version and names ---- */

static void put_member(a3d_json *j, const char *name, const char *value)
{
    if (value == NULL)
        return;
    a3d_json_member_str(j, name, value);
}

static void put_entry(a3d_text *out, const a3d_entry *e)
{
    a3d_json j;
    a3d_json_init(&j, out, false);
    a3d_json_open(&j, '{');
    put_member(&j, "path", e->path);
    put_member(&j, "rule", e->rule);
    put_member(&j, "field", e->field);
    put_member(&j, "found", e->found);
    put_member(&j, "fingerprint", e->fingerprint);
    a3d_json_member_uint(&j, "count", e->count);
    put_member(&j, "reason", e->reason);
    put_member(&j, "expires", e->expires);
    a3d_json_close(&j, '}');
}

void a3d_baseline_put(a3d_text *out, const a3d_entries *entries)
{
    a3d_printf(out, "{\n  \"" BASELINE_MARK "\": %d,\n  \"findings\": [", BASELINE_VERSION);
    for (size_t i = 0; i < entries->n; i++) {
        a3d_puts(out, i > 0 ? ",\n    " : "\n    ");
        put_entry(out, &entries->at[i]);
    }
    a3d_puts(out, entries->n > 0 ? "\n  ]\n}\n" : "]\n}\n");
}
