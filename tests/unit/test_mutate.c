/* The mutator: one seed gives one mutant, no larger than is allowed, with memory that the file does not choose. Its
 * mutants are judged in `ci/test replay`. */
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mutate/unchanged.h"
#include "engine/decode/decode.h"
#include "engine/mutate/mutant.h"
#include "engine/mutate/mutate.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "engine/document/content.h"
#include "engine/edit/elements.h"
#include "engine/edit/normalize.h"

enum { ROOM = 65536, SEEDS = 300 };

static const struct {
    const a3d_format *format;
    uint32_t version;
    const char *words[4];
} bases[] = {
    {&a3d_format_a3d1, 1, {"images+=2", "images[*].url=\"a\\x00\"", "objects+=3"}},
    {&a3d_format_a3d2, 6, {"images+=2", "images[0].url=\"a picture\"", "meshes+={id=5,name=\"m\",surfaces+=3}"}},
    {&a3d_format_tanki, 3, {"materials+={name=\"Default\"}", "meshes+={vertexCount=300,buffers+={type=position}}", "objects+=2"}},
    {&a3d_format_m3g, 1, {"sections[1].objects+={type=Group}"}},
    {&a3d_format_odol, 64, {NULL}},
};

static size_t mutant_of_kept(a3d_document_cache *kept, const build *b, const a3d_format *format, uint64_t seed, uint8_t *out, size_t most,
                             const build *other)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_mutation m = {format, b->bytes, b->size, other != NULL ? other->bytes : NULL, other != NULL ? other->size : 0, seed, kept, NULL};
    size_t n = a3d_mutate(&arena, &m, out, most);
    assert_int_equal(arena.held, 0);
    a3d_arena_free(&arena);
    return n;
}

static void *keep_resize(void *user, void *p, size_t old_size, size_t size)
{
    (void)user;
    (void)old_size;
    if (size > 0)
        return realloc(p, size);
    free(p);
    return NULL;
}

static size_t mutant(const build *b, const a3d_format *format, uint64_t seed, uint8_t *out, size_t most, const build *other)
{
    return mutant_of_kept(NULL, b, format, seed, out, most, other);
}

static void seeds_decide(void **state)
{
    static uint8_t first[ROOM], second[ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        unsigned alike = 0, same_as_before = 0;
        build b;
        build_make(&b, bases[i].format, bases[i].version, bases[i].words);
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            size_t n = mutant(&b, bases[i].format, seed, first, ROOM, &b);
            assert_in_range(n, 1, ROOM);
            assert_int_equal(mutant(&b, bases[i].format, seed, second, ROOM, &b), n);
            assert_memory_equal(first, second, n);
            alike += n == b.size && memcmp(first, b.bytes, n) == 0;
            n = mutant(&b, bases[i].format, seed + 1, second, ROOM, &b);
            same_as_before += n == b.size && memcmp(first, second, n) == 0;
        }
        assert_true(alike < SEEDS / 20);
        assert_true(same_as_before < SEEDS / 20);
        build_free(&b);
    }
}

/* A document that was kept from a mutant before gives the same mutants as the file, and is not changed by them. */
static void kept_documents_are_those_of_their_files(void **state)
{
    static uint8_t first[ROOM], second[ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        a3d_document_cache kept;
        build b, other;
        a3d_document_cache_init(&kept, &(a3d_allocator){.resize = keep_resize});
        build_make(&b, bases[i].format, bases[i].version, bases[i].words);
        build_make(&other, bases[i].format, bases[i].version, WORDS(NULL));
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            size_t n = mutant(&b, bases[i].format, seed, first, ROOM, &other);
            assert_int_equal(mutant_of_kept(&kept, &b, bases[i].format, seed, second, ROOM, &other), n);
            assert_memory_equal(first, second, n);
        }
        assert_int_equal(kept.n, b.size == other.size && memcmp(b.bytes, other.bytes, b.size) == 0 ? 1 : 2);
        assert_non_null(kept.files[0].doc);
        a3d_document_cache_free(&kept);
        build_free(&other);
        build_free(&b);
    }
}

/* ---- parts that are as they were ---- */

