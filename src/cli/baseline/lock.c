/* lock.c - see lock.h */
#include "cli/baseline/lock.h"
#include "cli/output/complain.h"
#include "os/interrupt.h"
#include "os/process.h"

/* The folder is locked, not the file: the file is replaced by another one, and may not exist yet. The system unlocks it
 * when the program ends, however it ends. */
void a3d_baseline_lock(const char *folder)
{
    int handle = a3d_os_lock(folder);
    if (handle < 0)
        return;
    a3d_complain("%s: waiting for another run that updates a baseline in this folder", folder);
    while (!a3d_os_lock_wait(handle) && !a3d_interrupted())
        continue;
}
