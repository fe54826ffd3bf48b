/* test_damaged_files.c - damaged files at the limits of what is concluded from them: what is said of the whole file, and
 * where */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/formats.h"
#include "lint/generate.h"
#include "lint/steps.h"
#include "transfer/transfer.h"

/* A random file of a seed, and what was done to it: steps of recipes, and OFFSET=HH for a byte that is set. */
typedef struct damaged {
    const char *name;
    const a3d_format *format;
    const char *version; /* without a seed, the bytes in hex */
    unsigned seed, size;
    const char *steps[5];
    const char *off;     /* a rule that is off, or NULL */
    unsigned findings;   /* limit of findings; 0: as usual */
    const char *expected; /* COUNT of ALL: RULE OFFSET/SIZE MESSAGE of the first finding */
    const char *part;     /* of the message of one of them, or NULL */
} damaged;

static const damaged list[] = {
#define OF(format, version, seed, size) &a3d_format_##format, version, seed, size
#define BYTES(format, hex) &a3d_format_##format, hex, 0, 0 /* packed bytes, which each zlib would make anew */
    {"a warning is no other error", OF(m3g, "1.0", 26, 1091), {"insert:2913-944f5fbb"}, NULL, 1, 
     .expected = "1 of 9: m3g/total-file-size 29/4 totalFileSize is 7756; expected 7760, the size of the file"},
    {"a warning is no other error, all findings", OF(m3g, "1.0", 26, 1091), {"insert:2913-944f5fbb"}, NULL, 0,
     .expected = "9 of 9: file/bytes-inserted 2913/4 the file has 7,760 bytes and declares 7,756; without the 4 bytes at offset 2913 it decodes without an error"},
    {"more than the model by far", BYTES(a3d2, "400f78da8bffff8f8189811705000d9a0263"), {"suffix:ec*128"}, NULL, 0,
     .expected = "2 of 2: a3d2/zlib-data 4/12 the zlib data is damaged after 20 unpacked bytes: a back-reference points before the start of the unpacked data; the damage is in bytes 2–13 of the packed data, which unpack to bytes 0–19"},
    {"more than the model, less than eight times", BYTES(a3d2, "400f78da8bffff8f8189811705000d9a0263"), {"suffix:ec*117"}, NULL, 0,
     .expected = "3 of 3: file/bytes-inserted 2/14 the file has 135 bytes and declares 17; 118 bytes were probably inserted between offsets 2 and 16, or its end is that of another file"},
    {"more than the model, eight times", BYTES(a3d2, "400f78da8bffff8f8189811705000d9a0263"), {"suffix:ec*118"}, NULL, 0,
     .expected = "2 of 2: a3d2/zlib-data 4/12 the zlib data is damaged after 20 unpacked bytes: a back-reference points before the start of the unpacked data; the damage is in bytes 2–13 of the packed data, which unpack to bytes 0–19"},
    {"lost bytes have no size", OF(odol, "64", 33, 0), {"449=80", "lose:362-363"}, "file/bytes-inserted", 0, 
     .expected = "11 of 11: file/bytes-lost 421/0 1 byte is probably missing; with 1 more at offset 421, 6 of 8 errors are gone"},
    {"as many bytes left over as are tried", OF(odol, "44", 18, 0),
     {"lose:358-359", "suffix:17a0cb7af7bd6835f590e77208aa207c3966eb17788f981b4ffb19dd4fe929250bc8c57e7762c6b9315219ee999249292d08d6709d4a0335632715f8767a", "suffix:7c7c7c"}, NULL, 0,
     .expected = "7 of 7: file/bytes-inserted 0/371 64 bytes were probably inserted; without 64 bytes at offset 371, 1 of 3 errors are gone"},
    {"one more than are tried", OF(odol, "44", 18, 0),
     {"lose:358-359", "suffix:17a0cb7af7bd6835f590e77208aa207c3966eb17788f981b4ffb19dd4fe929250bc8c57e7762c6b9315219ee999249292d08d6709d4a0335632715f8767a", "suffix:7c7c7c7c"}, NULL, 0,
     .expected = "6 of 6: odol/boolean 370/1 bone_ref_simple is 34; expected 0 or 1"},
    {"one error that is gone is no proof", OF(odol, "74", 31, 358), {"lose:1223-1280", "lose:1099-1103"}, NULL, 0,
     .expected = "10 of 10: file/truncated 1283/0 spheres declares 24 entries, which need at least 480 bytes; 463 remain; the file is cut off, or this count is wrong"},
    {"a fault as near to the end as a cut may make", OF(odol, "70", 36, 0), {"440=94", "339=64", "309=ed", "cut:326"}, NULL, 0,
     .expected = "3 of 3: file/truncated 326/0 the file has 326 of at least 485 bytes, which its addresses need; at least 33 % is missing"},
    {"a fault a byte before that", OF(odol, "70", 36, 0), {"440=94", "339=64", "309=ed", "cut:327"}, NULL, 0,
     .expected = "3 of 3: file/bytes-lost 0/310 the file has 327 of at least 485 bytes, which its addresses need; bytes are probably missing between offsets 0 and 310, or its end is that of another file"},
    {"a text without an end may be cut off", OF(m3g, "1.0", 41, 0), {"22=0b", "lose:56-71"}, NULL, 0,
     .expected = "10 of 10: file/bytes-lost 0/42 the file has 71 of the 86 bytes it declares; bytes are probably missing between offsets 0 and 42"},
    {"too many bytes for line ends", OF(odol, "40", 11, 5896), {"lose:1551-1559"}, NULL, 0,
     .expected = "3 of 3: file/bytes-lost 0/1554 the file has 4,424 of at least 4,432 bytes, which its addresses need; bytes are probably missing between offsets 0 and 1554"},
    {"as many bytes as may be line ends", OF(odol, "40", 11, 5896), {"lose:1551-1555"}, NULL, 0,
     .expected = "3 of 3: file/bytes-lost 0/1554 the file has 4,428 of at least 4,432 bytes, which its addresses need; bytes are probably missing between offsets 0 and 1554; a conversion of CR LF to LF may be the cause"},
    {"few bytes repeat by chance", OF(m3g, "1.0", 48, 0), {"suffix:0101ffffffffff00000000006c052b37"}, NULL, 0,
     .expected = "5 of 5: file/trailing-bytes 86/16 the model ends after 86 bytes; 16 extra bytes follow"},
    {"seventeen bytes repeat", OF(m3g, "1.0", 48, 0), {"suffix:000101ffffffffff00000000006c052b37"}, NULL, 0,
     .expected = "7 of 7: file/trailing-bytes 86/17 the model ends after 86 bytes; the 17 bytes that follow repeat the ones before them"},
    {"where damage of a packed part may be", BYTES(a3d2, "400e78da8bffff01000d8c825d"), {NULL}, NULL, 0,
     .expected = "4 of 4: file/bytes-lost 2/11 the file has 13 of the 16 bytes it declares; bytes are probably missing between offsets 2 and 13"},
    {"the last byte before a checksum", BYTES(a3d2, "407578da6bbb63f52fbcbe81818981958181815188010b60de00243819a19c8dc7549630b854ab331c2bad6738ae19c8e02cd3cae0b0cc8fc171c50b06d725110ccec62e0c0e930f301c9ecfbba1c7e05a55c1c008d4c9bc89016805c480cd101339fcf25352152c4d2c902cda8a22656a007212008d191d92"), {NULL}, NULL, 0,
     .expected = "6 of 6: file/bytes-inserted 2/89 the file has 121 bytes and declares 119; 2 bytes were probably inserted between offsets 2 and 91",
     .part = "the damage is in bytes 2–88 of the packed data"},
    {"a limit of findings holds for later ones", OF(tanki, "2", 23, 243), {"244=ff", "4=3d", "97=b4"}, NULL, 1, 
     .expected = "1 of 1: tanki/version 4/2 version is 61; expected 1–3; only 2 and 3 are documented"},
};