/* A copy of a decoded document with another value in one node, encoded; `beside`: with the original beside it. */
static a3d_text with_value(a3d_arena *arena, const a3d_doc *was, uint32_t node, int64_t value, bool settle, bool beside)
{
    a3d_copy twin;
    a3d_ctx ctx;
    a3d_text out;
    a3d_doc *copy = a3d_copy_doc(arena, was);
    assert_non_null(copy);
    assert_int_equal(a3d_resume(&ctx, copy), A3D_OK);
    assert_int_not_equal(a3d_edit_bytes(copy, "", 0), UINT32_MAX);
    if (beside)
        a3d_copy_begin(&twin, copy, was);
    a3d_at(copy, node)->v.i = value;
    a3d_at(copy, node)->honest = 0;
    if (settle)
        assert_int_equal(a3d_normalize(&ctx), A3D_OK);
    a3d_text_init(&out, arena);
    const char *why = a3d_encode(copy, A3D_FAITHFUL, &out, NULL, 0);
    assert_true(why == NULL || !settle);
    return out;
}

/* Whatever number is changed, and whether others follow it or contradict it, the file is the one that is written
 * without knowing what was left alone. */
static void what_was_left_alone_is_written_alike(void **state)
{
    static const int64_t values[] = {0, 1, 20, 255};
    unsigned compared = 0;
    (void)state;
    for (size_t i = 0; i < 2 * sizeof bases / sizeof *bases; i++) {
        build b;
        build_make(&b, bases[i / 2].format, bases[i / 2].version, bases[i / 2].words);
        const a3d_doc *was = a3d_decode_structure(&b.arena, bases[i / 2].format, b.bytes, b.size, NULL, bases[i / 2].format->usual);
        assert_non_null(was);
        for (uint32_t node = 0; node < was->n_nodes; node++) {
            const a3d_node *n = a3d_at(was, node);
            if (n->state != A3D_PRESENT || a3d_shape_of(n)->kind != A3D_SCALAR || n->row->derive.kind != A3D_GIVEN)
                continue;
            a3d_arena arena;
            a3d_arena_init(&arena, NULL);
            int64_t value = values[(node + i) % 4];
            a3d_text plain = with_value(&arena, was, node, value, i % 2 == 0, false);
            a3d_text beside = with_value(&arena, was, node, value, i % 2 == 0, true);
            assert_int_equal(beside.size, plain.size);
            assert_memory_equal(beside.data, plain.data, plain.size);
            compared++;
            a3d_arena_free(&arena);
        }
        build_free(&b);
    }
    assert_true(compared > 300);
}

/* What is known to be as it was: neither a record with another number, nor what holds it, nor one whose bytes something
 * outside of it explains. */
static void what_was_left_alone_is_known(void **state)
{
    build b;
    a3d_copy twin;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group}", "sections[1].objects+={type=Group}"));
    const a3d_doc *was = a3d_decode_structure(&b.arena, &a3d_format_m3g, b.bytes, b.size, NULL, a3d_format_m3g.usual);
    a3d_doc *copy = a3d_copy_doc(&b.arena, was);
    assert_non_null(copy);
    assert_int_equal(a3d_edit_bytes(copy, "", 0), 0);
    a3d_copy_begin(&twin, copy, was);
    uint32_t sections = a3d_field(copy, copy->root, 1), objects[2], header;
    for (unsigned i = 0; i < 2; i++)
        objects[i] = a3d_field(copy, a3d_at(copy, sections)->v.at.first + i, 3);
    header = a3d_at(copy, objects[0])->v.at.first;
    uint32_t left = a3d_at(copy, objects[1])->v.at.first, body = a3d_field(copy, left, 2);
    assert_false(a3d_is_unchanged(copy, left)); /* nobody has looked */
    a3d_look_for_changes(copy);
    assert_true(a3d_is_unchanged(copy, left) && a3d_is_unchanged(copy, left + 1) && a3d_is_unchanged(copy, body));
    assert_false(a3d_is_unchanged(copy, header)); /* says how long the file is */
    a3d_at(copy, a3d_field(copy, left + 1, 0))->v.i = 19;
    a3d_look_for_changes(copy);
    assert_true(a3d_is_unchanged(copy, left));
    assert_false(a3d_is_unchanged(copy, left + 1) || a3d_is_unchanged(copy, a3d_field(copy, left + 1, 2))); /* of another type than is there */
    assert_false(a3d_is_unchanged(copy, copy->root));
    copy->vars[A3D_VAR_VERSION]++;
    assert_false(a3d_is_unchanged(copy, left));
    build_free(&b);
}

