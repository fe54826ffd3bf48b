/* interrupt.h - SIGINT and SIGTERM end a long run with a report of what is known so far. */
#ifndef A3D_CLI_OUTPUT_INTERRUPT_H
#define A3D_CLI_OUTPUT_INTERRUPT_H

/* From now on the first SIGINT or SIGTERM is only remembered, and a second ends the process, unless it
 * comes within a quarter of a second. A signal that was ignored stays ignored. */
void a3d_catch_interrupts(void);

/* The signal that was caught, or 0. Only the main thread may ask. */
int a3d_interrupted(void);

/* Call in a thread before it works: signals are for the main thread. */
void a3d_leave_interrupts_to_main(void);

#endif
