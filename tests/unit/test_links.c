/* Links to other files: PNG images by their bytes, and chains of M3G files that a caller keeps in memory. */
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lint/lint.h"
#include "lint/uri.h"
#include "codec/png.h"
#include "formats/m3g/m3g.h"

enum { MOST = 1 << 20 };

/* ---- PNG ---- */

typedef struct image {
    uint8_t bytes[4096];
    size_t size;
} image;

static void put_chunk(image *m, const char *type, const void *content, uint32_t n)
{
    uint8_t *p = m->bytes + m->size;
    a3d_store(p, 4, n, true);
    memcpy(p + 4, type, 4);
    if (n > 0)
        memcpy(p + 8, content, n);
    a3d_store(p + 8 + n, 4, crc32(0, p + 4, n + 4), true);
    m->size += 12 + n;
}

static void begin(image *m, uint32_t width, uint32_t height, unsigned depth, unsigned color, unsigned interlace)
{
    uint8_t header[13] = {[8] = (uint8_t)depth, [9] = (uint8_t)color, [12] = (uint8_t)interlace};
    memcpy(m->bytes, "\x89PNG\r\n\x1a\n", 8);
    m->size = 8;
    a3d_store(header, 4, width, true);
    a3d_store(header + 4, 4, height, true);
    put_chunk(m, "IHDR", header, sizeof header);
}

/* `n` bytes of rows, all zero but the first; in two chunks. */
static void put_pixels(image *m, size_t n, uint8_t first)
{
    uint8_t rows[1024] = {first}, packed[2048];
    uLongf size = sizeof packed;
    assert_int_equal(compress(packed, &size, rows, (uLong)n), Z_OK);
    put_chunk(m, "IDAT", packed, 3);
    put_chunk(m, "IDAT", packed + 3, (uint32_t)size - 3);
}

static void expect(const image *m, const char *why)
{
    uint8_t *scratch = malloc(m->size + A3D_INFLATE_WINDOW), *exact = malloc(m->size + 1);
    a3d_png png;
    assert_non_null(scratch);
    assert_non_null(exact);
    memcpy(exact, m->bytes, m->size);
    bool good = a3d_png_check(exact, m->size, scratch, MOST, &png);
    if (why == NULL ? !good : good || strcmp(png.why, why) != 0)
        fail_msg("expected %s, found %s at %zu", why != NULL ? why : "nothing", good ? "nothing" : png.why, png.at);
    free(exact);
    free(scratch);
}

static void images_that_are_sound(void **state)
{
    image m;
    (void)state;
    begin(&m, 3, 2, 8, 6, 0); /* two rows of a filter and three pixels of four bytes */
    put_pixels(&m, 2 * 13, 4);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, NULL);
    begin(&m, 5, 1, 1, 0, 1); /* interlaced: passes 1, 2 (one pixel each), 4 (one), 6 (two), none of 3, 5 and 7 */
    put_pixels(&m, 4 * 2, 0);
    put_chunk(&m, "tEXt", "a\0b", 3);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, NULL);
    begin(&m, 8, 8, 8, 0, 1); /* all passes: rows of 1, 1, 2, 2, 4, 4 and 8 pixels */
    put_pixels(&m, 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9, 0);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, NULL);
    begin(&m, 6, 7, 8, 0, 1); /* none of them whole */
    put_pixels(&m, 2 + 2 + 3 + 2 * 2 + 2 * 4 + 4 * 4 + 3 * 7, 0);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, NULL);
    begin(&m, 3, 3, 2, 3, 0);
    put_chunk(&m, "PLTE", "rgbRGB", 6);
    put_pixels(&m, 3 * 2, 1);
    put_chunk(&m, "IEND", NULL, 0);
    m.bytes[m.size++] = 'x'; /* behind the image */
    expect(&m, NULL);
}

