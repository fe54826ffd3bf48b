/* What is offered for damaged files: repairs only with evidence, the same for all who ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "engine/fix/offer.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "lint/fix.h"
#include "lint/generate.h"
#include "../support/build.h"

#include <string.h>

enum { SEEDS = 12 };

static void put_crlf(a3d_text *out, uint8_t c)
{
    if (c == '\n')
        a3d_putc(out, '\r');
    a3d_putc(out, (char)c);
}

static void put_utf8(a3d_text *out, uint8_t c)
{
    if (c >= 0x80)
        a3d_putc(out, (char)(0xc0 | c >> 6));
    a3d_putc(out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
}

typedef void (*conversion)(a3d_text *out, uint8_t c);

/* Whether a file is damaged by the conversion. It is repaired only as a whole, byte for byte, or not at all. */
static bool is_left(const a3d_format *format, const a3d_text *sound, conversion convert)
{
    a3d_arena arena;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sound->size; i++)
        convert(&out, (uint8_t)sound->data[i]);
    a3d_options options = {.format = format};
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)out.data, out.size, &options);
    assert_non_null(x.before);
    bool damaged = out.size != sound->size && x.before->doc != NULL && x.before->verdict == A3DLINT_INVALID;
    for (size_t i = 0; damaged && i < x.before->doc->n_findings; i++)
        assert_false(a3d_has_proven_cause(&x.before->doc->findings[i]));
    if (damaged && x.after->verdict == A3DLINT_VALID) {
        assert_int_equal(x.size, sound->size);
        assert_memory_equal(x.data, sound->data, sound->size);
    } else if (damaged) {
        assert_int_equal(x.n_fixed, 0);
    }
    a3d_arena_free(&arena);
    return damaged;
}

/* No repair of one number undoes a conversion of text: neither memory=-1 for an added 0D, nor the id of a block or the
 * size of a file where C2 and C3 were added. */
static void conversions_are_not_repaired_by_a_number(void **state)
{
    static const a3d_format *const formats[] = {&a3d_format_odol, &a3d_format_tanki, &a3d_format_m3g, &a3d_format_a3d2};
    unsigned damaged = 0;
    (void)state;
    for (unsigned i = 0; i < 4 * SEEDS; i++) {
        a3d_arena arena;
        a3d_text sound;
        const a3d_format *format = formats[i % 4];
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&sound, &arena);
        const a3d_version *version = format->versions;
        while (!version->generated)
            version++;
        a3d_wish wish = {.format = format, .version = version, .seed = i, .size = 2048};
        assert_null(a3d_generate_random(&arena, &wish, &sound));
        damaged += is_left(format, &sound, put_crlf);
        damaged += is_left(format, &sound, put_utf8);
        a3d_arena_free(&arena);
    }
    assert_true(damaged > 4 * SEEDS);
}

static a3d_offer first_offer(const build *b, const a3d_format *format, const char *rule, size_t *repairs)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = format};
    a3d_fixing x = a3d_fix_file(&arena, b->bytes, b->size, &options);
    assert_non_null(x.before);
    assert_non_null(x.before->doc);
    a3d_offer offer = A3D_OFFER_NOTHING;
    bool found = false;
    for (size_t i = 0; i < x.before->doc->n_findings && !found; i++) {
        found = strcmp(x.before->doc->findings[i].rule->id, rule) == 0;
        offer = found ? a3d_offer_of(x.before->doc, &x.before->doc->findings[i]) : offer;
    }
    assert_true(found);
    *repairs = x.n_fixed;
    a3d_arena_free(&arena);
    return offer;
}

/* A checksum is rewritten without being asked only where changed content could not look the same. */
static void checksums(void **state)
{
    build b;
    size_t repairs;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].checksum:=1"));
    assert_int_equal(first_offer(&b, &a3d_format_m3g, "m3g/checksum", &repairs), A3D_OFFER_CONTENT);
    assert_int_equal(repairs, 0);
    build_free(&b);
    build_make(&b, &a3d_format_m3g, 1, NULL);
    b.bytes[b.size - 1] ^= 0x10; /* the checksum itself */
    assert_int_equal(first_offer(&b, &a3d_format_m3g, "m3g/checksum", &repairs), A3D_OFFER_REPAIR);
    assert_int_equal(repairs, 1);
    build_free(&b);
}

