/* overwritten.h - whether a likely cause is the place of a damage that reaches farther, or no damage at all */
#ifndef A3D_LINT_OVERWRITTEN_H
#define A3D_LINT_OVERWRITTEN_H

#include "model/doc.h"
#include "model/finding.h"

/* Whether the value of a suspect looks like what is before and after it, and not like its repair. Then other bytes were
 * written over all of them, or they are not where they were. */
bool a3d_is_overwritten(const a3d_doc *doc, const a3d_suspect *s);

/* Whether a suspect lets a list that has entries go on over fields that were read well between it and the fault. Bytes
 * of a list are seldom read so far as something else, but many bytes of a list fit over a damage. */
bool a3d_swallows(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s);

/* Whether a suspect gives a list more texts that end with a NUL, of which one is no whole file name: a zero that was
 * written into a name splits it in two. `after` is the document with the suspect in place. */
bool a3d_splits_text(const a3d_doc *doc, const a3d_doc *after, const a3d_suspect *s);

/* Whether the number of a suspect is a character of a longer text, whose own length is a few bytes before it: the text
 * is not where it was, since bytes before it were lost or put in. */
bool a3d_is_inside_text(const a3d_doc *doc, const a3d_suspect *s);

/* Whether a suspect writes a count in a longer form than it needs, which exporters do not: then its form is wrong. */
bool a3d_is_over_long(const a3d_doc *doc, const a3d_suspect *s);

/* Whether a suspect makes a text longer or shorter so that it has control characters: they belong to other fields. Or
 * the text that ends just before the suspect has one: the same damage reached both. */
bool a3d_takes_controls(const a3d_doc *after, const a3d_suspect *s);

/* Whether a suspect changes bytes of a number on both sides of one that it keeps: one damage would have changed that
 * one, too, and the number is right by chance. The same bytes in another order, and the number as a float, are one
 * damage. */
bool a3d_is_scattered(const a3d_doc *doc, const a3d_suspect *s);

#endif
