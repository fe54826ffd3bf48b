/* avoid.c - the list of what is avoided: read, compared with files, and files repaired by it; see avoid.h */
#define _POSIX_C_SOURCE 200809L
#include "avoid.h"
#include "engine/decode/decode.h"
#include "engine/document/path.h"
#include "engine/document/plan_cache.h"
#include "engine/edit/edit.h"
#include "engine/fix/fix.h"
#include "lint/lint.h"
#include "pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_EDITS = 8, MOST_REPAIRS = 4, CHECKED_EACH = 256 };

/* ---- lines ---- */

bool avoid_holds(const avoid_condition *c, double value)
{
    switch (c->op) {
    case AVOID_EQUAL: return value == c->value;
    case AVOID_BELOW: return value < c->value;
    case AVOID_ABOVE: return value > c->value;
    default: return true;
    }
}

/* PATH, or PATH OP VALUE; *at moves past it. */
static bool parse_condition(avoid_condition *c, const char **at)
{
    int used = 0;
    char op = 0;
    *c = (avoid_condition){.op = AVOID_ANY};
    if (sscanf(*at, " %199[^ \n&=<>]%n", c->text, &used) != 1)
        return false;
    *at += used;
    c->path = avoid_hash(c->text);
    char around[AVOID_PATH];
    strcpy(around, c->text);
    char *last = NULL;
    for (char *p = strstr(around, "[]"); p != NULL; p = strstr(p + 2, "[]"))
        last = p;
    if (last != NULL)
        *last = '\0';
    c->list = last != NULL ? avoid_hash(around) : 0;
    if (sscanf(*at, " %c %lf%n", &op, &c->value, &used) != 2 || strchr("=<>", op) == NULL)
        return true;
    c->op = op == '=' ? AVOID_EQUAL : op == '<' ? AVOID_BELOW : AVOID_ABOVE;
    *at += used;
    return true;
}

bool avoid_parse(avoid_line *line, const char *text)
{
    *line = (avoid_line){0};
    for (;;) {
        if (line->n == AVOID_CONDITIONS || !parse_condition(&line->conditions[line->n++], &text))
            return false;
        text += strspn(text, " ");
        if (*text != '&')
            break;
        text++;
    }
    if (strncmp(text, "=>", 2) == 0) {
        text += 2 + strspn(text + 2, " ");
        size_t n = strcspn(text, "\r\n");
        if (n >= sizeof line->edits)
            return false;
        memcpy(line->edits, text, n);
        return true;
    }
    return *text == '\0' || *text == '\n' || *text == '\r';
}

void avoid_print(FILE *out, const avoid_line *line)
{
    for (unsigned i = 0; i < line->n; i++) {
        const avoid_condition *c = &line->conditions[i];
        fprintf(out, "%s%s", i > 0 ? " & " : "", c->text);
        if (c->op != AVOID_ANY)
            fprintf(out, " %c %.17g", " =<>"[c->op], c->value);
    }
    fprintf(out, line->edits[0] != '\0' ? " => %s\n" : "\n", line->edits);
}

/* ---- documents ---- */

const a3d_format *avoid_format(const uint8_t *data, size_t size)
{
    const char *name = getenv("A3D_FORMAT");
    a3d_arena arena;
    if (name != NULL)
        return a3d_format_named(name, strlen(name));
    a3d_arena_init(&arena, NULL);
    const a3d_format *format = a3d_recognize(&arena, data, size, &(a3d_options){0}).format;
    a3d_arena_free(&arena);
    return format;
}

static a3d_limits limits_for(size_t size)
{
    static a3d_plan_cache plans;
    if (plans.n == 0)
        a3d_plan_cache_init(&plans, NULL);
    plans.at_once = true;
    return (a3d_limits){.unpacked = (1 << 20) + 16 * (uint64_t)size, .nodes = (1 << 16) + size, .unsearched = true,
                        .wordless = true, .plan_cache = &plans};
}

static a3d_doc *decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, size_t size, bool rules)
{
    a3d_limits limits = limits_for(size);
    a3d_doc *doc = NULL;
    if (format != NULL && size < UINT32_MAX)
        doc = (rules ? a3d_decode : a3d_decode_structure)(arena, format, data, (uint32_t)size, &limits, format->usual);
    return doc;
}