/* Of a sum of bytes, as Adler-32 is, one damaged byte of the content changes more than one byte, or the lowest of its
 * upper half; a slip of the checksum changes one. */
static void a_slip_of_a_checksum_is_one_byte(void **state)
{
    static const struct {
        uint32_t change;
        a3d_offer offer;
    } cases[] = {{0x01000000, A3D_OFFER_REPAIR}, {0xff000000, A3D_OFFER_REPAIR}, {0x00010000, A3D_OFFER_CONTENT},
                 {0x00ff0000, A3D_OFFER_CONTENT}, {0x01010000, A3D_OFFER_CONTENT}, {0x00000100, A3D_OFFER_REPAIR},
                 {0x0000ff00, A3D_OFFER_REPAIR}, {0x00000001, A3D_OFFER_REPAIR}, {0x000000ff, A3D_OFFER_REPAIR},
                 {0x00000101, A3D_OFFER_CONTENT}, {0x01000001, A3D_OFFER_CONTENT}, {0x01000100, A3D_OFFER_CONTENT}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_m3g, 1, NULL);
        for (unsigned k = 0; k < 4; k++)
            b.bytes[b.size - 4 + k] ^= (uint8_t)(cases[i].change >> 8 * k);
        print_message("change %08x\n", (unsigned)cases[i].change);
        assert_int_equal(first_offer(&b, &a3d_format_m3g, "m3g/checksum", &repairs), cases[i].offer);
        assert_int_equal(repairs, cases[i].offer == A3D_OFFER_REPAIR);
        build_free(&b);
    }
}

/* Bytes that add nothing: zeros after something else, or a repetition of what is before them or of the start. */
static void bytes_that_add_nothing_are_redundant(void **state)
{
    static const struct {
        const char *data;
        uint32_t all, off, size;
        bool redundant;
    } cases[] = {
        {"abcd", 4, 2, 2, false},     {"abab", 4, 2, 2, true},       {"xabab", 5, 3, 2, true},
        {"abxab", 5, 3, 2, true},     {"abxac", 5, 3, 2, false},     {"abxab", 5, 4, 1, false},
        {"xxbxx", 5, 4, 1, true},     {"ab\0\0", 4, 2, 2, true},     {"a\0\0\0", 4, 2, 2, false},
        {"a\0xx", 4, 2, 2, false},    {"\0\0xx", 4, 0, 2, true},     {"abc\0", 4, 2, 2, false},
        {"ab\0c", 4, 2, 2, false},    {"abcd", 4, 2, 0, true},       {"ab\0\0", 4, 2, 3, false},
        {"abab", 4, 2, UINT32_MAX, false}, {"abca", 4, 1, 3, false},  {"abbb", 4, 2, 2, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_stream stream = {.data = (const uint8_t *)cases[i].data, .size = cases[i].all};
        if (a3d_is_redundant(&stream, cases[i].off, cases[i].size) != cases[i].redundant)
            fail_msg("case %zu", i);
    }
}

/* Either of two copies may be the damaged one. */
static void a_value_that_is_stated_twice(void **state)
{
    build b;
    size_t repairs;
    (void)state;
    build_make(&b, &a3d_format_odol, 75, WORDS("permanent={0}", "loadableInfos[0].special=1"));
    assert_int_equal(first_offer(&b, &a3d_format_odol, "odol/loadable-info", &repairs), A3D_OFFER_CONTENT);
    assert_int_equal(repairs, 0);
    build_free(&b);
}

/* Packed content whose checksum does not agree may be damaged anywhere: packing it anew would hide that. Without the
 * damage the same repair is made without being asked. */
static void packed_content_without_its_checksum(void **state)
{
    (void)state;
    for (unsigned damaged = 0; damaged < 2; damaged++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_a3d2, 0, WORDS("indexBuffers+={id=1,indexCount=6,byteBuffer=hex:000000000000}"));
        for (unsigned i = 1; i <= 4 && damaged; i++)
            b.bytes[b.size - i] ^= 1;
        assert_int_equal(first_offer(&b, &a3d_format_a3d2, "a3d2/index-buffer-size", &repairs),
                         damaged ? A3D_OFFER_CONTENT : A3D_OFFER_REPAIR);
        assert_int_equal(repairs, !damaged);
        if (damaged)
            assert_int_equal(first_offer(&b, &a3d_format_a3d2, "a3d2/zlib-checksum", &repairs), A3D_OFFER_CONTENT);
        build_free(&b);
    }
}

