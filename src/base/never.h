/* never.h - assertions for what cannot happen and for what callers promise.
 *
 * Builds with A3D_ASSERTIONS (debug, sanitizers, harnesses) abort with a message when one of these is violated. Other
 * builds keep the check of A3D_NEVER, so that a mistake of ours is still handled, and drop that of A3D_ASSERT. A build
 * that measures coverage evaluates neither, and counts neither: a condition has no effects. */
#ifndef A3D_BASE_NEVER_H
#define A3D_BASE_NEVER_H

#include <stdbool.h>

#if defined(A3D_ASSERTIONS)
#include <stdio.h>
#include <stdlib.h>

static inline bool a3d_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: this must not happen: %s\n", file, line, what);
    abort();
}

/* For a condition that never holds. The code that follows handles it all the same: if (A3D_NEVER(n > MOST)) return.
 * It must have no side effects: where coverage is measured it is not evaluated. */
#define A3D_NEVER(condition) ((condition) && a3d_broken(#condition, __FILE__, __LINE__))
/* For what a caller has promised. */
#define A3D_ASSERT(condition) ((void)((condition) || a3d_broken("not " #condition, __FILE__, __LINE__)))

#elif defined(A3D_COVERAGE)
/* Only of a type does clang count no branches: it counts those in the operand of sizeof. */
#define A3D_NEVER(condition) (sizeof(__typeof__(!(condition))) == 0)
#define A3D_ASSERT(condition) ((void)sizeof(__typeof__(!(condition))))

#else
#if defined(__GNUC__)
#define A3D_NEVER(condition) __builtin_expect(!!(condition), 0)
#else
#define A3D_NEVER(condition) (condition)
#endif
#define A3D_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