static void images_with_faults(void **state)
{
    image m;
    (void)state;
#define IMAGE(width, depth, color, between, pixels, first, why)  \
    begin(&m, width, 1, depth, color, 0);                        \
    between;                                                     \
    put_pixels(&m, pixels, first);                               \
    put_chunk(&m, "IEND", NULL, 0);                              \
    expect(&m, why)
    IMAGE(0, 8, 0, (void)0, 2, 0, "a side of the image is 0 or more than 2147483647");
    IMAGE(1, 3, 0, (void)0, 2, 0, "bit depth and colour type do not go together");
    IMAGE(1, 16, 3, (void)0, 2, 0, "bit depth and colour type do not go together");
    IMAGE(1, 8, 3, (void)0, 2, 0, "the palette is missing");
    IMAGE(1, 1, 3, put_chunk(&m, "PLTE", "rgbrgbrgb", 9), 2, 0, "the palette has no size that it may have");
    IMAGE(1, 8, 3, put_chunk(&m, "PLTE", "rgbr", 4), 2, 0, "the palette has no size that it may have");
    IMAGE(1, 8, 0, put_chunk(&m, "PLTE", "rgb", 3), 2, 0, "a palette is where none is allowed");
    IMAGE(1, 8, 4, put_chunk(&m, "PLTE", "rgb", 3), 3, 0, "a palette is where none is allowed");
    IMAGE(1, 8, 3, (put_chunk(&m, "PLTE", "rgb", 3), put_chunk(&m, "PLTE", "rgb", 3)), 2, 0, "a palette is where none is allowed");
    IMAGE(1, 8, 2, (put_pixels(&m, 4, 0), put_chunk(&m, "PLTE", "rgb", 3)), 4, 0, "a palette is where none is allowed");
    IMAGE(1, 8, 0, put_chunk(&m, "XYZW", "", 0), 2, 0, "a chunk that no reader may skip is of no known type, or comes twice");
    IMAGE(1, 8, 0, put_chunk(&m, "te T", "", 0), 2, 0, "the type of a chunk is not made of letters");
    IMAGE(1, 8, 0, (void)0, 1, 0, "the data unpack to less than all rows");
    IMAGE(1, 8, 0, (void)0, 3, 0, "the data unpack to more than all rows");
    IMAGE(1, 8, 0, (void)0, 2, 5, "a row has a filter that is not known");
    IMAGE(1, 8, 0, put_pixels(&m, 2, 0), 2, 0, "bytes follow the packed data");
    IMAGE(1, 8, 0, (put_pixels(&m, 2, 0), put_chunk(&m, "tIME", "1234567", 7)), 2, 0, "the IDAT chunks do not follow each other");
#undef IMAGE
    begin(&m, 1, 0, 8, 0, 0);
    expect(&m, "a side of the image is 0 or more than 2147483647");
    begin(&m, 0x80000000u, 1, 8, 0, 0);
    expect(&m, "a side of the image is 0 or more than 2147483647");
    begin(&m, 1, 0x80000000u, 8, 0, 0);
    expect(&m, "a side of the image is 0 or more than 2147483647");
    begin(&m, 1, 1, 8, 0, 0);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, "there is no IDAT chunk");
    begin(&m, 1, 1, 8, 0, 0);
    put_pixels(&m, 2, 0);
    put_chunk(&m, "IEND", "x", 1);
    expect(&m, "the IEND chunk is not empty");
}

/* The depths that each colour type may have, as ISO 15948 lists them: bit D of a mask stands for depth D. */
static void depths_of_colours(void **state)
{
    static const uint32_t depths[8] = {
        [0] = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8 | 1 << 16, [2] = 1 << 8 | 1 << 16, [3] = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8,
        [4] = 1 << 8 | 1 << 16, [6] = 1 << 8 | 1 << 16};
    static const unsigned channels[8] = {1, 0, 3, 1, 2, 0, 4, 0};
    (void)state;
    for (unsigned color = 0; color < 8; color++)
        for (unsigned depth = 0; depth <= 17; depth++) {
            image m;
            begin(&m, 1, 1, depth, color, 0);
            if (color == 3)
                put_chunk(&m, "PLTE", "rgbRGB", 6);
            put_pixels(&m, 1 + (depth * channels[color] + 7) / 8, 0);
            put_chunk(&m, "IEND", NULL, 0);
            expect(&m, (depths[color] >> depth & 1) != 0 ? NULL : "bit depth and colour type do not go together");
        }
}