static void make(a3d_arena *arena, const damaged *d, a3d_text *file)
{
    a3d_wish wish = {.format = d->format, .seed = d->seed, .size = d->size};
    a3d_text_init(file, arena);
    if (d->seed == 0)
        assert_null(a3d_put_recipe_hex(file, d->version));
    for (const a3d_version *v = d->format->versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, d->version) == 0 && v->branch == NULL ? v : wish.version;
    if (d->seed != 0)
        assert_null(a3d_generate_random(arena, &wish, file));
    for (unsigned i = 0; i < 5 && d->steps[i] != NULL; i++) {
        char *end;
        unsigned long at = strtoul(d->steps[i], &end, 10);
        if (*end != '=') {
            a3d_apply_step(d->steps[i], file);
            continue;
        }
        assert_true(at < file->size);
        file->data[at] = (char)strtoul(end + 1, NULL, 16);
    }
}

static void is_judged(void **state)
{
    const damaged *d = *state;
    a3d_arena arena;
    a3d_text file;
    char found[600] = "-";
    const a3d_level off = {d->off != NULL ? d->off : "", A3D_OFF};
    const a3d_options options = {.levels = &off, .n_levels = d->off != NULL, .limits.findings = d->findings};
    a3d_arena_init(&arena, NULL);
    make(&arena, d, &file);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(result);
    if (result->doc->n_findings > 0) {
        const a3d_finding *f = result->doc->findings;
        snprintf(found, sizeof found, "%u of %u: %s %u/%u %s", (unsigned)result->doc->n_findings,
                 (unsigned)(result->doc->n_findings + result->more[A3D_ERROR]), f->rule->id, (unsigned)f->off, (unsigned)f->size, f->message);
    }
    if (strcmp(found, d->expected) != 0)
        fail_msg("is: %s", found);
    bool told = d->part == NULL;
    for (size_t i = 0; i < result->doc->n_findings; i++)
        told |= d->part != NULL && strstr(result->doc->findings[i].message, d->part) != NULL;
    assert_true(told);
    a3d_arena_free(&arena);
}

