/* replay.c - output split into values, and printed again by snprintf; see replay.h
 *
 * The other side of the comparison is handed all that is no formatting: texts are escaped, places and fingerprints are known.
 * Since it is made of what the form has just written, it cannot fall behind the form. */
#include "replay.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MOST = 18, BYTE_LINE = 8 };

typedef struct splitter {
    bench_pieces *p;
    const char *at, *end, *from; /* `from`: where the literal before the next value begins */
} splitter;

static void add(splitter *s, bench_piece piece, const char *value, const char *after)
{
    bench_pieces *p = s->p;
    if (p->n == p->room) {
        p->room = p->room > 0 ? 2 * p->room : 1024;
        p->pieces = realloc(p->pieces, p->room * sizeof *p->pieces);
        if (p->pieces == NULL) {
            fputs("bench: out of memory\n", stderr);
            exit(1);
        }
    }
    piece.before = s->from;
    piece.n_before = (int)(value - s->from);
    p->pieces[p->n++] = piece;
    s->at = s->from = after;
}

static void add_text(splitter *s, const char *text, const char *stop)
{
    add(s, (bench_piece){.kind = BENCH_TEXT, .text = text, .n_text = (int)(stop - text)}, text, stop);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static size_t run(const splitter *s, bool (*is)(char))
{
    size_t n = 0;
    while (s->at + n < s->end && is(s->at[n]))
        n++;
    return n;
}

static void number(splitter *s, bool hex)
{
    size_t n = run(s, hex ? is_hex : is_digit);
    char digits[DIGITS_MOST + 1];
    if (n == 0 || n > DIGITS_MOST || (!hex && n > 1 && s->at[0] == '0')) {
        s->at += n > 0 ? n : 1;
        return;
    }
    memcpy(digits, s->at, n);
    digits[n] = '\0';
    bench_piece piece = {.kind = hex ? BENCH_HEX : BENCH_DECIMAL, .digits = (int)n};
    piece.number = strtoull(digits, NULL, hex ? 16 : 10);
    add(s, piece, s->at, s->at + n);
}

/* At a quote. What a colon follows is the name of a member. */
static void string(splitter *s)
{
    const char *first = s->at + 1, *stop = first;
    while (stop < s->end && *stop != '"')
        stop += *stop == '\\' ? 2 : 1;
    if (stop + 1 < s->end && stop[1] != ':')
        add_text(s, first, stop);
    s->at = stop + 1;
}

static void split_json(splitter *s)
{
    while (s->at < s->end) {
        if (*s->at == '"')
            string(s);
        else if (is_digit(*s->at) && s->at[-1] != '.' && s->at[-1] != 'e')
            number(s, false);
        else
            s->at++;
    }
}

static const char *stop_of_line(const splitter *s)
{
    const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
    return stop != NULL ? stop : s->end;
}

static bool shows_bytes(const splitter *s)
{
    splitter line = *s;
    while (line.at < line.end && *line.at == ' ')
        line.at++;
    return run(&line, is_hex) == BYTE_LINE && line.at + BYTE_LINE < line.end && line.at[BYTE_LINE] == ' ';
}

static bool shows_place(const splitter *s, const char *stop)
{
    for (const char *at = s->at; at + 3 < stop; at++)
        if (memcmp(at, "+0x", 3) == 0)
            return true;
    return false;
}

static void split_line(splitter *s, const char *stop)
{
    bool bytes = shows_bytes(s), place = shows_place(s, stop);
    if (!bytes && !place)
        add_text(s, s->at, stop);
    while (s->at < stop) {
        bool hex = bytes || (s->at - s->from >= 2 && memcmp(s->at - 2, "0x", 2) == 0);
        if (hex ? is_hex(*s->at) : is_digit(*s->at) && s->at[1] != 'x')
            number(s, hex);
        else
            s->at++;
    }
}

void bench_split(bench_pieces *p, const char *out, size_t size, bool json)
{
    splitter s = {p, out, out + size, out};
    p->n = 0;
    if (json)
        split_json(&s);
    while (!json && s.at < s.end) {
        const char *stop = stop_of_line(&s);
        split_line(&s, stop);
        s.at = stop < s.end ? stop + 1 : s.end;
    }
    if (s.from < s.end)
        add_text(&s, s.end, s.end);
}

size_t bench_print(const bench_pieces *p, char *to, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const bench_piece *x = &p->pieces[i];
        int made = x->kind == BENCH_DECIMAL ? snprintf(to + n, room - n, "%.*s%llu", x->n_before, x->before, x->number)
                   : x->kind == BENCH_HEX
                       ? snprintf(to + n, room - n, "%.*s%0*llx", x->n_before, x->before, x->digits, x->number)
                       : snprintf(to + n, room - n, "%.*s%.*s", x->n_before, x->before, x->n_text, x->text);
        n += (size_t)made;
    }
    return n;
}