/* A palette has at most as many colors as the depth can tell apart; of a true-color image, at most 256. */
static void palettes_have_a_most(void **state)
{
    static const uint8_t colors[3 * 257];
    static const struct { unsigned depth, color, most; } cases[] = {
        {1, 3, 2}, {2, 3, 4}, {4, 3, 16}, {8, 3, 256}, {8, 2, 256}, {16, 2, 256}, {8, 6, 256}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned n = 0; n < 2; n++) {
            image m;
            unsigned channels = cases[i].color == 6 ? 4 : cases[i].color;
            channels = channels == 2 ? 3 : channels == 3 ? 1 : channels;
            begin(&m, 1, 1, cases[i].depth, cases[i].color, 0);
            put_chunk(&m, "PLTE", colors, 3 * (cases[i].most + n));
            put_pixels(&m, 1 + (cases[i].depth * channels + 7) / 8, 0);
            put_chunk(&m, "IEND", NULL, 0);
            expect(&m, n == 0 ? NULL : "the palette has no size that it may have");
        }
}

/* Passes that have no column, or no row, have no bytes. */
static void passes_may_be_empty(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 9; width++)
        for (unsigned height = 1; height <= 9; height++) {
            static const unsigned x[7] = {0, 4, 0, 2, 0, 1, 0}, dx[7] = {8, 8, 4, 4, 2, 2, 1};
            static const unsigned y[7] = {0, 0, 4, 0, 2, 0, 1}, dy[7] = {8, 8, 8, 4, 4, 2, 2};
            size_t bytes = 0;
            for (unsigned pass = 0; pass < 7; pass++)
                for (unsigned row = y[pass]; row < height; row += dy[pass]) {
                    unsigned n = 0;
                    for (unsigned column = x[pass]; column < width; column += dx[pass])
                        n++;
                    bytes += n > 0 ? 1 + n : 0;
                }
            image m;
            begin(&m, width, height, 8, 0, 1);
            put_pixels(&m, bytes, 0);
            put_chunk(&m, "IEND", NULL, 0);
            expect(&m, NULL);
            m.size = 0;
            begin(&m, width, height, 8, 0, 1);
            put_pixels(&m, bytes + 1, 0);
            put_chunk(&m, "IEND", NULL, 0);
            expect(&m, "the data unpack to more than all rows");
        }
}

