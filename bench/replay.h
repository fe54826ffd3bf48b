/* replay.h - what a report form wrote, printed again by snprintf with a call for each value */
#ifndef A3D_BENCH_REPLAY_H
#define A3D_BENCH_REPLAY_H

#include "base/text.h"

/* One call of snprintf: what precedes a value as it is written, and the value. */
typedef struct bench_piece {
    const char *before, *text; /* `text`: the value where it is no number */
    int n_before, n_text;
    int digits; /* of a hexadecimal number, with leading zeros */
    unsigned long long number;
    enum { BENCH_TEXT, BENCH_DECIMAL, BENCH_HEX } kind;
} bench_piece;

typedef struct bench_pieces {
    bench_piece *pieces;
    size_t n, room;
} bench_pieces;

/* Splits output into its values. In JSON these are the strings and the numbers, not the names of members. In text they are
 * the numbers of lines that show bytes or places, and the other lines as a whole. The pieces refer to `out`, which has to
 * stay. Ends the program when memory runs out. */
void bench_split(bench_pieces *p, const char *out, size_t size, bool json);

/* Prints the pieces into `to`, which has room for them, and returns the number of bytes. */
size_t bench_print(const bench_pieces *p, char *to, size_t room);

#endif
