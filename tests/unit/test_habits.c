/* test_habits.c - options and commands of other tools: what is said instead of each, and of which command */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/options/cli.h"
#include "cli/options/habits.h"

static void expect(const char *advice, const char *expected)
{
    assert_string_equal(advice != NULL ? advice : "-", expected);
}

static void whole_words_are_known(void **state)
{
    (void)state;
    expect(a3d_habit_command("lint"), "check");
    expect(a3d_habit_command("test"), "check");
    expect(a3d_habit_command("glb"), "dump --gltf");
    expect(a3d_habit_command("list-rules"), "rules");
    expect(a3d_habit_command("version"), "--version");
    expect(a3d_habit_command("lin"), "-");
    expect(a3d_habit_command("int"), "-");
    expect(a3d_habit_command("rules"), "-"); /* only the end of list-rules */
    expect(a3d_habit_command("lint "), "-");
    expect(a3d_habit_command(" "), "-");
    expect(a3d_habit_command(""), "-");
    expect(a3d_habit_command("Lint"), "-");
}

static void options_are_of_commands(void **state)
{
    (void)state;
    expect(a3d_habit_option("--json", A3D_CMD_CHECK), "use --format json");
    expect(a3d_habit_option("--json", A3D_CMD_DUMP), "dump prints JSON, --text a tree for people, --gltf a GLB file");
    expect(a3d_habit_option("--json", A3D_CMD_REDUCE), "-");
    expect(a3d_habit_option("--xml", A3D_CMD_CHECK), "use --format junit");
    expect(a3d_habit_option("--xml", A3D_CMD_FIX), "-");
    expect(a3d_habit_option("-n", A3D_CMD_FIX), "use --dry-run");
    expect(a3d_habit_option("-n", A3D_CMD_CHECK), "-");
    expect(a3d_habit_option("-V", A3D_CMD_HELP), "use --version");
    expect(a3d_habit_option("--out", A3D_CMD_CHECK), "use --output FILE");
    expect(a3d_habit_option("--out", A3D_CMD_RULES), "-");
    expect(a3d_habit_option("--", A3D_CMD_CHECK), "-");
    expect(a3d_habit_option("-", A3D_CMD_CHECK), "-");
    expect(a3d_habit_option("", A3D_CMD_CHECK), "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_words_are_known),
        cmocka_unit_test(options_are_of_commands),
    };
    return cmocka_run_group_tests_name("habits", tests, NULL, NULL);
}
