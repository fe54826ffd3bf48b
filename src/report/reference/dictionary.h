/* dictionary.h - words that a fuzzer should try, as the tables of a format say them. */
#ifndef A3D_REPORT_REFERENCE_DICTIONARY_H
#define A3D_REPORT_REFERENCE_DICTIONARY_H

#include "base/text.h"
#include "model/format.h"

/* A dictionary in the form that libFuzzer and AFL++ read: magics, versions, type numbers, enumerators, ends of ranges,
 * values that mean nothing, special floats, ends of wire types, marks of compression; each word once. */
void a3d_dictionary(a3d_text *out, const a3d_format *format);

#endif