/* Each bit and each byte counts: none can be flipped or left out unseen. */
static void images_that_are_damaged(void **state)
{
    image m, cut;
    static uint8_t scratch[4096 + A3D_INFLATE_WINDOW];
    a3d_png png;
    (void)state;
    begin(&m, 2, 2, 8, 2, 0);
    put_pixels(&m, 2 * 7, 0);
    put_chunk(&m, "IEND", NULL, 0);
    expect(&m, NULL);
    for (size_t bit = 0; bit < 8 * m.size; bit++) {
        m.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (a3d_png_check(m.bytes, m.size, scratch, MOST, &png))
            fail_msg("bit %zu flipped and not seen", bit);
        m.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (cut = m; cut.size-- > 0;)
        if (a3d_png_check(cut.bytes, cut.size, scratch, MOST, &png))
            fail_msg("cut to %zu bytes and not seen", cut.size);
}

/* Sides that the file only claims cost nothing. */
static void images_that_are_large(void **state)
{
    image m;
    static uint8_t scratch[4096 + A3D_INFLATE_WINDOW];
    a3d_png png;
    (void)state;
    begin(&m, 0x7fffffff, 0x7fffffff, 16, 6, 1);
    put_pixels(&m, 100, 0);
    put_chunk(&m, "IEND", NULL, 0);
    assert_true(a3d_png_check(m.bytes, m.size, scratch, MOST, &png));
    assert_true(png.too_large);
}

/* ---- chains ---- */

enum { FILES = 12 };

typedef struct shelf {
    a3d_text files[FILES]; /* called 0, 1, 2 ... */
    unsigned looked;
} shelf;

static a3d_link_found take(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit, a3d_link_file *file)
{
    shelf *s = user;
    unsigned long n = strtoul(uri, NULL, 10);
    assert_non_null(from);
    s->looked++;
    file->why = "not on the shelf";
    if (n >= FILES || s->files[n].size == 0)
        return A3D_LINK_MISSING;
    if (s->files[n].size > limit)
        return A3D_LINK_TOO_LARGE;
    file->name = a3d_arena_text(arena, uri, strlen(uri));
    file->data = (const uint8_t *)a3d_arena_text(arena, s->files[n].data, s->files[n].size);
    file->size = s->files[n].size;
    return A3D_LINK_FOUND;
}

/* File n links to file `other`, then to file `to`; a group has the first as its child. */
static void put_links(shelf *s, a3d_arena *arena, unsigned n, unsigned other, unsigned to, unsigned again)
{
    char first[80], second[80], third[80];
    build b;
    snprintf(first, sizeof first, "sections[1].objects+={type=ExternalReference,URI=\"%u\"}", other);
    snprintf(second, sizeof second, "sections[1].objects+={type=ExternalReference,URI=\"%u\"}", to);
    snprintf(third, sizeof third, "sections[1].objects+={type=ExternalReference,URI=\"%u\"}", again);
    const char *words[] = {"sections+=1", "sections[1].objects-=1", first, second, "sections[2].objects+={type=Group,children={2}}",
                           "sections[0].objects[0].hasExternalReferences=1", "sections[0].objects[0].approximateContentSize=4096",
                           again < FILES ? third : NULL, NULL};
    build_make(&b, &a3d_format_m3g, 1, words);
    a3d_text_init(&s->files[n], arena);
    a3d_put(&s->files[n], b.bytes, b.size);
    build_free(&b);
}

/* File n links twice to file `to`. */
static void put_file(shelf *s, a3d_arena *arena, unsigned n, unsigned to)
{
    put_links(s, arena, n, to, to, FILES);
}

static const a3d_result *judge(shelf *s, a3d_arena *arena, uint64_t limit)
{
    a3d_options options = {.links = {take, s, "0"}, .limits.input = limit};
    const a3d_result *result = a3d_lint(arena, (const uint8_t *)s->files[0].data, s->files[0].size, &options);
    assert_non_null(result);
    return result;
}

static const a3d_finding *finding(const a3d_result *result, const char *id)
{
    for (size_t i = 0; i < result->doc->n_findings; i++)
        if (strcmp(result->doc->findings[i].rule->id, id) == 0)
            return &result->doc->findings[i];
    fail_msg("no %s", id);
    return NULL;
}

/* Twice as many links at each step, but no file is judged more than once. */
static void chains_end(void **state)
{
    shelf s = {.looked = 0};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < FILES; i++)
        put_file(&s, &arena, i, i + 1);
    const a3d_result *result = judge(&s, &arena, 0);
    assert_int_equal(s.looked, 2 * 8); /* the eighth file of the chain looks, but nothing behind it is judged */
    assert_int_equal(result->counts[A3D_ERROR], 0);
    a3d_arena_free(&arena);
}

static void faults_reach_the_first_file(void **state)
{
    shelf s = {.looked = 0};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < 3; i++)
        put_file(&s, &arena, i, i + 1);
    assert_string_equal(finding(judge(&s, &arena, 0), "m3g/link-target")->message,
                        "1 has 2 errors, the first: 2 has 2 errors, the first: 3: not on the shelf");
    put_file(&s, &arena, 2, 0);
    assert_string_equal(finding(judge(&s, &arena, 0), "m3g/link-target")->message,
                        "1 has 2 errors, the first: 2 has 2 errors, the first: 0 leads back to this file through other files; expected no cycle");
    put_file(&s, &arena, 0, 0);
    assert_int_equal(judge(&s, &arena, 0)->counts[A3D_ERROR], 2);
    assert_string_equal(finding(judge(&s, &arena, 0), "m3g/link-cycle")->message, "0 leads back to this file through other files; expected no cycle");
    a3d_arena_free(&arena);
}

static void what_is_looked_up_counts_as_input(void **state)
{
    shelf s = {.looked = 0};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    put_file(&s, &arena, 0, 1);
    put_file(&s, &arena, 1, 2);
    const a3d_result *result = judge(&s, &arena, s.files[0].size + s.files[1].size - 1);
    assert_string_equal(finding(result, "m3g/link-unread")->message, "1 was not checked: it is larger than the limit of input allows");
    result = judge(&s, &arena, s.files[0].size + s.files[1].size);
    assert_string_equal(finding(result, "m3g/link-target")->message, "1 has 2 errors, the first: 2: not on the shelf");
    a3d_arena_free(&arena);
}

