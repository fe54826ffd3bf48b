/* dictionary.h - the words that a fuzzer should try, taken from the tables of a format */
#ifndef A3D_REPORT_REFERENCE_DICTIONARY_H
#define A3D_REPORT_REFERENCE_DICTIONARY_H

#include "base/text.h"
#include "model/format.h"

/* Appends a dictionary that libFuzzer and AFL++ can read: magics, versions, type numbers, enumerators, bounds of
 * ranges and of wire types, values that stand for none, special floats, and magics of compression. Each word occurs
 * once. */
void a3d_dictionary(a3d_text *out, const a3d_format *format);

#endif
