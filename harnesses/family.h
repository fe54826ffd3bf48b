/* family.h - what the harnesses of the families do with an input. */
#ifndef A3D_HARNESSES_FAMILY_H
#define A3D_HARNESSES_FAMILY_H

#include "model/doc.h"

/* Judges the input as this format (judge.h): every input quickly, and one of sixteen, chosen by its bytes, in
 * full, its bytes choosing what of judge_reports is done. With A3D_HARNESS=full in the environment all of it is done for
 * each. Ends the process when something does not hold. Returns 0, as LLVMFuzzerTestOneInput must.
 *
 * An input that ends in the eight bytes "A3DLIMIT" is judged without its last 16 bytes; the eight before the mark
 * choose what it may cost, a zero standing for no choice:
 *   0  which request for memory is refused (u16, little-endian)    4  nodes, as a power of two
 *   2  1: all after it are refused too; 2: each small thing is     5  depth
 *      a request of its own; 3: both                               6  findings
 *   3  unpacked bytes, as a power of two                           7  work, as a power of two */
int family_run(const a3d_format *format, const uint8_t *data, size_t size);

/* Whether A3D_HARNESS=full is in the environment. */
bool family_is_full(void);

/* Chooses what takes longest for some inputs: the same by every engine and in every run. Eight bytes are read at a time. */
uint32_t family_digest(const uint8_t *data, size_t size);

/* Prints who does not hold what, and aborts; but where memory was refused (pool.h) nothing has to hold, and it returns. */
void family_refuse(const char *who, size_t size, const char *what);

/* What is done with each decoded document: family_rules_seen, and the second opinion must agree (second.h). */
void family_seen(const a3d_doc *doc);

/* Each rule that a finding names is a branch of its own, so that an engine sees rules as it sees edges. */
void family_rules_seen(const a3d_doc *doc);

#endif