/* File 0: a mesh whose skeleton is 7 with the child 2, and whose bone is object `bone`. Objects 2 and 3 are file 1. */
static void put_skinned(shelf *s, a3d_arena *arena, const char *skeleton, const char *bone)
{
#define ADD "sections[2].objects+={type="
    char mesh[200];
    build b;
    snprintf(mesh, sizeof mesh, ADD "SkinnedMesh,vertexBuffer=5,submeshes[0].indexBuffer=6,skeleton=%s,transformReferences+="
             "{transformNode=%s,vertexCount=3,weight=1}}", skeleton, bone);
    const char *words[] = {"sections+=1", "sections[1].objects-=1", "sections[1].objects+={type=ExternalReference,URI=\"1\"}",
                           "sections[1].objects+={type=ExternalReference,URI=\"1\"}",
                           ADD "VertexArray,componentSize=short,vertices-=1,componentCount=3,vertices+=3}",
                           ADD "VertexBuffer,positions=4}", ADD "TriangleStripArray,encoding=start_u8,stripLengths={3}}",
                           ADD "Group,children={2}}", mesh, "sections[0].objects[0].hasExternalReferences=1",
                           "sections[0].objects[0].approximateContentSize=4096", NULL};
#undef ADD
    build_make(&b, &a3d_format_m3g, 1, words);
    a3d_text_init(&s->files[0], arena);
    a3d_put(&s->files[0], b.bytes, b.size);
    build_free(&b);
}

static const char *errors_of_skinned(shelf *s, a3d_arena *arena, const char *skeleton, const char *bone)
{
    put_skinned(s, arena, skeleton, bone);
    const a3d_result *result = judge(s, arena, 0);
    if (result->counts[A3D_ERROR] == 0)
        return "";
    assert_int_equal(result->counts[A3D_ERROR], 1);
    return finding(result, "m3g/bone-outside")->message;
}

/* A bone in another file is below the skeleton only where the skeleton's children name it, and no node of this file is
 * below a skeleton in another one. A file that was not read may be anything. */
static void bones_in_other_files(void **state)
{
    shelf s = {.looked = 0};
    a3d_arena arena;
    build b;
    (void)state;
    a3d_arena_init(&arena, NULL);
    build_make(&b, &a3d_format_m3g, 1, NULL);
    a3d_text_init(&s.files[1], &arena);
    a3d_put(&s.files[1], b.bytes, b.size);
    build_free(&b);
    assert_string_equal(errors_of_skinned(&s, &arena, "7", "2"), "");
    assert_string_equal(errors_of_skinned(&s, &arena, "7", "3"), "transformNode is object 3 (sections[1].objects[1], an external reference); expected the skeleton or a node below it");
    assert_string_equal(errors_of_skinned(&s, &arena, "3", "3"), "");
    assert_string_equal(errors_of_skinned(&s, &arena, "3", "7"), "transformNode is object 7 (sections[2].objects[3], a Group); expected the skeleton or a node below it");
    const a3d_result *alone = a3d_lint(&arena, (const uint8_t *)s.files[0].data, s.files[0].size, &(a3d_options){.name = "x"});
    assert_int_equal(alone->counts[A3D_ERROR], 0);
    a3d_arena_free(&arena);
}

/* The C library's memory, with the number of blocks of about one size. */
typedef struct counter {
    size_t size;
    unsigned n;
} counter;

static void *counted(void *user, void *p, size_t old_size, size_t size)
{
    counter *c = user;
    c->n += old_size == 0 && size >= c->size && size < c->size + 64;
    if (size > 0)
        return realloc(p, size);
    free(p);
    return NULL;
}

/* An image may take a thousand times its bytes to unpack: it is unpacked once, however many links lead to it. */
static void images_are_judged_once(void **state)
{
    shelf s = {.looked = 0};
    static const uint8_t text[3000];
    image m;
    a3d_arena arena;
    (void)state;
    begin(&m, 1, 1, 8, 0, 0);
    put_pixels(&m, 3, 0);
    put_chunk(&m, "tEXt", text, sizeof text);
    put_chunk(&m, "IEND", NULL, 0);
    counter c = {.size = m.size + A3D_INFLATE_WINDOW};
    a3d_arena_init(&arena, &(a3d_allocator){counted, &c, 0});
    put_file(&s, &arena, 0, 1);
    a3d_text_init(&s.files[1], &arena);
    a3d_put(&s.files[1], m.bytes, m.size);
    c.n = 0;
    const a3d_result *result = judge(&s, &arena, 0);
    assert_int_equal(s.looked, 2);
    assert_int_equal(c.n, 1);
    const a3d_finding *f = finding(result, "m3g/link-image");
    unsigned wrong = 0; /* each link to it is, all the same */
    for (size_t i = 0; i < result->doc->n_findings; i++)
        wrong += result->doc->findings[i].rule == f->rule ? result->doc->findings[i].count : 0;
    assert_int_equal(wrong, 2);
    assert_string_equal(f->message, "1 is not a valid PNG image: at byte 33 the data unpack to more than all rows");
    a3d_arena_free(&arena);
}

