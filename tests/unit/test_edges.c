/* Where sizes change their form or end: masks around 63 bytes, long lists, matches of all the output so far. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "engine/decode/mask.h"
#include "formats/a3d1/a3d1.h"
#include "formats/tanki/tanki.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* An image takes two bits of the mask; the lists of A3D1 take six. */
static void masks_around_63_bytes(void **state)
{
    static const struct { unsigned images, used, header, room; } cases[] = {
        {243, 492, 8, 496}, {245, 496, 8, 496}, {246, 498, 8, 504}, {249, 504, 8, 504}, {250, 506, 24, 512},
        {253, 512, 24, 512}, {254, 514, 24, 520},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b;
        char word[32];
        snprintf(word, sizeof word, "images+=%u", cases[i].images);
        build_make(&b, &a3d_format_a3d1, 1, WORDS(word));
        assert_int_equal(b.doc->mask.used, cases[i].used);
        assert_int_equal(b.doc->mask.header, cases[i].header);
        assert_int_equal(b.doc->mask.room, cases[i].room);
        assert_null(strstr(build_findings(b.doc), "a3d1/mask"));
        build_free(&b);
    }
}

/* Written and read again, a list has all its elements and no more. */
static void long_lists_keep_their_last(void **state)
{
    static const unsigned counts[] = {1, 127, 128, 199, 200, 201, 255, 256, 257, 1000};
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        build b;
        char word[64], last[64], beyond[64];
        snprintf(word, sizeof word, "materials+=%u", counts[i]);
        snprintf(last, sizeof last, "materials[%u].name=\"last\"", counts[i] - 1);
        snprintf(beyond, sizeof beyond, "materials[%u].name=\"none\"", counts[i]);
        build_make(&b, &a3d_format_tanki, 3, WORDS(word, last));
        assert_false(b.doc->faulty);
        assert_null(build_try(&b, last));
        assert_non_null(build_try(&b, beyond));
        build_free(&b);
    }
}

/* An edit removes what there is, and refuses to remove one more. */
static void removal_ends_with_the_list(void **state)
{
    static const struct { const char *word, *why; } cases[] = {
        {"materials[1]-=2", "list has only 2 elements"}, {"materials[0]-=3", "list has only 2 elements"},
        {"materials-=3", "list has only 2 elements"}, {"materials[1]-=1", NULL}, {"materials[0]-=2", NULL},
        {"materials-=2", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b;
        build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=2"));
        const char *why = build_try(&b, cases[i].word);
        if ((why == NULL) != (cases[i].why == NULL) || (why != NULL && strcmp(why, cases[i].why) != 0))
            fail_msg("%s: %s", cases[i].word, why != NULL ? why : "done");
        build_free(&b);
    }
}

/* A match of four bytes from `distance` back, after `made` bytes and a run without literals of its own. */
static size_t lzo_stream(uint8_t *to, size_t made, size_t distance)
{
    uint8_t *p = to;
    size_t more = made - 18;
    for (*p++ = 0; more > 255; more -= 255)
        *p++ = 0;
    *p++ = (uint8_t)more;
    for (size_t i = 0; i < made; i++)
        *p++ = (uint8_t)(i * 7);
    if (distance <= 2048) {
        *p++ = (uint8_t)(0x60 | ((distance - 1) & 7) << 2);
        *p++ = (uint8_t)((distance - 1) >> 3);
    } else {
        bool far = distance > 16384;
        size_t word = far ? distance - 16384 : distance - 1;
        *p++ = (uint8_t)(!far ? 0x22 : word > 0x3fff ? 0x1a : 0x12);
        *p++ = (uint8_t)(word << 2);
        *p++ = (uint8_t)(word >> 6);
    }
    memcpy(p, "\x11\0\0", 3);
    return (size_t)(p - to) + 3;
}

/* A match may begin with the first byte of the output, but not before it. */
static void matches_of_all_the_output(void **state)
{
    static const size_t sizes[] = {20, 2047, 2048, 2049, 16383, 16384, 16385, 32767, 32768, 49150};
    static uint8_t in[50000], out[50000];
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        size_t n = lzo_stream(in, sizes[i], sizes[i]);
        a3d_codec_result r = a3d_lzo1x_unpack(in, n, out, sizes[i] + 4);
        assert_int_equal(r.status, A3D_CODEC_OK);
        assert_memory_equal(out + sizes[i], out, 4);
        n = lzo_stream(in, sizes[i], sizes[i] + 1);
        assert_int_equal(a3d_lzo1x_unpack(in, n, out, sizes[i] + 4).status, A3D_CODEC_BAD_DISTANCE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_around_63_bytes),
        cmocka_unit_test(long_lists_keep_their_last),
        cmocka_unit_test(removal_ends_with_the_list),
        cmocka_unit_test(matches_of_all_the_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
