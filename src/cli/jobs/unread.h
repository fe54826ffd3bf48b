/* unread.h - better reasons why archives and their members cannot be read, and which large files can be skipped */
#ifndef A3D_CLI_JOBS_UNREAD_H
#define A3D_CLI_JOBS_UNREAD_H

#include "cli/jobs/jobs.h"

/* Why the file of a job cannot be read: `why`, or a hint if the path names a member of an archive. */
const char *a3d_unread_reason(a3d_job *job, const char *why);
/* Improves the message of a result if the file has the extension of an archive, but is neither an archive nor of a
 * known format. */
void a3d_explain_damaged(a3d_job *job);

/* Whether the file of a job, which was not read, does not begin like a format or an archive. Reads its first bytes.
 * Always false for a member of an archive. */
bool a3d_is_foreign(const a3d_job *job);

#endif