/* A size that is off by less than 64 bytes may be right, and bytes were put into a text or are missing there. */
static void sizes_that_are_off_by_little(void **state)
{
    static const struct {
        int off;
        a3d_offer offer;
    } cases[] = {{1, A3D_OFFER_CONTENT},  {-1, A3D_OFFER_CONTENT}, {63, A3D_OFFER_CONTENT},
                 {64, A3D_OFFER_REPAIR}, {200, A3D_OFFER_REPAIR}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_odol, 75, NULL);
        uint32_t at = build_offset(b.doc, "lods[0].rest_size");
        a3d_store(b.bytes + at, 4, a3d_load32(b.bytes + at, false) + (uint32_t)cases[i].off, false);
        print_message("off by %d\n", cases[i].off);
        assert_int_equal(first_offer(&b, &a3d_format_odol, "odol/rest-size", &repairs), cases[i].offer);
        assert_int_equal(repairs, cases[i].offer == A3D_OFFER_REPAIR);
        build_free(&b);
    }
}

/* No rule of the format drops a second model; only the undoing of the whole file does, which says so. */
static void a_second_model_is_not_dropped(void **state)
{
    build b, second;
    size_t repairs;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, NULL);
    build_make(&second, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"other\""));
    build_tail(&b, 0, second.bytes, second.size);
    first_offer(&b, &a3d_format_tanki, "tanki/trailing-bytes", &repairs);
    assert_int_equal(repairs, 1);
    build_free(&second);
    build_free(&b);
}

/* A byte too many in a file without a size moves what follows it: the last byte is left over, and values are wrong. */
static void a_byte_left_over_beside_wrong_values(void **state)
{
    static const struct {
        const char *parent;
        a3d_offer offer;
        size_t repairs;
    } cases[] = {{"objects[1].parentId=1", A3D_OFFER_REPAIR, 1}, {"objects[1].parentId=7", A3D_OFFER_CONTENT, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_a3d1, 1,
                   WORDS("objects+={id=1,visible=1}", "objects+={id=2,visible=1}", cases[i].parent));
        build_tail(&b, 0, "\0", 1);
        assert_int_equal(first_offer(&b, &a3d_format_a3d1, "a3d1/trailing-bytes", &repairs), cases[i].offer);
        assert_int_equal(repairs, cases[i].repairs);
        build_free(&b);
    }
}

/* A run of zeros may end in a count; then its value says nothing of what was before it. */
static void a_count_after_zeros_is_not_repaired(void **state)
{
    build b;
    size_t repairs;
    (void)state;
    build_make(&b, &a3d_format_odol, 75,
               WORDS("lods[0].properties+=20", "lods[0].properties[0].name=\"a\"",
                     "lods[0].properties[19].name=\"supply\""));
    uint32_t at = build_offset(b.doc, "lods[0].properties");
    memcpy(b.bytes + at, "\0upp", 4);
    assert_int_equal(first_offer(&b, &a3d_format_odol, "odol/count-too-large", &repairs), A3D_OFFER_CAUSES);
    assert_int_equal(repairs, 0);
    build_free(&b);
}

