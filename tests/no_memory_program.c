/* no_memory_program.c - the program's main(), under another name; see no_memory.h */
#include "no_memory.h"

#define main program_main
#include "cli/main.c"
