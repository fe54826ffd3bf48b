/* kinds.c - kinds of file that are recognized by their first bytes */
#include "transfer/tracing.h"
#include "base/bytes.h"

#include <string.h>

typedef struct kind {
    const char *mark;
    uint8_t size, at;
    const char *name;
} kind;

static const kind kinds[] = {
    {"MLOD", 4, 0, "an MLOD P3D, the editable model that ODOL is made from"},
    {"SP3X", 4, 0, "an SP3X P3D, an editable model of Operation Flashpoint"},
    {"SP3D", 4, 0, "an SP3D P3D, an early editable model of Operation Flashpoint"},
    {"\x89PNG\r\n\x1a\n", 8, 0, "a PNG image"},
};

/* A font has the number of its tables after the version, and then 16 times the greatest power of two up to that
 * number. */
static bool is_truetype(const uint8_t *data, size_t size)
{
    if (size < 12 || memcmp(data, "\0\1\0\0", 4) != 0)
        return false;
    unsigned tables = a3d_load16(data + 4, true), power = 1;
    while (power * 2 <= tables)
        power *= 2;
    return tables >= 1 && tables <= 64 && a3d_load16(data + 6, true) == power * 16;
}

const char *a3d_other_kind(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (size >= (size_t)kinds[i].at + kinds[i].size &&
            memcmp(data + kinds[i].at, kinds[i].mark, kinds[i].size) == 0)
            return kinds[i].name;
    return is_truetype(data, size) ? "a TrueType font" : NULL;
}

void a3d_trace_kinds(a3d_tracing *t)
{
    const char *name = a3d_other_kind(t->data, t->size);
    if (t->size == 0)
        a3d_add_trace(t, &(a3d_evidence){.rule = A3D_FILE_EMPTY, .sure = true, .bits = 1000}, "the file is empty");
    if (name != NULL)
        a3d_add_trace(t, &(a3d_evidence){.rule = A3D_FILE_OTHER_KIND, .sure = true, .bits = 32},
                      "the file is %s", name);
}
