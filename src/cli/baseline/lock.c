/* lock.c - see lock.h */
#define _DEFAULT_SOURCE
#include "cli/baseline/lock.h"
#include "cli/output/complain.h"
#include "cli/output/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>

/* The folder is locked, not the file: the file is replaced by another one, and may not exist yet. The system unlocks it
 * when the program ends, however it ends. */
void a3d_baseline_lock(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return;
    a3d_complain("%s: waiting for another run that updates a baseline in this folder", folder);
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR && !a3d_interrupted())
        continue;
}
