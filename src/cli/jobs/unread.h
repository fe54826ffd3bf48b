/* unread.h - why archives and their members were not read, in words that help; and what nobody needs to read */
#ifndef A3D_CLI_JOBS_UNREAD_H
#define A3D_CLI_JOBS_UNREAD_H

#include "cli/jobs/jobs.h"

/* Why the file of a job cannot be read: `why`, unless its path is that of a member. */
const char *a3d_why_unread(a3d_job *job, const char *why);
/* Gives the result of a job its reason when the file is called an archive and is neither one nor of a known format. */
void a3d_name_damaged(a3d_job *job);

/* Whether the file of a job is too large for every format, whatever the limit is, and does not begin as one of them or
 * an archive. Reads its first bytes; members of archives are none. */
bool a3d_is_foreign(const a3d_job *job);

#endif
