/* words.h - which records and fields of each format are meshes, triangles, vertices … */
#ifndef A3D_REPORT_STATS_WORDS_H
#define A3D_REPORT_STATS_WORDS_H

#include "report/stats/stats.h"

/* The name of a word: "meshes". */
const char *a3d_word_name(a3d_word word);
/* The same for a number of them: "mesh" for one. */
const char *a3d_word_for(a3d_word word, uint64_t n);

/* Whether a format says anything about a word. */
bool a3d_has_word(const a3d_format *format, a3d_word word);

/* Counts a document in words. */
void a3d_count_words(const a3d_doc *doc, uint64_t words[A3D_WORDS]);

#endif
