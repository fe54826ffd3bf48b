/* complain.h - messages on standard error */
#ifndef A3D_CLI_OUTPUT_COMPLAIN_H
#define A3D_CLI_OUTPUT_COMPLAIN_H

/* Says something on standard error, with the name of the program in front and a line end behind. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void a3d_complain(const char *format, ...);

#endif