/* ---- rules that are off ---- */

/* How many steps a check takes, without a rule if it is not NULL, and whether a finding of the rule is there. */
static uint64_t steps_of(const damaged *d, const char *rule, const char *sought, bool *there)
{
    a3d_arena arena;
    a3d_text file;
    const a3d_level off = {rule != NULL ? rule : "", A3D_OFF};
    const a3d_options options = {.levels = &off, .n_levels = rule != NULL};
    a3d_arena_init(&arena, NULL);
    make(&arena, d, &file);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(result);
    *there = false;
    for (size_t i = 0; i < result->doc->n_findings; i++)
        *there |= strcmp(result->doc->findings[i].rule->id, sought) == 0;
    uint64_t steps = result->steps;
    a3d_arena_free(&arena);
    return steps;
}

/* What a rule finds by many trials is not sought if it is off. */
static void rules_that_are_off_cost_nothing(void **state)
{
    static const struct {
        damaged file;
        const char *rule;
    } cases[] = {{{"", OF(m3g, "1.0", 26, 1091), {"insert:2913-944f5fbb"}, .off = NULL}, "file/bytes-inserted"},
                 {{"", OF(tanki, "3", 3, 2000), {"insert:1000-3132"}, .off = NULL}, "file/bytes-inserted"},
                 {{"", OF(odol, "64", 33, 0), {"449=80", "lose:362-363"}, .off = NULL}, "file/bytes-lost"},
                 {{"", OF(odol, "44", 18, 0), {"insert:330-8f1cf0"}, .off = NULL}, "file/bytes-inserted"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool with, without;
        uint64_t all = steps_of(&cases[i].file, NULL, cases[i].rule, &with);
        uint64_t few = steps_of(&cases[i].file, cases[i].rule, cases[i].rule, &without);
        print_message("%s %u: %u steps, %u without it\n", cases[i].rule, (unsigned)i, (unsigned)all, (unsigned)few);
        assert_true(with && !without);
        assert_true(few < all);
    }
}

/* Each rule of whole files, on the file that breaks it: when it is off, none of its findings is there, nothing is undone
 * by it, and what else there is comes first. */
static void rules_that_are_off_are_silent(void **state)
{
    /* What is first on the file of a rule that is off. */
    static const char *const then[][2] = {
        {"file/crlf-added", "tanki/float-finite"},
        {"file/crlf-removed", "m3g/identifier"},
        {"file/latin1-as-utf8", "odol/boolean"},
        {"file/latin1-as-utf16", "file/unknown-kind"},
        {"file/replacement-characters", "tanki/count-fits"},
        {"file/eighth-bit-lost", "tanki/index-count-triangles"},
        {"file/value-lost", "file/unknown-kind"},
        {"file/base64", "file/other-kind"},
        {"file/hex-text", "file/other-kind"},
        {"file/gzip", "file/other-kind"},
        {"file/zlib", "file/unknown-kind"},
        {"file/xz", "file/other-kind"},
        {"file/zstd", "file/other-kind"},
        {"file/byte-order-mark", "file/unknown-kind"},
        {"file/http-headers", "file/text-before"},
        {"file/text-before", "file/unknown-kind"},
        {"file/twice", "tanki/trailing-bytes"},
        {"file/two-files", "file/trailing-bytes"},
        {"file/trailing-file", "odol/trailing-bytes"},
        {"file/zero-padding", "file/zeroed-blocks"},
        {"file/trailing-bytes", "m3g/total-file-size"},
        {"file/empty", ""},
        {"file/truncated", "tanki/truncated"},
        {"file/bytes-lost", "tanki/buffer-type"},
        {"file/bytes-inserted", "m3g/total-file-size"},
        {"file/head-lost", "file/unknown-kind"},
        {"file/head-damaged", "file/unknown-kind"},
        {"file/all-zeros", "file/unknown-kind"},
        {"file/zeroed-head", "file/unknown-kind"},
        {"file/zeroed-blocks", "odol/loadable-info"},
        {"file/byte-swap-16", "file/unknown-kind"},
        {"file/byte-swap-32", "file/unknown-kind"},
        {"file/git-lfs-pointer", "file/other-kind"},
        {"file/other-kind", ""},
        {"file/unknown-kind", ""},
    };
    unsigned seen = 0;
    (void)state;
    for (unsigned i = 1; i < a3d_format_file.n_rules; i++) {
        const a3d_rule *rule = &a3d_format_file.rules[i];
        const a3d_level off = {rule->id, A3D_OFF};
        const a3d_options with = {.n_levels = 0}, without = {.levels = &off, .n_levels = 1};
        const a3d_wish wish = {.format = &a3d_format_file};
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        if (a3d_break_rule(&arena, rule, &wish, false, &file) == NULL) {
            const a3d_result *on = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &with);
            const a3d_result *quiet = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &without);
            assert_non_null(on);
            assert_non_null(quiet);
            bool there = on->doc->n_findings > 0 && on->doc->findings[0].rule == rule;
            const char *next = quiet->doc->n_findings > 0 ? quiet->doc->findings[0].rule->id : "";
            if (there) {
                assert_true(seen < sizeof then / sizeof *then);
                assert_string_equal(rule->id, then[seen][0]);
                assert_string_equal(next, then[seen++][1]);
            }
            for (size_t k = 0; k < quiet->doc->n_findings; k++) {
                const a3d_finding *f = &quiet->doc->findings[k];
                assert_ptr_not_equal(f->rule, rule);
                assert_true(f->cause == A3D_NO_CAUSE || f->cause < quiet->doc->n_findings);
            }
            if (strncmp(next, "file/", 5) != 0)
                assert_null(quiet->undone);
        }
        a3d_arena_free(&arena);
    }
    assert_int_equal(seen, sizeof then / sizeof *then);
}

int main(void)
{
    enum { FILES = sizeof list / sizeof *list };
    struct CMUnitTest tests[FILES + 2] = {[FILES] = cmocka_unit_test(rules_that_are_off_cost_nothing),
                                          [FILES + 1] = cmocka_unit_test(rules_that_are_off_are_silent)};
    for (size_t i = 0; i < FILES; i++)
        tests[i] = (struct CMUnitTest){list[i].name, is_judged, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("damaged files", tests, FILES + 2, NULL, NULL);
}
