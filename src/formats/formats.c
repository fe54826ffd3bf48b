/* formats.c - see formats.h */
#include "formats/formats.h"
#include "transfer/transfer.h"

#include <string.h>

const a3d_format *const *a3d_formats(void)
{
    static const a3d_format *const formats[] = {
#define A3D_FORMAT(name) &a3d_format_##name,
#include "formats/formats.def"
#undef A3D_FORMAT
        NULL,
    };
    return formats;
}

const a3d_format *const *a3d_rule_sets(void)
{
    static const a3d_format *const sets[] = {
#define A3D_FORMAT(name) &a3d_format_##name,
#include "formats/formats.def"
#undef A3D_FORMAT
        &a3d_format_file,
        NULL,
    };
    return sets;
}

const a3d_format *a3d_rule_set_of(const char *id)
{
    size_t length = strcspn(id, "/");
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        if (strlen((*f)->name) == length && memcmp((*f)->name, id, length) == 0)
            return *f;
    return NULL;
}

const a3d_format *a3d_format_named(const char *name, size_t length)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if (strlen((*f)->name) == length && memcmp((*f)->name, name, length) == 0)
            return *f;
    return NULL;
}