/* Padding that goes on with a text is its end: then the length is too small. Other padding is made 0. */
static void padding_that_goes_on_with_a_text(void **state)
{
    static const struct {
        uint8_t length, padding; /* of "trackl" and two bytes of padding */
        a3d_offer offer;
        size_t repairs;
    } cases[] = {{5, 0, A3D_OFFER_CAUSES, 0}, {6, 'k', A3D_OFFER_CAUSES, 0}, {6, 0x07, A3D_OFFER_REPAIR, 1},
                 {6, 0xfe, A3D_OFFER_REPAIR, 1}, {6, 0x20, A3D_OFFER_REPAIR, 1}, {6, 0x21, A3D_OFFER_NOTHING, 0},
                 {6, 0x7e, A3D_OFFER_NOTHING, 0}, {6, 0x7f, A3D_OFFER_REPAIR, 1}, {6, 0x80, A3D_OFFER_REPAIR, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"trackl\""));
        uint32_t at = build_offset(b.doc, "materials[0].name");
        assert_memory_equal(b.bytes + at, "\6\0\0\0trackl\0\0", 12);
        b.bytes[at] = cases[i].length;
        b.bytes[at + 10] = cases[i].padding;
        a3d_offer offer = first_offer(&b, &a3d_format_tanki, "tanki/padding-zero", &repairs);
        print_message("length %u, padding %u\n", cases[i].length, cases[i].padding);
        assert_int_equal(offer, cases[i].offer);
        assert_int_equal(repairs, cases[i].repairs);
        build_free(&b);
    }
}

/* A NUL before the padding may be one that was put into the text: then what is printable after it is its end. */
static void padding_after_a_nul_in_a_text(void **state)
{
    static const struct {
        const char *bytes; /* of "trackl" and two bytes of padding */
        size_t repairs;
    } cases[] = {{"track\0\0l", 0}, {"track\0l\0", 0}, {"track\0\0\7", 1}, {"trackl\0l", 1}, {"tr\0ckl\0l", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"trackl\""));
        memcpy(b.bytes + build_offset(b.doc, "materials[0].name") + 4, cases[i].bytes, 8);
        first_offer(&b, &a3d_format_tanki, "tanki/padding-zero", &repairs);
        print_message("case %u\n", (unsigned)i);
        assert_int_equal(repairs, cases[i].repairs);
        build_free(&b);
    }
}

/* Bytes left over may be those of a text whose end was lost: they are not cut off then. */
static void one_suspect_is_a_cause(void **state)
{
    build b;
    size_t repairs;
    (void)state;
    build_make(&b, &a3d_format_odol, 75, WORDS("muzzle_flash=\"flash\""));
    b.bytes[build_offset(b.doc, "muzzle_flash") + 5] = ' ';
    assert_int_equal(first_offer(&b, &a3d_format_odol, "odol/trailing-bytes", &repairs), A3D_OFFER_CAUSES);
    assert_int_equal(repairs, 0);
    build_free(&b);
    build_make(&b, &a3d_format_odol, 75, WORDS("lods[0].textures+=1", "lods[0].textures[0].name=\"rust.paa\""));
    b.bytes[build_offset(b.doc, "lods[0].textures[0].name") + 8] = 'x';
    assert_int_equal(first_offer(&b, &a3d_format_odol, "odol/truncated", &repairs), A3D_OFFER_CAUSES);
    assert_int_equal(repairs, 0);
    build_free(&b);
}

/* Padding that is no ASCII goes on with a text that has such bytes, wherever. */
static void padding_of_another_alphabet(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= 6; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"trackl\""));
        uint32_t at = build_offset(b.doc, "materials[0].name") + 4;
        if (i < 6)
            b.bytes[at + i] = 0xe4;
        b.bytes[at + 6] = 0xfe;
        assert_int_equal(first_offer(&b, &a3d_format_tanki, "tanki/padding-zero", &repairs),
                         i < 6 ? A3D_OFFER_NOTHING : A3D_OFFER_REPAIR);
        build_free(&b);
    }
}

/* Between positions and colors, a type that is a number like them was overwritten together with them, or is not at its
 * place. So it is next to a position that is not a number. The right type written as a float is a slip of one field. */
