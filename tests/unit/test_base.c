/* The lowest floor: memory that a call owns, text, UTF-8, loads and stores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/arena.h"
#include "base/bytes.h"
#include "base/json.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/utf8.h"

/* ---- arena ---- */

/* Memory that counts what is out, and fails from the n-th request on. */
typedef struct counter {
    size_t held, blocks, left;
} counter;

static void *count_resize(void *user, void *p, size_t old_size, size_t size)
{
    counter *c = user;
    if (size == 0) {
        if (p != NULL) {
            c->held -= old_size;
            c->blocks--;
        }
        free(p);
        return NULL;
    }
    if (c->left == 0)
        return NULL;
    c->left--;
    void *q = realloc(p, size);
    assert_non_null(q);
    if (p == NULL)
        c->blocks++;
    c->held += size - (p != NULL ? old_size : 0);
    return q;
}

static void arena_gives_all_back(void **state)
{
    counter c = {.left = SIZE_MAX};
    a3d_allocator mem = {count_resize, &c, 0};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, &mem);
    assert_int_equal(arena.held, 0);
    for (size_t n = 0; n < 3000; n += 7) {
        unsigned char *p = a3d_arena_alloc(&arena, n);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 8, 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, n);
    }
    unsigned char *big = a3d_arena_alloc(&arena, 1 << 20);
    assert_non_null(big);
    assert_int_equal(big[(1 << 20) - 1], 0);
    assert_int_equal(arena.held, c.held);
    a3d_arena_free(&arena);
    assert_int_equal(c.held, 0);
    assert_int_equal(c.blocks, 0);
    assert_int_equal(arena.held, 0);
}

static void blocks_move_and_go(void **state)
{
    counter c = {.left = SIZE_MAX};
    a3d_allocator mem = {count_resize, &c, 0};
    a3d_arena arena;
    char *p[4];
    (void)state;
    a3d_arena_init(&arena, &mem);
    for (size_t i = 0; i < 4; i++) {
        p[i] = a3d_block_resize(&arena, NULL, 10);
        assert_non_null(p[i]);
        assert_int_equal((uintptr_t)p[i] % 16, 0);
        memset(p[i], (int)i, 10);
    }
    p[1] = a3d_block_resize(&arena, p[1], 100000);
    assert_int_equal(p[1][9], 1);
    assert_null(a3d_block_resize(&arena, p[2], 0));
    assert_int_equal(c.blocks, 3);
    p[3] = a3d_block_resize(&arena, p[3], 1);
    assert_int_equal(p[3][0], 3);
    assert_null(a3d_block_resize(&arena, NULL, 0));
    assert_int_equal(arena.held, c.held);
    a3d_arena_free(&arena);
    assert_int_equal(c.blocks, 0);
}