bool avoid_see(const a3d_format *format, const uint8_t *data, size_t size, bool rules, avoid_look *look)
{
    static pool memory;
    a3d_arena arena;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    a3d_doc *doc = decode(&arena, format, data, size, rules);
    if (doc != NULL)
        avoid_look_at(doc, look);
    a3d_arena_free(&arena);
    return doc != NULL;
}

/* ---- comparing ---- */

typedef struct compare {
    const avoid_line *lines;
    unsigned n;
    uint8_t held[AVOID_LINES]; /* by line, a bit for each condition */
} compare;

static void see(avoid_look *look, uint64_t path, double value)
{
    compare *c = look->user;
    for (unsigned i = 0; i < c->n; i++)
        for (unsigned k = 0; k < c->lines[i].n; k++)
            if (c->lines[i].conditions[k].path == path && avoid_holds(&c->lines[i].conditions[k], value))
                c->held[i] |= (uint8_t)(1u << k);
}

static bool walks(const avoid_look *look, uint64_t list)
{
    const compare *c = look->user;
    for (unsigned i = 0; i < c->n; i++)
        for (unsigned k = 0; k < c->lines[i].n; k++)
            if (c->lines[i].conditions[k].list == list)
                return true;
    return false;
}

/* The first line that a file matches, or `n`. */
static unsigned first_match(const avoid_line *lines, unsigned n, const a3d_format *format, const uint8_t *data,
                            size_t size)
{
    compare c = {.lines = lines, .n = n};
    avoid_look look = {see, walks, NULL, &c};
    bool rules = false;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < lines[i].n; k++)
            rules |= strncmp(lines[i].conditions[k].text, "rule:", 5) == 0;
    if (!avoid_see(format, data, size, rules, &look))
        return n;
    for (unsigned i = 0; i < n; i++)
        if (c.held[i] == (1u << lines[i].n) - 1)
            return i;
    return n;
}

bool avoid_matches(const avoid_line *line, const a3d_format *format, const uint8_t *data, size_t size)
{
    return first_match(line, 1, format, data, size) == 0;
}

/* ---- repairing ---- */

static bool is_about(const avoid_line *line, const char *rule)
{
    for (unsigned i = 0; i < line->n; i++)
        if (strncmp(line->conditions[i].text, "rule:", 5) == 0 && strcmp(line->conditions[i].text + 5, rule) == 0)
            return true;
    return false;
}

/* Repairs all findings of the line's rules. */
static const char *fix(const avoid_line *line, a3d_doc *doc, a3d_text *out)
{
    a3d_fixer x;
    uint64_t steps = 0;
    bool changed = false;
    if (!a3d_fix_begin(&x, doc))
        return "no memory";
    for (size_t i = 0, n = doc->n_findings; i < n && !x.done && x.cost < A3D_FIX_COST; i++)
        if (is_about(line, doc->findings[i].rule->id))
            changed |= a3d_fix_finding(&x, &doc->findings[i]);
    if (!changed || !a3d_fix_end(&x))
        return "nothing to repair";
    return a3d_encode_try(doc, out, x.patches, x.n_patches, &steps);
}

static const char *edit(const avoid_line *line, a3d_doc *doc, a3d_text *out)
{
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    uint64_t steps = 0;
    char words[AVOID_EDITS], *rest = words;
    strcpy(words, line->edits);
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        const char *why = a3d_edit(doc, word, &patches, &n_patches);
        if (why != NULL)
            return why;
    }
    return a3d_encode_try(doc, out, patches, n_patches, &steps);
}

size_t avoid_repair_by(const avoid_line *line, const a3d_format *format, const uint8_t *data, size_t size, uint8_t *out,
                       size_t most)
{
    static pool memory;
    a3d_arena arena;
    a3d_text text;
    bool fixes = strcmp(line->edits, "fix") == 0;
    size_t n = 0;
    if (line->edits[0] == '\0' || format == NULL || size >= UINT32_MAX)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    a3d_text_init(&text, &arena);
    a3d_limits limits = limits_for(size);
    limits.repairs = fixes;
    a3d_doc *doc = a3d_decode(&arena, format, data, (uint32_t)size, &limits, format->usual);
    if (doc != NULL && doc->limited == A3D_LIMIT_NONE && (fixes ? fix : edit)(line, doc, &text) == NULL &&
        !a3d_text_is_lost(&text) && text.size <= most) {
        n = text.size;
        memcpy(out, text.data, n);
    }
    a3d_arena_free(&arena);
    return n;
}

/* ---- single changes ---- */