static void a_value_among_wrong_bytes_is_not_repaired(void **state)
{
    static const struct {
        const char *before, *type; /* 4 bytes each: the last position, and the type */
        a3d_offer offer;
        size_t repairs;
    } cases[] = {{"\x00\x00\x00\x40", "\x00\x00\x21\x41", A3D_OFFER_CAUSES, 0},
                 {"\x00\x00\x00\x40", "\x00\x00\xa0\x40", A3D_OFFER_REPAIR, 1}, /* 5.0 */
                 {"\x00\x00\x00\x40", "\x12\xaf\xc3\x19", A3D_OFFER_REPAIR, 1},
                 {"\xff\xff\xff\xff", "\x12\xaf\xc3\x19", A3D_OFFER_CAUSES, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_tanki, 3,
                   WORDS("meshes+={boundsMax={x=1,y=1,z=2},radius=2,vertexCount=3,submeshes+={indices={0,1,2}}}",
                         "meshes[0].buffers+={type=position,vertices[0].x=1,vertices[1].y=1,vertices[2].z=2}",
                         "meshes[0].buffers+={type=color,vertices[0].x=1,vertices[1].y=1}"));
        uint32_t at = build_offset(b.doc, "meshes[0].buffers[1].type");
        memcpy(b.bytes + at, cases[i].type, 4);
        memcpy(b.bytes + at - 4, cases[i].before, 4);
        print_message("case %zu\n", i);
        assert_int_equal(first_offer(&b, &a3d_format_tanki, "tanki/buffer-type", &repairs), cases[i].offer);
        assert_int_equal(repairs, cases[i].repairs);
        build_free(&b);
    }
}

/* Two 16-bit numbers as indices have, in the place of a type and on both sides of it: then the type was overwritten
 * with them. If one of the three is no such pair, the type alone is wrong. */
static void a_value_among_indices_is_not_repaired(void **state)
{
    static const struct {
        const char *words; /* the last position, the type, and the first color */
        a3d_offer offer;
    } cases[] = {{"\1\0\2\0\3\1\1\0\5\0\6\0", A3D_OFFER_CAUSES},
                 {"\xff\3\xff\3\xff\3\xff\3\xff\3\xff\3", A3D_OFFER_CAUSES},
                 {"\1\0\2\0\3\1\1\4\5\0\6\0", A3D_OFFER_REPAIR}, {"\1\0\2\0\0\4\3\0\5\0\6\0", A3D_OFFER_REPAIR},
                 {"\1\0\0\0\3\1\1\0\5\0\6\0", A3D_OFFER_REPAIR}, {"\0\0\2\0\3\1\1\0\5\0\6\0", A3D_OFFER_REPAIR},
                 {"\1\0\2\0\3\1\1\0\0\0\6\0", A3D_OFFER_REPAIR}, {"\1\0\2\0\3\1\1\0\5\0\0\4", A3D_OFFER_REPAIR},
                 {"\1\0\0\4\3\1\1\0\5\0\6\0", A3D_OFFER_REPAIR}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        size_t repairs;
        build_make(&b, &a3d_format_tanki, 3,
                   WORDS("meshes+={boundsMax={x=1,y=1,z=2},radius=2,vertexCount=3,submeshes+={indices={0,1,2}}}",
                         "meshes[0].buffers+={type=position,vertices[0].x=1,vertices[1].y=1,vertices[2].z=2}",
                         "meshes[0].buffers+={type=color,vertices[0].x=1,vertices[1].y=1}"));
        memcpy(b.bytes + build_offset(b.doc, "meshes[0].buffers[1].type") - 4, cases[i].words, 12);
        print_message("case %zu\n", i);
        assert_int_equal(first_offer(&b, &a3d_format_tanki, "tanki/buffer-type", &repairs), cases[i].offer);
        assert_int_equal(repairs, cases[i].offer == A3D_OFFER_REPAIR);
        build_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(padding_that_goes_on_with_a_text),
        cmocka_unit_test(padding_after_a_nul_in_a_text),
        cmocka_unit_test(one_suspect_is_a_cause),
        cmocka_unit_test(a_byte_left_over_beside_wrong_values),
        cmocka_unit_test(padding_of_another_alphabet),
        cmocka_unit_test(a_value_among_wrong_bytes_is_not_repaired),
        cmocka_unit_test(a_value_among_indices_is_not_repaired),
        cmocka_unit_test(conversions_are_not_repaired_by_a_number),
        cmocka_unit_test(checksums),
        cmocka_unit_test(a_slip_of_a_checksum_is_one_byte),
        cmocka_unit_test(bytes_that_add_nothing_are_redundant),
        cmocka_unit_test(a_value_that_is_stated_twice),
        cmocka_unit_test(packed_content_without_its_checksum),
        cmocka_unit_test(sizes_that_are_off_by_little),
        cmocka_unit_test(a_second_model_is_not_dropped),
        cmocka_unit_test(a_count_after_zeros_is_not_repaired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
