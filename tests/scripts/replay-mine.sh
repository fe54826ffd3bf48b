#!/bin/bash
# The replay of a user's own loader (loader_template.c with -DREPLAY) says which file ended it, and by which signal, and
# ends by that signal itself; files before it are said to be done even if the output goes to a file.
set -eu
cd "$TMPDIR"
fail() { echo "$1"; cat log; exit 1; }
cat > mine.c << 'END'
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int load(const uint8_t *bytes, size_t size);
int load(const uint8_t *bytes, size_t size)
{
    if (size > 0 && bytes[0] == 'a')
        abort();
    if (size > 0 && bytes[0] == 's')
        raise(SIGSEGV);
    if (size > 0 && bytes[0] == 'f')
        raise(SIGFPE);
    return 0;
}
END
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
printf good > good
printf abort > aborts
printf segv > reaches
printf fpe > divides

# ends STATUS FILE TEXT: after a good file, that one
ends() {
    local status=0
    { ./replay_mine good "$2" good; } > log 2>&1 || status=$?
    [ $status -eq "$1" ] || fail "$2: status $status, not $1"
    grep -q "^$2: $3" log || fail "$2: not '$3'"
    [ "$(grep -c '^good: done' log)" -eq 1 ] || fail "$2: what was done before it"
}
"${CC:-cc}" -g -O1 -DREPLAY "$TOP/harnesses/loader_template.c" mine.c -o replay_mine
ends 134 aborts 'ended by SIGABRT'
ends 139 reaches 'ended by SIGSEGV'
ends 136 divides 'ended by SIGFPE'

# A sanitizer shows a wild read itself, but not an abort.
"${CC:-cc}" -g -O1 -fsanitize=address -DREPLAY "$TOP/harnesses/loader_template.c" mine.c -o replay_mine
ends 134 aborts 'ended by SIGABRT'
status=0
./replay_mine reaches > log 2>&1 || status=$?
[ $status -eq 1 ] && grep -q 'AddressSanitizer' log || fail 'the sanitizer says nothing'