/* ---- memory ---- */

typedef struct miser {
    unsigned asked, refuses; /* the request that is refused, from 1 on */
} miser;

static void *miser_resize(void *user, void *p, size_t old_size, size_t size)
{
    miser *m = user;
    if (size > 0 && ++m->asked == m->refuses)
        return NULL;
    return keep_resize(NULL, p, old_size, size);
}

/* Whichever request is refused, there is a mutant. */
static void memory_may_run_out_anywhere(void **state)
{
    static uint8_t out[ROOM];
    unsigned refused = 0;
    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        build b;
        build_make(&b, bases[i].format, bases[i].version, bases[i].words);
        for (uint64_t seed = 0; seed < 100; seed++) {
            miser m = {0};
            do {
                a3d_arena arena;
                m.asked = 0;
                m.refuses++;
                a3d_arena_init(&arena, &(a3d_allocator){miser_resize, &m, 1});
                a3d_mutation how = {bases[i].format, b.bytes, b.size, b.bytes, b.size, seed, NULL, NULL};
                assert_in_range(a3d_mutate(&arena, &how, out, ROOM), 1, ROOM);
                a3d_arena_free(&arena);
            } while (m.asked >= m.refuses);
            refused += m.refuses - 1;
        }
        build_free(&b);
    }
    assert_true(refused > 1000);
}

/* ---- what was done, in words ---- */

/* What a mutant of the file is said to be; `n` is its size. */
static const char *said_of(a3d_arena *arena, const build *b, const a3d_format *format, uint64_t seed, uint8_t *out, size_t *n, a3d_made *made)
{
    a3d_mutation m = {format, b->bytes, b->size, b->bytes, b->size, seed, NULL, made};
    a3d_text text;
    a3d_text_init(&text, arena);
    *n = a3d_mutate(arena, &m, out, ROOM);
    a3d_put_made(&text, made);
    a3d_putc(&text, '\0');
    assert_false(text.failed);
    return text.data;
}

/* One value was changed, and the mutant has it where the words say. */
static bool says_where(const build *b, const a3d_format *format, uint64_t seed)
{
    static uint8_t out[ROOM];
    a3d_arena arena;
    a3d_made made;
    size_t n;
    build then;
    char path[200];
    a3d_arena_init(&arena, NULL);
    const char *said = said_of(&arena, b, format, seed, out, &n, &made), *equals = strrchr(said, '=');
    assert_true(strlen(said) > 3);
    bool alone = made.n == 1 && !made.stale && !made.bytes && !made.changes[0].is_float && equals != NULL && strchr(said, ' ') == NULL;
    if (alone) {
        build_read(&then, format, out, n, 0);
        snprintf(path, sizeof path, "%.*s", (int)(equals - said), said);
        alone = !then.doc->faulty;
        if (alone)
            expect_at(then.doc, path, equals + 1);
        build_free(&then);
    }
    a3d_arena_free(&arena);
    return alone;
}

static void words_say_what_was_done(void **state)
{
    unsigned checked = 0;
    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        build b;
        build_make(&b, bases[i].format, bases[i].version, bases[i].words);
        for (uint64_t seed = 0; seed < 2 * SEEDS; seed++)
            checked += says_where(&b, bases[i].format, seed);
        build_free(&b);
    }
    assert_in_range(checked, 50, 2000);
}

/* Bits of the null mask that were flipped are said to be of the mask. */
static void words_name_the_mask(void **state)
{
    static uint8_t out[ROOM];
    unsigned flipped = 0;
    build b;
    (void)state;
    build_make(&b, bases[0].format, bases[0].version, bases[0].words);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        a3d_arena arena;
        a3d_made made;
        size_t n;
        a3d_arena_init(&arena, NULL);
        const char *said = said_of(&arena, &b, bases[0].format, seed, out, &n, &made);
        bool alone = made.n == 1 && made.changes[0].kind == A3D_MADE_MASK;
        flipped += alone;
        if (alone)
            assert_memory_equal(said, "bits of $mask", 13);
        a3d_arena_free(&arena);
    }
    build_free(&b);
    assert_in_range(flipped, 1, SEEDS);
}