/* What was met before need not be the first file of all. */
static void the_second_of_two_files_is_judged_once_too(void **state)
{
    shelf s = {.looked = 0};
    static const uint8_t text[3000];
    image small, large;
    a3d_arena arena;
    (void)state;
    for (int i = 0; i < 2; i++) {
        image *m = i == 0 ? &small : &large;
        begin(m, 1, 1, 8, 0, 0);
        put_pixels(m, 2, 0);
        put_chunk(m, "tEXt", text, i == 0 ? 4 : sizeof text);
        put_chunk(m, "IEND", NULL, 0);
    }
    counter c = {.size = large.size + A3D_INFLATE_WINDOW};
    a3d_arena_init(&arena, &(a3d_allocator){counted, &c, 0});
    put_links(&s, &arena, 0, 1, 2, 2);
    a3d_text_init(&s.files[1], &arena);
    a3d_put(&s.files[1], small.bytes, small.size);
    a3d_text_init(&s.files[2], &arena);
    a3d_put(&s.files[2], large.bytes, large.size);
    c.n = 0;
    const a3d_result *result = judge(&s, &arena, 0);
    assert_int_equal(s.looked, 3);
    assert_int_equal(c.n, 1);
    /* the group comes after the links, and its child is an image */
    assert_string_equal(finding(result, "m3g/link-type")->message,
                        "children refers to an external Image2D; expected a Camera, Group, Light, Mesh, MorphingMesh, SkinnedMesh or Sprite3D");
    a3d_arena_free(&arena);
}

static void without_look_up_a_note_says_so(void **state)
{
    shelf s = {.looked = 0};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    put_file(&s, &arena, 0, 1);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)s.files[0].data, s.files[0].size, &(a3d_options){.name = "x"});
    const a3d_finding *f = finding(result, "m3g/link-unread");
    assert_string_equal(f->message, "1 was not checked: links are not followed without --links");
    assert_int_equal(f->severity, A3D_NOTE);
    assert_int_equal(result->counts[A3D_ERROR], 0);
    a3d_arena_free(&arena);
}

/* What stands behind an escape stays as it is; what no file name can contain is not decoded. */
static void escapes_are_decoded(void **state)
{
    static const struct { const char *uri, *name; } list[] = {
        {"a%20bc.png", "a bc.png"}, {"%41%7ex%c3%A9", "A~x\xc3\xa9"}, {"%31%32345", "12345"}, {"%2gx", NULL}, {"a%2", NULL},
        {"a%", NULL}, {"a%2fb", NULL}, {"a%00b", NULL}, {"%01", "\1"}, {"plain.png", NULL}, {"", NULL}};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const char *name = a3d_link_unescaped(&arena, list[i].uri);
        assert_true((name == NULL) == (list[i].name == NULL));
        if (name != NULL)
            assert_string_equal(name, list[i].name);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_are_decoded),
        cmocka_unit_test(images_that_are_sound),
        cmocka_unit_test(images_with_faults), cmocka_unit_test(depths_of_colours),
        cmocka_unit_test(palettes_have_a_most), cmocka_unit_test(passes_may_be_empty),
        cmocka_unit_test(images_that_are_damaged),
        cmocka_unit_test(images_that_are_large),
        cmocka_unit_test(chains_end),
        cmocka_unit_test(faults_reach_the_first_file),
        cmocka_unit_test(what_is_looked_up_counts_as_input),
        cmocka_unit_test(bones_in_other_files),
        cmocka_unit_test(images_are_judged_once),
        cmocka_unit_test(the_second_of_two_files_is_judged_once_too),
        cmocka_unit_test(without_look_up_a_note_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
