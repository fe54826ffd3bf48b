/* test_git_config.c - whether a configuration of Git says that case does not matter */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input/git_config.h"

static void it_is_read_as_git_does(void **state)
{
    static const struct {
        const char *file;
        bool ignores;
    } cases[] = {
        {"", false},
        {"[core]\nignorecase = true\n", true},
        {"[core]\n\tignorecase = true", true},
        {"[core]\r\n\tignorecase = true\r\n", true},
        {"[core]\nignorecase=yes", true},
        {"[core]\nignorecase = on", true},
        {"[core]\nignorecase = 1", true},
        {"[core]\nignorecase = false", false},
        {"[core]\nignorecase = 0", false},
        {"[core]\nignorecase =", false},
        {"[core]\nignorecase", true},
        {"[core]\nignorecase ; a comment", true},
        {"[core]\nignorecase # a comment", true},
        {"[core]\nignorecase true", false},
        {"[CORE]\nIgnoreCase = TRUE", true},
        {"[ core ]\nignorecase = true", false},
        {"[core]ignorecase = true", true},
        {"[core \"x\"]\nignorecase = true", false},
        {"[cores]\nignorecase = true", false},
        {"[cor]\nignorecase = true", false},
        {"[core\nignorecase = true", false},
        {"[other]\nignorecase = true", false},
        {"ignorecase = true", false},
        {"[core]\nignorecases = true", false},
        {"[core]\nignorecas = true", false},
        {"[core]\nignorecase = truer", false},
        {"[core]\nignorecase = true\nignorecase = false", false},
        {"[core]\nignorecase = false\nignorecase = true", true},
        {"[core]\nbare = true\n[other]\n[core]\nignorecase = true", true},
        {"[core]\nignorecase = true\n[other]\nignorecase = false", true},
        {"[core]\n[other]\nignorecase = true", false},
        {"[core]\n[", false},
        {"[core", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = strlen(cases[i].file);
        char *exact = malloc(size + 1); /* so that a sanitizer sees one byte too far */
        assert_non_null(exact);
        memcpy(exact + 1, cases[i].file, size);
        bool ignores = a3d_git_ignores_case(exact + 1, size);
        free(exact);
        if (ignores != cases[i].ignores)
            fail_msg("%s", cases[i].file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_read_as_git_does),
    };
    return cmocka_run_group_tests_name("git_config", tests, NULL, NULL);
}