/* The edit that changes a node; false if there is none. */
static bool varied(const a3d_doc *doc, uint32_t index, a3d_text *edit)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = node->row != NULL ? a3d_shape_of(node)->kind : A3D_SLACK;
    bool is_list = kind == A3D_ARRAY || kind == A3D_VECTOR, is_there = node->state == A3D_PRESENT;
    edit->size = 0;
    if (kind == A3D_SLACK || kind == A3D_GAP || !a3d_is_held(doc, index))
        return false;
    a3d_put_path(edit, doc, index);
    if (node->row->optional)
        a3d_puts(edit, is_there ? ".$present=no" : ".$present=yes");
    else if (is_there && kind == A3D_SCALAR && node->row->derive.kind == A3D_GIVEN)
        a3d_puts(edit, node->v.i == 0 ? "=1" : node->v.i == 1 ? "=2" : "=1");
    else if (is_there && is_list && node->v.at.count > 0)
        a3d_printf(edit, "-=%u", (unsigned)node->v.at.count);
    else if (is_there && is_list)
        a3d_puts(edit, "+=1");
    else
        return false;
    a3d_putc(edit, '\0');
    return edit->size < AVOID_EDITS && memchr(edit->data, ' ', edit->size) == NULL;
}

/* The edit of place `at`, or the number of places. */
static unsigned find_place(const a3d_format *format, const uint8_t *data, size_t size, unsigned at, char *edit)
{
    a3d_arena arena;
    a3d_text text;
    unsigned n = 0;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    const a3d_doc *doc = decode(&arena, format, data, size, false);
    for (uint32_t i = 0; doc != NULL && i < doc->n_nodes && n <= at; i++)
        n += varied(doc, i, &text);
    if (n == at + 1 && n > 0)
        memcpy(edit, text.data, text.size);
    a3d_arena_free(&arena);
    return n;
}

unsigned avoid_places(const a3d_format *format, const uint8_t *data, size_t size)
{
    return find_place(format, data, size, UINT32_MAX - 1, NULL);
}

size_t avoid_vary(const a3d_format *format, const uint8_t *data, size_t size, unsigned at, uint8_t *out, size_t most)
{
    avoid_line line = {0};
    bool found = find_place(format, data, size, at, line.edits) == at + 1;
    return found ? avoid_repair_by(&line, format, data, size, out, most) : 0;
}

/* ---- the list ---- */

static avoid_line list[AVOID_LINES];
static unsigned n_list;

static void read_list(const char *path)
{
    char text[1024];
    FILE *in = fopen(path, "r");
    n_list = 0;
    while (in != NULL && n_list < AVOID_LINES && fgets(text, sizeof text, in) != NULL) {
        if (text[strspn(text, " \t\r\n")] == '\0' || text[0] == '#')
            continue;
        if (avoid_parse(&list[n_list], text)) {
            n_list++;
            continue;
        }
        fprintf(stderr, "A3D_AVOID: %s has a line that cannot be read: %s", path, text);
        exit(2);
    }
    if (in != NULL)
        fclose(in);
}

/* A run that goes on for minutes sees what was added to the list. */
bool avoid_is_on(void)
{
    static const char *path;
    static bool asked;
    static unsigned calls;
    static struct timespec changed;
    struct stat now;
    if (!asked)
        path = getenv("A3D_AVOID");
    asked = true;
    if (path == NULL || calls++ % CHECKED_EACH != 0)
        return n_list > 0;
    if (stat(path, &now) == 0 && (now.st_mtim.tv_sec != changed.tv_sec || now.st_mtim.tv_nsec != changed.tv_nsec)) {
        changed = now.st_mtim;
        read_list(path);
    }
    return n_list > 0;
}

bool avoid_reaches(const a3d_format *format, const uint8_t *data, size_t size)
{
    return first_match(list, n_list, format, data, size) < n_list;
}

size_t avoid_repair(const a3d_format *format, const uint8_t *data, size_t size, uint8_t *out, size_t most)
{
    unsigned line = first_match(list, n_list, format, data, size);
    if (size > most)
        return 0;
    memmove(out, data, size);
    for (unsigned i = 0; i < MOST_REPAIRS && line < n_list; i++) {
        uint8_t *from = malloc(size > 0 ? size : 1);
        if (from == NULL)
            return 0;
        memcpy(from, out, size);
        size = avoid_repair_by(&list[line], format, from, size, out, most);
        free(from);
        if (size == 0)
            return 0;
        line = first_match(list, n_list, format, out, size);
    }
    return line == n_list ? size : 0;
}