/* Whoever does not ask gets the same mutant. */
static void asking_changes_nothing(void **state)
{
    static uint8_t first[ROOM], second[ROOM];
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group}"));
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        a3d_arena arena;
        a3d_made made;
        size_t n, plain = mutant(&b, &a3d_format_m3g, seed, first, ROOM, &b);
        a3d_arena_init(&arena, NULL);
        said_of(&arena, &b, &a3d_format_m3g, seed, second, &n, &made);
        assert_int_equal(n, plain);
        assert_memory_equal(first, second, n);
        a3d_arena_free(&arena);
    }
    build_free(&b);
}

static void each_kind_has_words(void **state)
{
    static const char *const expected[A3D_MADE_KINDS] = {
        "meshes[2].buffers=-1", "content of meshes[2].buffers", "reference meshes[2].buffers=-1", "meshes[2].buffers=-1",
        "wrong meshes[2].buffers=-1", "meshes[2].buffers added: -1", "meshes[2].buffers removed: -1", "meshes[2].buffers copied",
        "meshes[2].buffers swapped", "meshes[2].buffers replaced", "length of meshes[2].buffers=-1", "meshes[2].buffers added",
        "count of meshes[2].buffers -1", "form of meshes[2].buffers", "bits of meshes[2].buffers", "extra bytes after meshes[2].buffers: -1",
        "bytes of the stream of meshes[2].buffers: -1"};
    a3d_arena arena;
    a3d_text text;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (unsigned kind = 0; kind < A3D_MADE_KINDS; kind++) {
        a3d_made made = {.n = 1, .changes = {{.kind = (uint8_t)kind, .depth = 3, .value = -1, .path = {{"buffers", 0}, {NULL, 2}, {"meshes", 0}}}}};
        a3d_text_init(&text, &arena);
        a3d_put_made(&text, &made);
        a3d_putc(&text, '\0');
        assert_string_equal(text.data, expected[kind]);
    }
    a3d_made both = {.n = 2, .stale = true, .bytes = true, .changes = {{.kind = A3D_MADE_PRESENCE}, {.kind = A3D_MADE_CLAIM, .value = 2}}};
    a3d_text_init(&text, &arena);
    a3d_put_made(&text, &both);
    a3d_putc(&text, '\0');
    assert_string_equal(text.data, "file left out; count of file +2; stale lengths; bytes");
    a3d_arena_free(&arena);
}

/* Every size has a mutant, in a block of exactly that size. */
static void room_is_kept(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group}"));
    for (uint32_t most = 0; most < b.size + 40; most++) {
        uint8_t *exact = malloc(most + (most == 0));
        assert_non_null(exact);
        size_t n = mutant(&b, &a3d_format_m3g, most, exact, most, NULL);
        assert_true(n <= most && (n > 0) == (most > 0));
        free(exact);
    }
    build_free(&b);
}

/* What is no file is changed all the same. */
static void any_bytes_will_do(void **state)
{
    uint8_t out[64];
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        build none = {.bytes = (uint8_t *)(uintptr_t)"\xAB", .size = seed % 2 != 0};
        assert_in_range(mutant(&none, &a3d_format_m3g, seed, out, sizeof out, NULL), 1, sizeof out);
        assert_in_range(mutant(&none, NULL, seed, out, sizeof out, NULL), 1, sizeof out);
    }
}

/* ---- what a change leaves behind ---- */

/* Nodes that are reached from `node`: each by one way only, from its parent. */
static void count_reached(const a3d_doc *doc, uint32_t node, uint8_t *seen)
{
    assert_true(node < doc->n_nodes);
    assert_int_equal(seen[node], 0);
    seen[node] = 1;
    const a3d_node *n = a3d_at(doc, node);
    unsigned kind = a3d_shape_of(n)->kind;
    if (n->state != A3D_PRESENT || n->flat || (kind != A3D_RECORD && kind != A3D_SWITCH && kind != A3D_VECTOR))
        return;
    for (uint32_t i = 0; i < n->v.at.count; i++) {
        assert_int_equal(a3d_at(doc, n->v.at.first + i)->parent, node);
        count_reached(doc, n->v.at.first + i, seen);
    }
}

static void expect_tree(const a3d_doc *doc)
{
    uint8_t *seen = calloc(doc->n_nodes, 1);
    assert_non_null(seen);
    count_reached(doc, doc->root, seen);
    free(seen);
}

