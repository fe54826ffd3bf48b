/* finding.c - see finding.h */
#include "model/finding.h"

const char *a3d_severity_name(a3d_severity severity)
{
    static const char *const names[] = {"off", "note", "warning", "error"};
    return names[severity];
}

const char *a3d_fix_phrase(a3d_fix fix)
{
    static const char *const phrases[] = {
        NULL,
#define FIX(name, phrase) phrase,
#include "model/fixes.def"
#undef FIX
    };
    return phrases[fix];
}
