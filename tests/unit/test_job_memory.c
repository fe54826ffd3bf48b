/* The memory of a job: blocks of each size keep what is in them, and what is given back is taken again, up to a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/jobs/memory.h"

enum { LARGEST = 64 << 10, KEPT = 512 << 10 };

/* The size of the block that is kept for a request; 0: none is. */
static size_t kept_size(size_t size)
{
    size_t kept = 256;
    while (kept < size)
        kept *= 2;
    return kept <= LARGEST ? kept : 0;
}

static void test_blocks_are_taken_again(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 255, 256, 257, 512, 513, 4096, 32768, 32769, LARGEST};
    a3d_job_memory memory = {0};
    a3d_allocator a = a3d_job_allocator(&memory);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        void *one = a.resize(a.user, NULL, 0, sizes[i]), *other = a.resize(a.user, NULL, 0, sizes[i]);
        size_t before = memory.n_bytes;
        memset(one, 1, sizes[i]);
        memset(other, 2, sizes[i]);
        assert_null(a.resize(a.user, one, sizes[i], 0));
        assert_null(a.resize(a.user, other, sizes[i], 0));
        assert_int_equal(memory.n_bytes, before + 2 * kept_size(sizes[i]));
        assert_ptr_equal(a.resize(a.user, NULL, 0, kept_size(sizes[i])), other);
        assert_ptr_equal(a.resize(a.user, NULL, 0, kept_size(sizes[i]) / 2 + 1), one);
        assert_int_equal(memory.n_bytes, before);
        a.resize(a.user, one, sizes[i], 0);
        a.resize(a.user, other, sizes[i], 0);
    }
    a3d_job_memory_free(&memory);
    assert_int_equal(memory.n_bytes, 0);
    for (unsigned c = 0; c < A3D_JOB_CLASSES; c++)
        assert_null(memory.kept[c]);
}

static void test_large_blocks_are_not_kept(void **state)
{
    (void)state;
    a3d_job_memory memory = {0};
    a3d_allocator a = a3d_job_allocator(&memory);
    void *block = a.resize(a.user, NULL, 0, LARGEST + 1);
    block = a.resize(a.user, block, LARGEST + 1, 4 * LARGEST);
    memset(block, 3, 4 * LARGEST);
    a.resize(a.user, block, 4 * LARGEST, 0);
    assert_int_equal(memory.n_bytes, 0);
    a3d_job_memory_free(&memory);
}

static void test_content_moves_along(void **state)
{
    (void)state;
    static const size_t sizes[] = {10, 200, 256, 300, 1000, LARGEST, LARGEST + 1, 3 * LARGEST, LARGEST, 700, 256, 3};
    a3d_job_memory memory = {0};
    a3d_allocator a = a3d_job_allocator(&memory);
    uint8_t *block = NULL;
    size_t size = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        block = a.resize(a.user, block, size, sizes[i]);
        for (size_t k = 0; k < size && k < sizes[i]; k++)
            assert_int_equal(block[k], (uint8_t)(k * 7 + i - 1));
        size = sizes[i];
        for (size_t k = 0; k < size; k++)
            block[k] = (uint8_t)(k * 7 + i);
    }
    a.resize(a.user, block, size, 0);
    a3d_job_memory_free(&memory);
}

static void test_much_is_not_kept(void **state)
{
    (void)state;
    enum { BLOCKS = 20 };
    a3d_job_memory memory = {0};
    a3d_allocator a = a3d_job_allocator(&memory);
    void *blocks[BLOCKS];
    for (unsigned i = 0; i < BLOCKS; i++)
        blocks[i] = a.resize(a.user, NULL, 0, LARGEST);
    for (unsigned i = 0; i < BLOCKS; i++) {
        a.resize(a.user, blocks[i], LARGEST, 0);
        size_t given = (size_t)(i + 1) * LARGEST;
        assert_int_equal(memory.n_bytes, given <= KEPT ? given : KEPT + LARGEST);
    }
    a3d_job_memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_taken_again),
        cmocka_unit_test(test_large_blocks_are_not_kept),
        cmocka_unit_test(test_content_moves_along),
        cmocka_unit_test(test_much_is_not_kept),
    };
    return cmocka_run_group_tests_name("job memory", tests, NULL, NULL);
}