static void mutant_of(a3d_mutant *m, build *b, const a3d_doc *other)
{
    *m = (a3d_mutant){.doc = b->doc, .other = other, .r = a3d_random_of(1), .room = ROOM};
    a3d_text_init(&m->scratch, &b->arena);
    assert_int_equal(a3d_resume(&m->ctx, b->doc), A3D_OK);
    assert_int_not_equal(a3d_edit_bytes(b->doc, "", 0), UINT32_MAX);
}

static uint32_t list_named(const a3d_doc *doc, const char *name)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (doc->nodes[i].row != NULL && doc->nodes[i].row->name != NULL && strcmp(doc->nodes[i].row->name, name) == 0 &&
            a3d_shape_of(a3d_at(doc, i))->kind == A3D_VECTOR)
            return i;
    fail_msg("no list %s", name);
    return A3D_NO_NODE;
}

static void graft_list(const char *name, const char *const *has, const char *const *wants, bool taken, const char *path, const char *value)
{
    build few, many;
    a3d_mutant m;
    build_make(&few, &a3d_format_a3d2, 6, has);
    build_make(&many, &a3d_format_a3d2, 6, wants);
    mutant_of(&m, &few, many.doc);
    assert_int_equal(a3d_graft(&m, list_named(few.doc, name), many.doc, list_named(many.doc, name)), taken);
    expect_tree(few.doc);
    assert_int_equal(a3d_normalize(&m.ctx), A3D_OK);
    expect_tree(few.doc);
    build_encode(&few, A3D_FAITHFUL);
    build again;
    build_again(&again, &few, 0);
    expect_clean(again.doc, "");
    expect_at(again.doc, path, value);
    build_free(&again);
    build_free(&few);
    build_free(&many);
}

/* A part that is too large to be taken over leaves a tree behind, with no place of the other document in it: a
 * record that came to hold itself was settled without end. */
static void large_parts_are_refused_whole(void **state)
{
    (void)state;
    /* not one element finds room: the list stays as it was */
    graft_list("images", WORDS("images+=2", "images[1].url=\"b\""), WORDS("images+=5000"), false, "images[1].url", "b");
    /* room ends within an element */
    graft_list("objects", WORDS("objects+=2"), WORDS("objects+=700", "objects[*].id=7", "objects[*].transform={}"), false, "objects[150].id", "7");
    graft_list("objects", WORDS("objects+=2"), WORDS("objects+=9", "objects[8].id=7", "objects[8].transform={}"), true, "objects[8].id", "7");
}

/* A text repeats itself until it has the length of a buffer, and the file around it stays sound. */
static void texts_fill_buffers(void **state)
{
    unsigned longer = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        build b, again;
        a3d_mutant m;
        build_make(&b, &a3d_format_a3d2, 6, WORDS("images+={id=1,url=\"ab/\"}"));
        mutant_of(&m, &b, NULL);
        m.r = a3d_random_of(seed);
        assert_true(a3d_stretch_text(&m));
        build_encode(&b, A3D_FAITHFUL);
        build_again(&again, &b, 0);
        expect_clean(again.doc, "");
        uint32_t stream, off, url = A3D_NO_NODE;
        for (uint32_t i = 0; i < again.doc->n_nodes; i++)
            if (again.doc->nodes[i].row != NULL && again.doc->nodes[i].row->name != NULL && strcmp(again.doc->nodes[i].row->name, "url") == 0)
                url = i;
        uint32_t length = a3d_at(again.doc, url)->v.at.count;
        const uint8_t *text = a3d_content(again.doc, a3d_at(again.doc, url), &stream, &off);
        for (uint32_t i = 0; i < length; i++)
            assert_int_equal(text[i], "ab/"[i % 3]);
        assert_in_range(length, 6, 1026);
        longer += length > 64;
        build_free(&again);
        build_free(&b);
    }
    assert_in_range(longer, 10, 39);
}

static uint32_t node_called(const a3d_doc *doc, const char *name)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (a3d_at(doc, i)->state == A3D_PRESENT && a3d_row_name(a3d_at(doc, i)->row) != NULL && strcmp(a3d_row_name(a3d_at(doc, i)->row), name) == 0)
            return i;
    fail();
    return A3D_NO_NODE;
}

