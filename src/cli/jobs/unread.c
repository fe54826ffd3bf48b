/* unread.c - see unread.h */
#include "cli/jobs/unread.h"
#include "cli/archive/archive.h"
#include "cli/jobs/jobs.h"

#include <stdio.h>
#include <string.h>

const char *a3d_unread_reason(a3d_job *job, const char *why)
{
    char text[300];
    int part = job->named && job->member == 0 ? (int)a3d_archive_part(job->path) : 0;
    if (part == 0)
        return why;
    snprintf(text, sizeof text, "members are checked with their archive (a3dlint check %.*s)", part, job->path);
    char *kept = a3d_arena_text(&job->arena, text, strlen(text));
    return kept != NULL ? kept : why;
}

void a3d_explain_damaged(a3d_job *job)
{
    const a3d_result *r = job->result;
    a3d_archive_kind kind = a3d_archive_named(job->path);
    if (kind == A3D_NO_ARCHIVE || r == NULL || r->format != NULL || r->verdict != A3DLINT_UNREADABLE)
        return;
    a3d_result *copy = a3d_arena_alloc(&job->arena, sizeof *copy);
    if (copy == NULL)
        return;
    *copy = *r;
    copy->message = kind == A3D_ZIP ? "not a zip archive in spite of its name: it is damaged or something else"
                                    : "not a packed bank in spite of its name: it is damaged or something "
                                      "else";
    job->result = copy;
}

bool a3d_is_foreign(const a3d_job *job)
{
    uint8_t head[512];
    if (job->member > 0)
        return false;
    size_t n = a3d_read_head(job->path, head, sizeof head);
    bool known = n == 0 || a3d_archive_kind_of(head, n) != A3D_NO_ARCHIVE;
    for (const a3d_format *const *f = a3d_formats(); !known && *f != NULL; f++)
        known = (*f)->probe(head, n) >= 2; /* a weaker match means nothing: almost any bytes have one */
    return !known;
}
