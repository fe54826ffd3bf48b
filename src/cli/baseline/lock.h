/* lock.h - runs that update the same baseline take turns */
#ifndef A3D_CLI_BASELINE_LOCK_H
#define A3D_CLI_BASELINE_LOCK_H

/* Waits, after a message, until no other run updates a baseline in this folder. Others wait from then on, until the
 * program ends. Does nothing where the system has no locks. */
void a3d_baseline_lock(const char *folder);

#endif