/* Of several changes the first may set a field by which elements are longer than what is there. A sanitizer sees what is read. */
static void content_that_a_field_outgrew_is_left_alone(void **state)
{
    build b;
    a3d_arena arena;
    a3d_ctx ctx;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=KeyframeSequence,keyframes+=3}"));
    uint8_t *bytes = malloc(b.size);
    assert_non_null(bytes);
    memcpy(bytes, b.bytes, b.size);
    a3d_arena_init(&arena, NULL);
    a3d_doc *doc = a3d_decode(&arena, &a3d_format_m3g, bytes, b.size, NULL, a3d_format_m3g.usual);
    assert_non_null(doc);
    assert_int_equal(a3d_resume(&ctx, doc), A3D_OK);
    uint32_t list = node_called(doc, "keyframes"), count = a3d_at(doc, list)->v.at.count;
    a3d_at(doc, node_called(doc, "componentCount"))->v.i = 400;
    assert_int_equal(a3d_fresh_elements(&ctx, list, 1, 2), A3D_NO_NODE);
    assert_int_equal(a3d_remove_elements(&ctx, list, 1, 1), A3D_STOP);
    assert_int_equal(a3d_at(doc, list)->v.at.count, count);
    a3d_arena_free(&arena);
    free(bytes);
    build_free(&b);
}

/* Sizes of elements may sum up to 4 GiB and a little: cut to 32 bits the sum would be as long as what is there. */
static void sizes_are_summed_up_whole(void **state)
{
    build b;
    a3d_ctx ctx;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=KeyframeSequence,keyframes+=3}"));
    assert_int_equal(a3d_resume(&ctx, b.doc), A3D_OK);
    uint32_t list = node_called(b.doc, "keyframes");
    a3d_at(b.doc, node_called(b.doc, "componentCount"))->v.i = 0x0fffffff;
    assert_true(a3d_content_size(b.doc, list) == UINT64_C(1) << 32);
    assert_int_equal(a3d_remove_elements(&ctx, list, 1, 1), A3D_STOP);
    build_free(&b);
}

static bool is_keyframes(const a3d_doc *doc, uint32_t node)
{
    return a3d_at(doc, node)->state == A3D_PRESENT && strcmp(a3d_row_name(a3d_at(doc, node)->row), "keyframes") == 0;
}

/* The body of an object that another body took the place of: its list still names it as what encloses it. */
static void replaced_parts_are_not_picked(void **state)
{
    build b;
    a3d_mutant m = {.r = a3d_random_of(1)};
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group}", "sections[1].objects+={type=KeyframeSequence,keyframes+=3}"));
    m.doc = b.doc;
    assert_int_equal(a3d_resume(&m.ctx, b.doc), A3D_OK);
    a3d_text_init(&m.scratch, b.doc->arena);
    uint32_t list = node_called(b.doc, "keyframes"), body = a3d_at(b.doc, list)->parent;
    uint32_t other = a3d_at(b.doc, node_called(b.doc, "children"))->parent;
    assert_int_equal(a3d_pick(&m, b.doc, is_keyframes), list);
    assert_true(a3d_is_held(b.doc, list));
    m.room = 4096;
    assert_true(a3d_graft(&m, body, b.doc, other));
    assert_int_equal(a3d_pick(&m, b.doc, is_keyframes), A3D_NO_NODE);
    assert_int_equal(a3d_at(b.doc, list)->state, A3D_PRESENT);
    assert_false(a3d_is_held(b.doc, list));
    build_free(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_decide), cmocka_unit_test(kept_documents_are_those_of_their_files),
        cmocka_unit_test(what_was_left_alone_is_written_alike), cmocka_unit_test(what_was_left_alone_is_known),
        cmocka_unit_test(memory_may_run_out_anywhere), cmocka_unit_test(words_say_what_was_done),
        cmocka_unit_test(words_name_the_mask),
        cmocka_unit_test(asking_changes_nothing), cmocka_unit_test(each_kind_has_words),
        cmocka_unit_test(room_is_kept), cmocka_unit_test(content_that_a_field_outgrew_is_left_alone), cmocka_unit_test(any_bytes_will_do),
        cmocka_unit_test(sizes_are_summed_up_whole), cmocka_unit_test(replaced_parts_are_not_picked),
        cmocka_unit_test(large_parts_are_refused_whole), cmocka_unit_test(texts_fill_buffers)};
    return cmocka_run_group_tests_name("mutator", tests, NULL, NULL);
}
