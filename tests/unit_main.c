/* unit_main.c - the unit tests as one program: runs those of the file in tests/unit/ that it is called by the name of.
 * The Makefile names the main() of each file main_FILE, and lists the files in UNITS. */
#include <stdio.h>
#include <string.h>

#define UNIT(name) int main_##name(void);
UNITS
#undef UNIT

static const struct unit {
    const char *name;
    int (*run)(void);
} units[] = {
#define UNIT(name) {#name, main_##name},
    UNITS
#undef UNIT
};

int main(int argc, char **argv)
{
    const char *name = argc > 0 ? argv[0] : "";
    for (const char *slash; (slash = strpbrk(name, "/\\")) != NULL;)
        name = slash + 1;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].run();
    fprintf(stderr, "no file of tests/unit is called %s\n", name);
    return 2;
}
