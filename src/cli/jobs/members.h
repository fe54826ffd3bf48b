/* members.h - the members of an archive as jobs */
#ifndef A3D_CLI_JOBS_MEMBERS_H
#define A3D_CLI_JOBS_MEMBERS_H

#include "cli/archive/archive.h"
#include "cli/jobs/jobs.h"

/* stop: whether to end before the next member.
 * prepare: completes the job of a member before it is put. False when memory ran out. */
typedef struct a3d_member_calls {
    bool (*stop)(void *user);
    bool (*prepare)(void *user, a3d_job *member);
    void *user;
} a3d_member_calls;

/* All members of an archive share a limit of work, because many of them may be the same few bytes. It counts the steps
 * of members in their order, so that it does not depend on threads which of them are checked. */

/* Whether the job is a member that will not be checked because those before it took all work. May be called in any
 * thread; once true, it stays true. */
bool a3d_member_is_over(const a3d_job *job);
/* When a job is handed out, before it is reported: whether it is to be, since it is no such member. */
bool a3d_member_counts(const a3d_job *job);

/* Puts each member of the archive in a job as a job of its own, with the path ARCHIVE!MEMBER, and hands all of them
 * out. If their work reaches its limit, the rest is not checked, whatever else is wrong with the archive. Returns how
 * that ended. *why is the reason, unless that is A3D_MEMBERS_END, and *note is a3d_archive.note; both live in the arena
 * of the archive's job. */
a3d_member_status a3d_put_members(a3d_jobs *jobs, a3d_job *archive, const a3d_limits *limits,
                                  const a3d_member_calls *calls, const char **why, const char **note);

#endif
