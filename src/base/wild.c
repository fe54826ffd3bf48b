/* wild.c - see wild.h
 *
 * A pattern becomes a list of tokens. Matching keeps the set of tokens that can come next, so no pattern takes more
 * than the product of both lengths. */
#include "base/wild.h"

#include <string.h>

/* EITHER: before `**` and `/`, which may both be absent. */
typedef enum part { LETTER, ANY, STAR, STARS, EITHER, SET } part;

typedef struct token {
    part kind;
    uint8_t letter;
    uint8_t *set; /* SET: a bit for each character */
} token;

struct a3d_wild {
    token *at;
    size_t n;
    size_t tail; /* letters at the end: the cheapest reason why most texts do not match */
    bool fold;
    bool never;  /* nothing matches */
};

enum { SET_SIZE = 256 / 8 };

size_t a3d_wild_plain(const char *pattern)
{
    return strcspn(pattern, "*?[\\");
}

static uint8_t small(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

/* ---- sets ---- */

static void add_range(uint8_t *set, unsigned from, unsigned to)
{
    for (unsigned c = from; c <= to; c++)
        set[c / 8] |= (uint8_t)(1u << c % 8);
}

static void add_letters(uint8_t *set)
{
    add_range(set, 'a', 'z');
    add_range(set, 'A', 'Z');
}

static void add_marks(uint8_t *set)
{
    add_range(set, '!', '/');
    add_range(set, ':', '@');
    add_range(set, '[', '`');
    add_range(set, '{', '~');
}

static bool is_class(const char *name, size_t n, const char *wanted)
{
    return strlen(wanted) == n && memcmp(name, wanted, n) == 0;
}

/* Adds a class of characters. False for an unknown name. */
static bool add_class(uint8_t *set, const char *name, size_t n)
{
    static const struct {
        const char *name;
        uint8_t from, to;
    } ranges[] = {{"cntrl", 0, 31}, {"cntrl", 127, 127}, {"digit", '0', '9'}, {"graph", '!', '~'}, {"lower", 'a', 'z'},
                  {"print", ' ', '~'}, {"upper", 'A', 'Z'}, {"xdigit", '0', '9'}, {"xdigit", 'a', 'f'},
                  {"xdigit", 'A', 'F'}, {"blank", ' ', ' '}, {"blank", '\t', '\t'}, {"space", ' ', ' '},
                  {"space", '\t', '\n'}, {"space", '\r', '\r'}, {"alnum", '0', '9'}};
    bool known = is_class(name, n, "alpha") || is_class(name, n, "alnum");
    if (known)
        add_letters(set);
    if (is_class(name, n, "punct")) {
        add_marks(set);
        known = true;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (is_class(name, n, ranges[i].name)) {
            add_range(set, ranges[i].from, ranges[i].to);
            known = true;
        }
    return known;
}

/* Adds the small letters for the capital ones of a range. */
static void add_small(uint8_t *set, unsigned from, unsigned to)
{
    for (unsigned c = from > 'A' ? from : 'A'; c <= to && c <= 'Z'; c++)
        add_range(set, small((uint8_t)c), small((uint8_t)c));
}

/* Adds what is at p in a set: a range that starts with `*before`, a class, or a character. Stores the character that a
 * range can start with, or 0. Returns the last byte of it, or NULL if this is not a set. */
static const char *add_member(uint8_t *set, const char *p, uint8_t *before, bool fold)
{
    uint8_t first = *before;
    *before = 0;
    if (p[0] == '-' && first != 0 && p[1] != '\0' && p[1] != ']') {
        p += p[1] == '\\' ? 2 : 1;
        add_range(set, first, (uint8_t)*p);
        if (fold)
            add_small(set, first, (uint8_t)*p);
        return *p != '\0' ? p : NULL;
    }
    if (p[0] == '[' && p[1] == ':') {
        size_t n = strcspn(p + 2, "]");
        if (p[2 + n] == '\0')
            return NULL;
        if (fold && is_class(p + 2, n, "upper:"))
            add_small(set, 'A', 'Z');
        if (n > 0 && p[1 + n] == ':')
            return add_class(set, p + 2, n - 1) ? p + 2 + n : NULL;
    }
    p += p[0] == '\\';
    *before = (uint8_t)*p;
    add_range(set, *before, *before);
    return *p != '\0' ? p : NULL;
}

/* Reads the set that begins with the [ at p. Returns its ], or NULL if it has none or is wrong. */
static const char *take_set(const char *p, uint8_t *set, bool fold)
{
    bool negated = p[1] == '!' || p[1] == '^';
    uint8_t before = 0;
    p += negated;
    do
        p = add_member(set, p + 1, &before, fold);
    while (p != NULL && p[1] != ']');
    for (size_t i = 0; negated && i < SET_SIZE; i++)
        set[i] = (uint8_t)~set[i];
    set['/' / 8] &= (uint8_t)~(1u << '/' % 8);
    return p != NULL ? p + 1 : NULL;
}

/* ---- making ---- */

static void add(a3d_wild *w, part kind, uint8_t letter)
{
    bool absent = w->n > 0 && w->at[w->n - 1].kind == STARS; /* the slash after ** may be */
    w->at[w->n++] = (token){.kind = kind, .letter = letter};
    w->tail = kind == LETTER && !absent ? w->tail + 1 : 0;
}

/* Adds the stars at p and returns their end. */
static const char *add_stars(a3d_wild *w, const char *pattern, const char *p)
{
    const char *end = p + strspn(p, "*");
    bool begins = p == pattern || p[-1] == '/', ends = *end == '\0' || *end == '/' || (*end == '\\' && end[1] == '/');
    bool folders = end - p > 1 && begins && ends;
    if (folders && *end == '/')
        add(w, EITHER, 0);
    add(w, folders ? STARS : STAR, 0);
    return end;
}

a3d_wild *a3d_wild_make(a3d_arena *arena, const char *pattern, bool fold)
{
    a3d_wild *w = a3d_arena_alloc(arena, sizeof *w);
    if (w == NULL || (w->at = a3d_arena_alloc(arena, (strlen(pattern) + 1) * sizeof *w->at)) == NULL)
        return NULL;
    w->fold = fold;
    for (const char *p = pattern; !w->never && *p != '\0'; p++) {
        if (*p == '*') {
            p = add_stars(w, pattern, p) - 1;
        } else if (*p == '?') {
            add(w, ANY, 0);
        } else if (*p == '[') {
            add(w, SET, 0);
            uint8_t *set = w->at[w->n - 1].set = a3d_arena_alloc(arena, SET_SIZE);
            if (set == NULL)
                return NULL;
            const char *end = take_set(p, set, fold);
            w->never = end == NULL;
            p = end != NULL ? end : p;
        } else {
            bool escaped = *p == '\\';
            p += escaped;
            w->never = *p == '\0';
            add(w, LETTER, fold && !escaped ? small((uint8_t)*p) : (uint8_t)*p);
            p -= w->never;
        }
    }
    return w;
}

/* ---- matching ---- */

static uint8_t letter_of(const a3d_wild *w, char c)
{
    return w->fold ? small((uint8_t)c) : (uint8_t)c;
}

static bool takes(const token *t, uint8_t c)
{
    switch (t->kind) {
    case LETTER: return t->letter == c;
    case SET: return (t->set[c / 8] >> c % 8 & 1) != 0;
    case STARS: return true;
    case EITHER: return false;
    default: return c != '/';
    }
}

/* Marks every token that can be reached without a character. Such steps only go forward. */
static void lead_on(const a3d_wild *w, bool *row)
{
    for (size_t i = 0; i < w->n; i++) {
        part kind = w->at[i].kind;
        if (row[i] && (kind == STAR || kind == STARS || kind == EITHER))
            row[i + 1] = true;
        if (row[i] && kind == EITHER)
            row[i + 3] = true;
    }
}

static bool has_tail(const a3d_wild *w, const char *text, size_t n)
{
    for (size_t i = 0; i < w->tail; i++)
        if (i >= n || letter_of(w, text[n - 1 - i]) != w->at[w->n - 1 - i].letter)
            return false;
    return true;
}

bool a3d_wild_fits(const a3d_wild *w, const char *text, uint64_t *steps)
{
    bool rows[2][A3D_WILD_LONGEST + 2], *row = rows[0], *then = rows[1];
    size_t n = strlen(text);
    uint64_t work = (uint64_t)(w->n + 1) * (n + 1);
    if (w->never || w->n > A3D_WILD_LONGEST || !has_tail(w, text, n))
        return false;
    if (work > *steps) {
        *steps = 0;
        return false;
    }
    *steps -= work;
    memset(row, 0, w->n + 1);
    row[0] = true;
    for (size_t i = 0; i < n; i++) {
        lead_on(w, row);
        memset(then, 0, w->n + 1);
        uint8_t c = letter_of(w, text[i]);
        for (size_t k = 0; k < w->n; k++)
            if (row[k] && takes(&w->at[k], c)) {
                bool stays = w->at[k].kind == STAR || w->at[k].kind == STARS;
                then[stays ? k : k + 1] = true;
            }
        bool *last = row;
        row = then;
        then = last;
    }
    lead_on(w, row);
    return row[w->n];
}
