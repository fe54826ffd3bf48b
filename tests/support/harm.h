/* harm.h - what happens to whole files on their way, done to the bytes of a test */
#ifndef A3D_TESTS_HARM_H
#define A3D_TESTS_HARM_H

#include "base/text.h"
#include "transfer/transfer.h"

typedef a3d_text harm_fn(a3d_arena *arena, const uint8_t *data, size_t size);

/* conversions of text */
harm_fn harm_lf_to_crlf, harm_lf_to_crlf_twice, harm_crlf_to_lf, harm_lone_lf_to_crlf,
    harm_latin1_to_utf8, harm_windows1252_to_utf8,
    harm_twice_to_utf8, harm_utf8_with_mark, harm_to_utf16, harm_replace, harm_question, harm_seven_bits,
    harm_top_bits;
/* wrappers */
harm_fn harm_mime, harm_one_line, harm_data_uri, harm_digits, harm_spaced_digits, harm_c_array, harm_xxd,
    harm_hexdump, harm_hexdump_words, harm_gzip, harm_gzip_members, harm_zlib_stream, harm_cut_gzip;
/* what is before, and copies */
harm_fn harm_mark, harm_http, harm_headers, harm_chunked, harm_upload, harm_warning, harm_twice, harm_and_a_part,
    harm_after_a_part;
/* zeros and swaps */
harm_fn harm_zero_head, harm_zero_all, harm_zero_block, harm_zero_large_block, harm_zero_tail, harm_swapped_16,
    harm_swapped_32;

/* One character in UTF-8. */
void harm_put_utf8(a3d_text *t, unsigned c);

a3d_text harm_empty(a3d_arena *arena);
a3d_text harm_random_bytes(a3d_arena *arena, uint64_t seed, size_t size);

/* What the library is asked: whether a model starts here. */
bool harm_starts(const uint8_t *data, size_t size);

typedef struct harm_traces {
    a3d_trace list[A3D_TRACES];
    size_t n;
} harm_traces;

/* Finds traces in an exact copy of the bytes, so that a sanitizer sees a read past the end. */
harm_traces harm_find(a3d_arena *arena, const void *data, size_t size);
/* Whether one of the traces of this rule (A3D_FILE_...) gives exactly these bytes back. */
bool harm_gives_back(const harm_traces *found, unsigned rule, const a3d_text *bytes);

#endif
