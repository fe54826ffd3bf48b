/* finding.c - names of severities and faults */
#include "model/finding.h"

const char *a3d_severity_name(a3d_severity severity)
{
    static const char *const names[] = {"off", "note", "warning", "error"};
    return names[severity];
}

const char *a3d_fault_phrase(a3d_fault fault)
{
    static const char *const phrases[] = {
        "",
#define FAULT(name, phrase) phrase,
#include "model/faults.def"
#undef FAULT
    };
    return phrases[fault];
}
