/* finding.c - names of severities */
#include "model/finding.h"

const char *a3d_severity_name(a3d_severity severity)
{
    static const char *const names[] = {"off", "note", "warning", "error"};
    return names[severity];
}
