/* names.h - texts of a document, and how they are compared: case is ignored */
#ifndef A3D_FORMATS_ODOL_NAMES_H
#define A3D_FORMATS_ODOL_NAMES_H

#include "engine/document/content.h"
#include "model/doc.h"

#include <string.h>

typedef struct text {
    const uint8_t *p;
    uint32_t n;
} text;

static inline text text_of(const a3d_doc *doc, uint32_t node)
{
    const a3d_node *t = a3d_at(doc, node);
    uint32_t stream, off;
    if (t->state != A3D_PRESENT || t->v.at.count == 0)
        return (text){NULL, 0};
    text found = {a3d_content(doc, t, &stream, &off), t->v.at.count};
    return found.p != NULL ? found : (text){NULL, 0};
}

/* Names are ASCII; other characters are not changed. */
static inline unsigned fold(unsigned c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Compares two texts ignoring case. */
static inline int compare_folded(text a, text b)
{
    for (uint32_t i = 0; i < a.n && i < b.n; i++)
        if (fold(a.p[i]) != fold(b.p[i]))
            return fold(a.p[i]) < fold(b.p[i]) ? -1 : 1;
    return a.n < b.n ? -1 : a.n > b.n;
}

/* Whether a text ends with `ending`, which is in lower case. */
static inline bool ends_with(text t, const char *ending)
{
    size_t n = strlen(ending);
    for (size_t i = 0; i < n; i++)
        if (t.n < n || fold(t.p[t.n - n + i]) != (unsigned char)ending[i])
            return false;
    return true;
}

#endif
