/* interrupt.h - lets SIGINT and SIGTERM end a long run with a report of what is done so far */
#ifndef A3D_OS_INTERRUPT_H
#define A3D_OS_INTERRUPT_H

/* From now on the first SIGINT or SIGTERM is only remembered. A second one ends the process, unless it comes within a
 * quarter of a second of the first. Signals that were ignored stay ignored. */
void a3d_catch_interrupts(void);

/* The signal that was caught, or 0. Only the main thread may call it. */
int a3d_interrupted(void);

/* Blocks signals in the calling thread, so that they go to the main thread, except for one that the thread itself
 * causes (mapped.h). Call it first in every other thread. */
void a3d_leave_interrupts_to_main(void);

#endif
