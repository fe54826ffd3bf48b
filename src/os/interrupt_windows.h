/* interrupt_windows.h - lets no event of the console end the program while it replaces a file */
#ifndef A3D_OS_INTERRUPT_WINDOWS_H
#define A3D_OS_INTERRUPT_WINDOWS_H

void a3d_windows_begin_writing(void);
void a3d_windows_end_writing(void);

#endif
