/* mutants_trace.c - linked to programs built with -fsanitize-coverage=trace-pc: notes in the file TRACED which places run
 *
 * The file is mapped, so that a process may fork, be confined or be killed, and what it has reached is still there. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 16 << 20 };
static unsigned char *reached;
extern char __executable_start;

__attribute__((constructor(101))) static void begin(void)
{
    int file = open(TRACED, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        reached = mapped;
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    uintptr_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start;
    if (reached != NULL && at < SIZE)
        reached[at] = 1;
}