static void arrays_grow(void **state)
{
    a3d_arena arena;
    uint32_t *list = NULL;
    size_t cap = 0;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (uint32_t i = 0; i < 1000; i++) {
        list = a3d_grow(&arena, list, &cap, i + 1, sizeof *list);
        assert_non_null(list);
        assert_true(cap > i);
        list[i] = i;
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    assert_null(a3d_grow(&arena, list, &cap, SIZE_MAX / 2, sizeof *list));
    assert_int_equal(list[999], 999);
    assert_string_equal(a3d_arena_text(&arena, "abcdef", 3), "abc");
    assert_string_equal(a3d_arena_text(&arena, "", 0), "");
    a3d_arena_free(&arena);
}

static void memory_runs_out(void **state)
{
    counter c = {.left = 1};
    a3d_allocator mem = {count_resize, &c, 0};
    a3d_arena arena;
    size_t cap = 0;
    (void)state;
    a3d_arena_init(&arena, &mem);
    char *p = a3d_block_resize(&arena, NULL, 10);
    assert_non_null(p);
    memcpy(p, "still here", 10);
    assert_null(a3d_block_resize(&arena, p, 1000));
    assert_memory_equal(p, "still here", 10);
    assert_null(a3d_arena_alloc(&arena, 10));
    assert_null(a3d_grow(&arena, NULL, &cap, 1, 1));
    assert_int_equal(cap, 0);
    assert_null(a3d_arena_text(&arena, "a", 1));
    assert_null(a3d_arena_alloc(&arena, SIZE_MAX));
    assert_null(a3d_block_resize(&arena, NULL, SIZE_MAX));
    a3d_text t;
    a3d_text_init(&t, &arena);
    a3d_puts(&t, "nothing");
    assert_true(t.failed);
    assert_int_equal(t.size, 0);
    a3d_printf(&t, "%d", 1);
    assert_null(a3d_extend(&t, 1));
    a3d_text_free(&t);
    a3d_arena_free(&arena);
    assert_int_equal(c.blocks, 0);
}

/* ---- text ---- */

static void expect_text(a3d_text *t, const char *text)
{
    if (t->size != strlen(text) || memcmp(t->data, text, t->size) != 0)
        fail_msg("'%.*s' is not '%s'", (int)t->size, t->data, text);
    t->size = 0;
}

static void texts_get_full(void **state)
{
    a3d_arena arena;
    a3d_text t;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    t.most = 1000;
    for (unsigned i = 0; i < 10000; i++)
        a3d_puts(&t, "ten bytes.");
    assert_true(t.full);
    assert_true(a3d_text_is_lost(&t));
    assert_in_range(t.size, 900, 2100);
    assert_false(arena.refused);
    a3d_arena_free(&arena);
}

static void text_grows(void **state)
{
    a3d_arena arena;
    a3d_text t;
    char word[301];
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    a3d_put(&t, NULL, 0);
    assert_int_equal(t.size, 0);
    a3d_puts(&t, "ab");
    a3d_putc(&t, 'c');
    a3d_printf(&t, "%d-%s", -5, "x");
    expect_text(&t, "abc-5-x");
    a3d_put_hex(&t, (const uint8_t *)"\0\x7f\xff", 3, "");
    a3d_put_hex(&t, (const uint8_t *)"\1\2", 2, " ");
    expect_text(&t, "007fff01 02");
    memset(word, 'w', 300);
    word[300] = '\0';
    for (unsigned n = 250; n <= 260; n++) { /* around the room that a short text has on the stack */
        a3d_printf(&t, "%.*s", (int)n, word);
        assert_int_equal(t.size, n);
        assert_memory_equal(t.data, word, n);
        t.size = 0;
    }
    memcpy(a3d_extend(&t, 2), "hi", 2);
    expect_text(&t, "hi");
    assert_false(t.failed);
    a3d_text_free(&t);
    assert_int_equal(t.size, 0);
    assert_null(t.data);
    a3d_arena_free(&arena);
}

/* ---- UTF-8 ---- */

/* Unicode, table 3-7: bounds of every row, and what lies beside them. */
static void utf8_table(void **state)
{
    static const struct {
        const char *bytes;
        size_t step;
    } cases[] = {
        {"\x01", 1},             {"\x7f", 1},             {"\x80", 0},             {"\xbf", 0},
        {"\xc0\x80", 0},         {"\xc1\xbf", 0},         {"\xc2\x80", 2},         {"\xdf\xbf", 2},
        {"\xc2\x7f", 0},         {"\xc2\xc0", 0},         {"\xe0\x9f\xbf", 0},     {"\xe0\xa0\x80", 3},
        {"\xe0\xbf\xbf", 3},     {"\xe1\x80\x80", 3},     {"\xec\xbf\xbf", 3},     {"\xed\x80\x80", 3},
        {"\xed\x9f\xbf", 3},     {"\xed\xa0\x80", 0},     {"\xed\xbf\xbf", 0},     {"\xee\x80\x80", 3},
        {"\xef\xbf\xbf", 3},     {"\xe1\x80\xc0", 0},     {"\xf0\x8f\xbf\xbf", 0}, {"\xf0\x90\x80\x80", 4},
        {"\xf1\x80\x80\x80", 4}, {"\xf3\xbf\xbf\xbf", 4}, {"\xf4\x80\x80\x80", 4}, {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0}, {"\xf5\x80\x80\x80", 0}, {"\xf0\x90\x80\x7f", 0}, {"\xf8\x88\x80\x80", 0},
        {"\xfe", 0},             {"\xff", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen(cases[i].bytes);
        uint8_t *copy = test_malloc(n);
        memcpy(copy, cases[i].bytes, n);
        if (a3d_utf8_step(copy, n) != cases[i].step)
            fail_msg("case %u: %u", (unsigned)i, (unsigned)a3d_utf8_step(copy, n));
        assert_int_equal(a3d_utf8_valid(copy, n), cases[i].step == n ? n : 0);
        for (size_t cut = 1; cut < n && cases[i].step > 0; cut++)
            assert_int_equal(a3d_utf8_step(copy, cut), 0);
        test_free(copy);
    }
    assert_int_equal(a3d_utf8_step((const uint8_t *)"\0", 1), 1);
    assert_int_equal(a3d_utf8_step((const uint8_t *)"", 0), 0);
    assert_int_equal(a3d_utf8_valid((const uint8_t *)"ab\xc3\xa9\xffz", 6), 4);
    assert_int_equal(a3d_utf8_valid((const uint8_t *)"", 0), 0);
}

/* The first and the last of each range, and what is beside them (UAX 9, table 4; U+2028 and U+2029 end lines). */
static void utf8_controls(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } cases[] = {
        {"\x1f", 1},         {" ", 0},            {"~", 0},            {"\x7f", 1},         {"\xc2\x80", 2},
        {"\xc2\x9f", 2},     {"\xc2\xa0", 0},     {"\xd8\x9b", 0},     {"\xd8\x9c", 2},     {"\xd8\x9d", 0},
        {"\xe2\x80\x8d", 0}, {"\xe2\x80\x8e", 3}, {"\xe2\x80\x8f", 3}, {"\xe2\x80\x90", 0}, {"\xe2\x80\xa7", 0},
        {"\xe2\x80\xa8", 3}, {"\xe2\x80\xae", 3}, {"\xe2\x80\xaf", 0}, {"\xe2\x81\xa5", 0}, {"\xe2\x81\xa6", 3},
        {"\xe2\x81\xa9", 3}, {"\xe2\x81\xaa", 0}, {"\xe1\x80\x8e", 0}, {"\xe2\xc0\x8e", 0}, {"\xe2\x80\xce", 0},
        {"\xd8\xdc", 0},     {"\x80", 0},         {"", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen(cases[i].bytes);
        if (a3d_utf8_control((const uint8_t *)cases[i].bytes, n) != cases[i].size)
            fail_msg("case %u", (unsigned)i);
        for (size_t cut = 0; cut < n; cut++)
            assert_int_equal(a3d_utf8_control((const uint8_t *)cases[i].bytes, cut), 0);
    }
}

/* What may be printed as it is: characters, and stray bytes that are no control to any terminal. */
static void utf8_characters(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool unsafe;
    } cases[] = {
        {"a", 1, false},     {"\x1b[", 1, true},     {"\xc3\xa9", 2, false},        {"\xe2\x80\x94", 3, false},
        {"\x9b", 1, true},   {"\x80\x80", 1, true},  {"\x9f", 1, true},            {"\xa0", 1, false},
        {"\xc2\x9b", 2, true}, {"\xe2\x80\xae", 3, true}, {"\xff", 1, false},         {"\xc3", 1, false},
        {"##[error]", 1, true}, {"##vso[task", 1, true}, {"##TeamCity[x", 1, true}, {"#[x", 1, false}, {"###[x", 1, false}, {"##", 1, false},
        {"##x", 1, false}, {"## [x", 1, false}, {"##-[x", 1, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool unsafe;
        assert_int_equal(a3d_utf8_next((const uint8_t *)cases[i].bytes, strlen(cases[i].bytes), &unsafe), cases[i].size);
        assert_int_equal(unsafe, cases[i].unsafe);
    }
}

/* ---- loads and stores ---- */

static void loads(void **state)
{
    static const uint8_t bytes[] = {0xfe, 0x01, 0x82, 0x03, 0x84, 0x05, 0x86, 0x07, 0x88};
    (void)state;
    const uint8_t *p = bytes + 1; /* not aligned */
    assert_int_equal(a3d_load16(p, true), 0x0182);
    assert_int_equal(a3d_load16(p, false), 0x8201);
    assert_int_equal(a3d_load32(p, true), 0x01820384);
    assert_int_equal(a3d_load32(p, false), 0x84038201);
    assert_true(a3d_load64(p, true) == UINT64_C(0x0182038405860788));
    assert_true(a3d_load64(p, false) == UINT64_C(0x8807860584038201));
    for (unsigned width = 1; width <= 8; width++) {
        uint64_t big = 0, little = 0;
        for (unsigned i = 0; i < width; i++) {
            big = big << 8 | p[i];
            little |= (uint64_t)p[i] << (8 * i);
        }
        assert_true(a3d_load(p, width, true) == big);
        assert_true(a3d_load(p, width, false) == little);
        uint8_t out[10];
        memset(out, 0xaa, sizeof out);
        a3d_store(out + 1, width, big, true);
        assert_memory_equal(out + 1, p, width);
        assert_int_equal(out[0], 0xaa);
        assert_int_equal(out[1 + width], 0xaa);
        a3d_store(out + 1, width, little, false);
        assert_memory_equal(out + 1, p, width);
    }
}

/* ---- sorting ---- */

static unsigned compared;

static int by_number(const void *a, const void *b)
{
    int p = *(const int *)a, q = *(const int *)b;
    compared++;
    return (p > q) - (p < q);
}

static void sorts(void **state)
{
    (void)state;
    enum { N = 100 };
    int up[N], mixed[N];
    for (int i = 0; i < N; i++) {
        up[i] = i / 3;
        mixed[i] = i * 37 % N;
    }
    a3d_sort(NULL, 0, sizeof *up, by_number);
    a3d_sort(up, 1, sizeof *up, by_number);
    assert_int_equal(compared, 0);
    a3d_sort(up, N, sizeof *up, by_number);
    assert_int_equal(compared, N - 1); /* what is in order is looked at once */
    for (int i = 0; i < N; i++)
        assert_int_equal(up[i], i / 3);
    a3d_sort(mixed, N, sizeof *mixed, by_number);
    for (int i = 0; i < N; i++)
        assert_int_equal(mixed[i], i);
    int last[] = {1, 2, 3, 0};
    a3d_sort(last, 4, sizeof *last, by_number);
    assert_int_equal(last[0], 0);
    assert_int_equal(last[3], 3);
}

/* Sizes near the address space are refused and never wrap. */
static void sizes_do_not_wrap(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text text;
    size_t cap = 0;
    a3d_arena_init(&arena, NULL);
    assert_null(a3d_arena_alloc(&arena, SIZE_MAX - 1));
    assert_null(a3d_block_resize(&arena, NULL, SIZE_MAX - 1));
    assert_null(a3d_grow(&arena, NULL, &cap, SIZE_MAX / 4, 8));
    assert_int_equal(cap, 0);
    a3d_text_init(&text, &arena);
    assert_null(a3d_extend(&text, SIZE_MAX / 2 + 1));
    assert_true(text.failed);
    assert_null(a3d_extend(&text, 1));
    a3d_text_free(&text);
    a3d_arena_free(&arena);
}

static void *refuse_blocks(void *user, void *p, size_t old_size, size_t size)
{
    bool *refuses = user;
    (void)old_size;
    if (size == 0)
        free(p);
    return size == 0 || *refuses ? NULL : realloc(p, size);
}

/* What is refused is remembered in all arenas above, so that a text of any of them is lost. */
static void refusals_are_remembered(void **state)
{
    (void)state;
    bool refuses = false;
    a3d_arena top, middle, low;
    a3d_text text;
    a3d_arena_init(&top, &(a3d_allocator){.resize = refuse_blocks, .user = &refuses});
    a3d_arena_init_below(&middle, &top);
    a3d_arena_init_below(&low, &middle);
    a3d_text_init(&text, &top);
    a3d_puts(&text, "whole");
    assert_false(a3d_text_is_lost(&text));
    refuses = true;
    assert_null(a3d_arena_alloc(&low, 1));
    refuses = false;
    assert_true(low.refused && middle.refused && top.refused);
    assert_false(text.failed);
    assert_true(a3d_text_is_lost(&text));
    assert_non_null(a3d_arena_alloc(&low, 1));
    a3d_arena_reset(&low);
    assert_true(!low.refused && middle.refused);
    a3d_arena_reset(&top);
    assert_false(top.refused);
    refuses = true;
    assert_null(a3d_block_resize(&top, NULL, 1));
    assert_true(top.refused);
    a3d_arena_free(&low);
    a3d_arena_free(&middle);
    a3d_arena_free(&top);
}

/* Two accounts of a pool: one is refused what the other holds, and gets it afterwards. */
static void accounts_share(void **state)
{
    enum { KI = 1 << 10, MI = 1 << 20 };
    (void)state;
    a3d_pool pool = {.most = 8 * MI};
    a3d_account one = {.pool = &pool, .most = 6 * MI}, other = one;
    a3d_arena first, second, below;
    a3d_arena_init(&first, NULL);
    a3d_arena_init(&second, NULL);
    first.account = &one;
    second.account = &other;
    a3d_arena_init_below(&below, &second);
    void *half = a3d_block_resize(&first, NULL, 4 * MI);
    assert_non_null(half);
    assert_true(pool.drawn >= 4 * MI && pool.drawn < 4 * MI + 64 * KI);
    assert_null(a3d_block_resize(&first, NULL, 2 * MI + KI)); /* more than its own limit */
    assert_int_equal(one.lack, A3D_LACK_OWN);
    assert_null(a3d_block_resize(&below, NULL, 4 * MI)); /* more than is left */
    assert_true(a3d_arena_is_bound(&second) && second.refused && other.lack == A3D_LACK_SHARED);
    a3d_arena_excuse(&below);
    assert_true(!a3d_arena_is_bound(&second) && !second.refused && !below.refused);
    assert_non_null(half = a3d_block_resize(&first, half, MI));
    assert_non_null(a3d_block_resize(&below, NULL, 4 * MI));
    other.certain = true; /* takes nothing out of the pool, and is never refused */
    size_t drawn = pool.drawn;
    assert_non_null(a3d_block_resize(&second, NULL, 9 * MI));
    assert_int_equal(pool.drawn, drawn);
    a3d_arena_free(&first);
    a3d_arena_free(&below);
    a3d_arena_free(&second);
    assert_int_equal(one.held, 0);
    assert_int_equal(other.held, 0);
    a3d_settle(&one);
    a3d_leave_pool(&other);
    assert_int_equal(pool.drawn, 0);
}

/* What the pool refused once it refuses again, as long as nothing was given back. */
static void refusals_hold(void **state)
{
    enum { KI = 1 << 10, MI = 1 << 20 };
    (void)state;
    a3d_pool pool = {.most = 8 * MI};
    a3d_account one = {.pool = &pool, .most = 8 * MI}, other = one;
    assert_true(a3d_account_take(&one, 6 * MI));
    for (int i = 0; i < 3; i++) {
        assert_false(a3d_account_take(&other, 3 * MI));
        assert_int_equal(other.lack, A3D_LACK_SHARED);
        assert_int_equal(other.held, 0);
        assert_int_equal(pool.drawn, 6 * MI);
    }
    assert_true(a3d_account_take(&other, 2 * MI));
    /* an account that is never refused does not draw for what it takes again after it gave it back */
    other.certain = true;
    assert_true(a3d_account_take(&other, MI));
    a3d_account_return(&other, MI);
    assert_true(a3d_account_take(&other, MI));
    assert_int_equal(other.exempt, MI);
    assert_int_equal(pool.drawn, 8 * MI);
}

/* Near its limit an array grows by what it needs, because the usual reserve would be refused. */
static void arrays_grow_up_to_the_limit(void **state)
{
    (void)state;
    a3d_account account = {.most = 1 << 20};
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    arena.account = &account;
    char *array = NULL;
    size_t cap = 0;
    for (size_t n = 1; n <= 950000; n++) {
        if (n > cap)
            assert_non_null(array = a3d_grow(&arena, array, &cap, n, 1));
        array[n - 1] = 'x';
    }
    assert_false(arena.refused);
    assert_true(account.held <= account.most);
    assert_null(a3d_grow(&arena, array, &cap, (1 << 20) + 1, 1));
    assert_true(a3d_arena_is_bound(&arena));
    a3d_arena_free(&arena);
}

static size_t released;
static void release_part(void *p, size_t size)
{
    memset(p, 'r', size);
    released += size;
}

/* What an arena adopted counts as its memory, and is released with it. */
static void arenas_adopt(void **state)
{
    (void)state;
    char one[100], two[50];
    a3d_account account = {.most = 1000};
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    arena.account = &account;
    released = 0;
    assert_true(a3d_arena_adopt(&arena, one, sizeof one, release_part));
    assert_in_range(arena.held, 100, 200);
    assert_int_equal(account.held, arena.held);
    a3d_arena_mark mark = a3d_arena_now(&arena);
    assert_true(a3d_arena_adopt(&arena, two, sizeof two, release_part));
    assert_false(a3d_arena_adopt(&arena, two, 1000, release_part));
    assert_true(a3d_arena_is_bound(&arena));
    a3d_arena_rewind(&arena, &mark);
    assert_int_equal(released, 50);
    assert_int_equal(two[49], 'r');
    a3d_arena_reset(&arena);
    assert_int_equal(released, 150);
    assert_int_equal(one[0], 'r');
    assert_int_equal(arena.held, 0);
    assert_int_equal(account.held, 0);
    a3d_arena_free(&arena);
}

static void arenas_rewind(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    for (unsigned round = 0; round < 2; round++) { /* in the second one there is something before */
        char *kept = round > 0 ? a3d_arena_text(&arena, "kept", 4) : NULL;
        a3d_arena_mark mark = a3d_arena_now(&arena);
        size_t held = arena.held;
        for (unsigned i = 0; i < 100; i++) {
            assert_non_null(a3d_arena_alloc(&arena, 1000));
            assert_non_null(a3d_block_resize(&arena, NULL, 100 + i));
        }
        arena.refused = true;
        a3d_arena_rewind(&arena, &mark);
        assert_int_equal(arena.held, held);
        assert_false(arena.refused);
        assert_non_null(a3d_block_resize(&arena, NULL, 5));
        assert_non_null(a3d_arena_alloc(&arena, 40));
        assert_true(kept == NULL || strcmp(kept, "kept") == 0);
    }
    a3d_arena_free(&arena);
    assert_int_equal(arena.held, 0);
}

/* Lines of JSON are indented however deep they stand. */
static void json_is_indented(void **state)
{
    (void)state;
    enum { DEEP = 40 };
    a3d_arena arena;
    a3d_text text;
    a3d_json json;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    a3d_json_init(&json, &text, true);
    for (unsigned i = 0; i < DEEP; i++)
        a3d_json_open(&json, '[');
    a3d_json_int(&json, 7);
    for (unsigned i = 0; i < DEEP; i++)
        a3d_json_close(&json, ']');
    a3d_putc(&text, '\0');
    char wanted[2 * DEEP + 4] = "\n";
    memset(wanted + 1, ' ', 2 * DEEP);
    strcpy(wanted + 1 + 2 * DEEP, "7\n");
    assert_non_null(strstr(text.data, wanted));
    a3d_text_free(&text);
    a3d_arena_free(&arena);
}

static void amounts_agree(void **state)
{
    static const int64_t some[] = {1, 2, 3, 9, 255};
    (void)state;
    assert_string_equal(a3d_amount_of(0, "byte").text, "0 bytes");
    assert_string_equal(a3d_amount_of(1, "extra byte").text, "1 extra byte");
    assert_string_equal(a3d_amount_of(12244, "byte").text, "12,244 bytes");
    assert_string_equal(a3d_amount_of(2, "vertex").text, "2 vertices");
    assert_string_equal(a3d_amount_of(2, "index").text, "2 indices");
    assert_string_equal(a3d_amount_of(2, "entry").text, "2 entries");
    assert_string_equal(a3d_amount_of(2, "class").text, "2 classes");
    assert_string_equal(a3d_amount_of(2, "box").text, "2 boxes");
    assert_string_equal(a3d_noun_of(1, "vertex").text, "vertex");
    assert_string_equal(a3d_span_of(6, 6).text, "6");
    assert_string_equal(a3d_span_of(0, 1).text, "0 and 1");
    assert_string_equal(a3d_span_of(0, 26).text, "0–26");
    assert_string_equal(a3d_range_of(6, 6, 7).text, "6");
    assert_string_equal(a3d_range_of(0, 1, 7).text, "0 or 1");
    assert_string_equal(a3d_range_of(0, 26, 59).text, "0–26");
    assert_string_equal(a3d_range_of(-63, 63, 64).text, "-63 to 63");
    assert_string_equal(a3d_range_of(1, INT32_MAX, 0).text, "1 or more");
    assert_string_equal(a3d_range_of(1, INT32_MAX, INT64_C(1) << 31).text, "1–2147483647");
    assert_string_equal(a3d_values_of(some, 5).text, "1–3, 9 or 255");
    assert_string_equal(a3d_values_of(some, 1).text, "1");
    assert_string_equal(a3d_values_of(some + 1, 3).text, "2, 3 or 9");
    assert_string_equal(a3d_values_of(some, 2).text, "1 or 2");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(amounts_agree),

        cmocka_unit_test(arena_gives_all_back), cmocka_unit_test(blocks_move_and_go), cmocka_unit_test(arrays_grow),
        cmocka_unit_test(memory_runs_out),      cmocka_unit_test(text_grows),
        cmocka_unit_test(texts_get_full),
        cmocka_unit_test(utf8_table),
        cmocka_unit_test(utf8_characters),
        cmocka_unit_test(utf8_controls),           cmocka_unit_test(loads),
        cmocka_unit_test(sorts),                cmocka_unit_test(sizes_do_not_wrap), cmocka_unit_test(refusals_are_remembered),
        cmocka_unit_test(accounts_share), cmocka_unit_test(refusals_hold),       cmocka_unit_test(arrays_grow_up_to_the_limit), cmocka_unit_test(arenas_rewind), cmocka_unit_test(arenas_adopt),  cmocka_unit_test(json_is_indented),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
