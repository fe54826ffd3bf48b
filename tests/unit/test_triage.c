/* Triage: which group a damage leads to, which file is its example, and what a page holds of many files. */
#include "transfer/transfer.h"
#include "../support/build.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "lint/generate.h"
#include "engine/document/path.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "report/common/fingerprint.h"
#include "report/common/repair.h"
#include "report/triage/parts.h"
#include "report/triage/writer.h"

typedef struct session {
    a3d_arena arena;
    a3d_text out;
    a3d_sink sink;
    a3d_triage *triage;
} session;

/* A mesh with a triangle that is drawn. */
#define DRAWN_WORDS                                                                                                    \
    "meshes+=1", "meshes[0].vertexCount=3", "meshes[0].buffers+=1", "meshes[0].buffers[0].type=1",                     \
        "meshes[0].buffers[0].vertices+=3", "meshes[0].buffers[0].vertices[1].x=1",                                    \
        "meshes[0].buffers[0].vertices[2].y=1", "meshes[0].radius=1", "meshes[0].boundsMax.x=1",                       \
        "meshes[0].boundsMax.y=1", "meshes[0].submeshes+=1", "meshes[0].submeshes[0].indices+={0,1,2}"
#define DRAWN WORDS(DRAWN_WORDS)

static void begin(session *s, unsigned shows)
{
    memset(s, 0, sizeof *s);
    a3d_arena_init(&s->arena, NULL);
    a3d_text_init(&s->out, &s->arena);
    s->sink.out = &s->out;
    s->triage = a3d_triage_new(&s->arena, shows);
    assert_non_null(s->triage);
}

static void end(session *s)
{
    a3d_arena_free(&s->arena);
}

static void add(session *s, const char *path, const a3d_format *format, const void *bytes, size_t size)
{
    a3d_arena arena;
    a3d_options options = {.format = format};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, bytes, size, &options);
    assert_non_null(result);
    a3d_totals_add(&s->sink, result);
    assert_true(a3d_triage_add(s->triage, &s->sink, path, result));
    a3d_arena_free(&arena);
}

/* The smallest file of a format, edited and cut. */
static void add_edited(session *s, const char *path, const a3d_format *format, uint32_t version,
                       const char *const *words, uint32_t cut)
{
    build b;
    build_make(&b, format, version, words);
    build_tail(&b, cut, NULL, 0);
    add(s, path, format, b.bytes, b.size);
    build_free(&b);
}

/* "RULE PATH: DAMAGE FILES+ALSO EXAMPLE", a line for each group in their order. */
static void expect(session *s, const char *groups)
{
    assert_true(a3d_triage_close(s->triage));
    s->out.size = 0;
    for (size_t i = 0; i < s->triage->n_groups; i++) {
        const a3d_triage_group *g = &s->triage->groups[s->triage->order[i]];
        assert_int_equal(g->place, i);
        a3d_printf(&s->out, "%s %s: %s %zu+%zu %s\n", g->rule != NULL ? g->rule->id : "-", g->path,
                   a3d_damage_name(g->damage), g->files, g->also, s->triage->files[g->example].path);
    }
    a3d_putc(&s->out, '\0');
    assert_string_equal(s->out.data, groups);
}

/* Element numbers do not part files, kinds of damage do; the smallest file is the example, whenever it comes. */
static void groups(void **state)
{
    session s;
    (void)state;
    begin(&s, 0);
    add_edited(&s, "three", &a3d_format_tanki, 3, WORDS("materials+=3", "rootLength:=7"), 0);
    add_edited(&s, "one", &a3d_format_tanki, 3, WORDS("materials+=1", "rootLength:=7"), 0);
    add_edited(&s, "two", &a3d_format_tanki, 3, WORDS("materials+=2", "rootLength:=7", "materials.length:=5"), 0);
    add_edited(&s, "sound", &a3d_format_tanki, 3, NULL, 0);
    assert_int_equal(s.triage->files[3].group, A3D_NO_GROUP);
    add(&s, "text", NULL, "not a model at all", 18);
    expect(&s, "tanki/block-length rootLength: wrong length 2+1 one\n"
               "file/other-kind : another kind of file 1+0 text\n"
               "tanki/block-length materials.length: wrong length 1+0 two\n");
    end(&s);
}

/* Wherever it ends, a file that was cut was cut. A length that says too little is something else. */
static void cut_files(void **state)
{
    session s;
    (void)state;
    begin(&s, 0);
    for (uint32_t cut = 1; cut <= 24; cut += 7)
        add_edited(&s, cut == 22 ? "least" : "more", &a3d_format_m3g, 1, NULL, cut);
    expect(&s, "file/truncated : cut short 4+0 least\n");
    assert_false(s.triage->groups[0].fixable);
    end(&s);
    begin(&s, 0);
    add_edited(&s, "short", &a3d_format_tanki, 3, WORDS("rootLength:=8"), 0);
    add_edited(&s, "cut", &a3d_format_tanki, 3, WORDS("materials+=4"), 60);
    expect(&s, "file/truncated : cut short 1+0 cut\ntanki/block-length rootLength: wrong length 1+0 short\n");
    end(&s);
}

/* Every rule's bad file comes to a group of that rule, or of what happened to the whole file, and what was tried on it tells what it leaves. */
static void every_rule(void **state)
{
    session s;
    size_t rules = 0;
    (void)state;
    begin(&s, 0);
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const a3d_rule *rule = &(*f)->rules[i];
            const a3d_wish wish = {.format = *f};
            a3d_arena arena;
            a3d_text bytes;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&bytes, &arena);
            if (rule->severity >= A3D_WARNING && a3d_break_rule(&arena, rule, &wish, false, &bytes) == NULL &&
                bytes.size < 4096) {
                add(&s, rule->id, *f, bytes.data, bytes.size);
                const a3d_triage_file *file = &s.triage->files[s.triage->n_files - 1];
                const a3d_rule *group = file->group != A3D_NO_GROUP ? s.triage->groups[file->group].rule : NULL;
                bool known = group == rule || (group != NULL && a3d_rule_index(&a3d_format_file, group) > 0);
                for (unsigned k = 0; k < file->n_also; k++)
                    known |= s.triage->groups[file->also[k]].rule == rule;
                if (!known)
                    print_error("%s is in no group of its rule\n", rule->id);
                assert_true(known);
                rules++;
            }
            a3d_arena_free(&arena);
        }
    }
    assert_true(rules > 300);
    assert_true(a3d_triage_close(s.triage));
    end(&s);
}

static size_t count(const a3d_text *text, const char *word)
{
    size_t n = 0, length = strlen(word);
    for (size_t i = 0; i + length <= text->size; i++)
        n += memcmp(text->data + i, word, length) == 0;
    return n;
}

/* No name gets out of the data, and files beyond the most are counted. */
static void page(void **state)
{
    static const char *const names[] = {"</script><script>alert(1)</script>", "<!--<script>", "a&lt;b\"'\\",
                                        "\xe2\x80\xa8\xff\x1b[31m"};
    const a3d_page_part scripts[] = {{"d()", 3}, {"p()", 3}};
    const a3d_page_parts parts = {.style = {"s{}", 3}, .scripts = scripts, .n_scripts = 2};
    session s;
    (void)state;
    begin(&s, A3D_SHOWS_USUAL);
    for (unsigned i = 0; i < A3D_TRIAGE_FILES + 50; i++) {
        build b;
        if (i >= 8) {
            s.triage->n_files++; /* like one that is no example, and not judged again */
            a3d_triage_file *at = a3d_grow(&s.arena, s.triage->files, &s.triage->cap_files, s.triage->n_files,
                                           sizeof *at);
            assert_non_null(at);
            s.triage->files = at;
            at[i] = at[3];
            at[i].examples = 0;
            a3d_text_init(&at[i].detail, &s.arena);
            a3d_text_init(&at[i].view, &s.arena);
            a3d_text_init(&at[i].after, &s.arena);
            continue;
        }
        build_make(&b, &a3d_format_m3g, 1, i < 4 ? WORDS("sections[1].checksum:=1") : NULL);
        add(&s, names[i % 4], &a3d_format_m3g, b.bytes, b.size);
        build_free(&b);
    }
    assert_true(a3d_triage_close(s.triage));
    s.out.size = 0;
    a3d_triage_page(&s.out, s.triage, &s.sink, &parts);
    assert_false(s.out.failed);
    assert_memory_equal(s.out.data, A3D_PAGE_MARK, strlen(A3D_PAGE_MARK));
    assert_int_equal(count(&s.out, "<script"), 4); /* the data, two scripts, the packed parts */
    assert_int_equal(count(&s.out, "</script"), 4);
    assert_int_equal(count(&s.out, "<!--"), 1);
    assert_int_equal(count(&s.out, "\\u003c/script\\u003e\\u003cscript\\u003ealert(1)"), 2 + 1); /* files, example */
    assert_int_equal(count(&s.out, "\"moreFiles\":46"), 1);
    end(&s);
}

/* The repair that triage found for a file whose root length is wrong, when judging it took `steps` more than it did and
 * repairs of others took `before`. */
static bool fixable_after(uint64_t steps, uint64_t before, uint64_t *after)
{
    session s;
    build b;
    a3d_options options = {.format = &a3d_format_tanki};
    begin(&s, 0);
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "rootLength:=7"));
    const a3d_result *judged = a3d_lint(&s.arena, b.bytes, b.size, &options);
    assert_non_null(judged);
    a3d_result result = *judged;
    result.steps += steps;
    s.triage->steps = before;
    assert_true(a3d_triage_add(s.triage, &s.sink, "file", &result));
    bool fixable = s.triage->groups[0].fixable;
    *after = s.triage->steps;
    build_free(&b);
    end(&s);
    return fixable;
}

/* Repairs are tried as long as that is little work, for one file and for all. */
static void costly_files(void **state)
{
    uint64_t steps;
    (void)state;
    assert_true(fixable_after(0, 0, &steps));
    assert_true(steps > 0);
    assert_false(fixable_after(1 << 20, 0, &steps));
    assert_int_equal(steps, 0);
    assert_true(fixable_after(0, UINT64_C(1) << 31, &steps));
    assert_false(fixable_after(0, (UINT64_C(1) << 31) + 1, &steps));
}

/* What the trials of a file with many faults took, when judging it may take `work` steps, or as many as by default. */
static uint64_t trials_of_many(uint64_t work, uint64_t *judging)
{
    session s;
    build b;
    a3d_options options = {.format = &a3d_format_odol, .limits = {.work = work}};
    begin(&s, 0);
    build_make(&b, &a3d_format_odol, 73, WORDS("lods+=60", "lods[*].proxies.$count:=393216", "lods[*].n_uv:=200000"));
    const a3d_result *result = a3d_lint(&s.arena, b.bytes, b.size, &options);
    assert_non_null(result);
    assert_true(result->counts[A3D_ERROR] > 50);
    assert_true(a3d_triage_add(s.triage, &s.sink, "file", result));
    uint64_t steps = s.triage->steps;
    *judging = result->steps;
    build_free(&b);
    end(&s);
    return steps;
}

/* The trials of one file, all together, are a few times the work of judging it, however many faults it has, and no more
 * than a limit allows. */
static void costly_trials(void **state)
{
    uint64_t judging;
    (void)state;
    uint64_t steps = trials_of_many(0, &judging);
    assert_true(steps > 0);
    assert_true(steps <= (1 << 17) + 16 * judging);
    steps = trials_of_many(20000, &judging);
    assert_true(steps > 0);
    assert_true(steps <= 20000);
}

/* Details of examples have room of their own, which ends too; what is no example any longer gives it back. */
static void room_for_examples(void **state)
{
    session s;
    (void)state;
    begin(&s, A3D_SHOWS_USUAL);
    add_edited(&s, "two", &a3d_format_tanki, 3, WORDS("materials+=2", "rootLength:=7"), 0);
    assert_int_equal(s.triage->example_bytes, s.triage->files[0].detail.size);
    assert_int_equal(s.triage->detail_bytes, 0);
    add_edited(&s, "one", &a3d_format_tanki, 3, WORDS("materials+=1", "rootLength:=7"), 0);
    assert_int_equal(s.triage->detail_bytes, s.triage->files[0].detail.size);
    assert_int_equal(s.triage->example_bytes, s.triage->files[1].detail.size);
    assert_true(s.triage->files[1].detail.size > 0);
    s.triage->example_bytes = A3D_MOST_OF_EXAMPLES;
    add_edited(&s, "other", &a3d_format_tanki, 3, WORDS("materials+=2", "materials.length:=5"), 0);
    assert_int_equal(s.triage->files[2].examples, 1);
    assert_int_equal(s.triage->files[2].detail.size, 0);
    expect(&s, "tanki/block-length rootLength: wrong length 2+0 one\ntanki/block-length materials.length: wrong length "
               "1+0 other\n");
    end(&s);
}

static unsigned from_base64(char c)
{
    const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (unsigned)(at - digits) : 0;
}

/* A part of the page is the zlib stream of its content in base64, whatever remains of its last three bytes. */
static void packed_parts(void **state)
{
    (void)state;
    for (size_t n = 0; n < 40; n++) {
        session s;
        a3d_text content, packed;
        uint8_t raw[200] = {0}, back[64];
        uLongf size = sizeof back;
        begin(&s, 0);
        a3d_text_init(&content, &s.arena);
        a3d_text_init(&packed, &s.arena);
        for (size_t i = 0; i < n; i++)
            a3d_putc(&content, (char)(i * i * 7));
        a3d_put_packed_part(&packed, &content);
        assert_false(packed.failed);
        assert_int_equal(packed.size % 4, 0);
        for (size_t i = 0; i < packed.size; i += 4) {
            unsigned long four = 0;
            for (unsigned k = 0; k < 4; k++)
                four = four << 6 | from_base64(packed.data[i + k]);
            for (unsigned k = 0; k < 3; k++)
                raw[i / 4 * 3 + k] = (uint8_t)(four >> (16 - 8 * k));
        }
        assert_int_equal(uncompress(back, &size, raw, (uLong)(packed.size / 4 * 3)), Z_OK);
        assert_int_equal(size, n);
        assert_memory_equal(back, content.data != NULL ? content.data : "", n);
        end(&s);
    }
}

/* The parts that a page has of a file, for what it shows. */
static void what_is_shown(void **state)
{
    static const struct {
        unsigned shows;
        bool bad, valid, view;
    } cases[] = {
        {0, false, false, false},
        {A3D_SHOWS_USUAL, true, false, true},
        {A3D_SHOWS_USUAL | A3D_SHOWS_VALID, true, true, true},
        {A3D_SHOWS_USUAL & ~A3D_SHOWS_VIEW, true, false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        session s;
        begin(&s, cases[i].shows);
        add_edited(&s, "sound", &a3d_format_tanki, 3, DRAWN, 0);
        add_edited(&s, "bad", &a3d_format_tanki, 3, WORDS(DRAWN_WORDS, "rootLength:=7"), 0);
        assert_int_equal(s.triage->files[0].detail.size > 0, cases[i].valid);
        assert_int_equal(s.triage->files[1].detail.size > 0, cases[i].bad);
        assert_int_equal(s.triage->files[0].view.size > 0, cases[i].valid && cases[i].view);
        assert_int_equal(s.triage->files[1].view.size > 0, cases[i].view);
        end(&s);
    }
}

/* Of the room for what can be drawn, a file that is no example gets the first half only. */
static void room_for_views(void **state)
{
    enum { PART = 4096 }; /* more than the view of a triangle takes */
    static const struct {
        size_t taken;
        bool example, view;
    } cases[] = {
        {A3D_MOST_OF_VIEWS / 2 - PART, false, true}, {A3D_MOST_OF_VIEWS / 2 - 1, false, false},
        {A3D_MOST_OF_VIEWS / 2, false, false},       {A3D_MOST_OF_VIEWS / 2, true, true},
        {A3D_MOST_OF_VIEWS - PART, true, true},      {A3D_MOST_OF_VIEWS, true, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        session s;
        begin(&s, A3D_SHOWS_USUAL);
        add_edited(&s, "one", &a3d_format_tanki, 3, WORDS(DRAWN_WORDS, "rootLength:=7"), 0);
        s.triage->view_bytes = cases[i].taken;
        add_edited(&s, "two", &a3d_format_tanki, 3, WORDS(DRAWN_WORDS, "materials+=1", cases[i].example ? "materials.length:=5" : "rootLength:=7"), 0);
        assert_int_equal(s.triage->files[1].examples > 0, cases[i].example);
        assert_int_equal(s.triage->files[1].view.size > 0, cases[i].view);
        end(&s);
    }
}

/* Whether a text stands in what the page shows of a damaged file. */
static bool detail_has(unsigned shows, const char *word)
{
    build b;
    a3d_arena arena;
    a3d_text detail, glb, after;
    const a3d_options options = {.format = &a3d_format_tanki};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&detail, &arena);
    a3d_text_init(&glb, &arena);
    a3d_text_init(&after, &arena);
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "rootLength:=7"));
    const a3d_result *result = a3d_lint(&arena, b.bytes, b.size, &options);
    assert_non_null(result);
    a3d_put_detail(&detail, &glb, &after, result, 0, NULL, shows, (a3d_share){8 << 10, 4});
    assert_false(detail.failed);
    bool has = count(&detail, word) > 0;
    a3d_arena_free(&arena);
    build_free(&b);
    return has;
}

/* What the page shows of a damaged file, as a text in the arena. */
static const char *shown_of(a3d_arena *arena, const a3d_format *format, uint32_t version, const char *const *words)
{
    build b;
    a3d_text detail, glb, after;
    const a3d_options options = {.format = format};
    a3d_text_init(&detail, arena);
    a3d_text_init(&glb, arena);
    a3d_text_init(&after, arena);
    build_make(&b, format, version, words);
    const a3d_result *result = a3d_lint(arena, b.bytes, b.size, &options);
    assert_non_null(result);
    a3d_put_detail(&detail, &glb, &after, result, 0, NULL, A3D_SHOWS_USUAL, (a3d_share){8 << 10, 12});
    a3d_putc(&detail, '\0');
    assert_false(detail.failed);
    build_free(&b);
    return detail.data;
}

/* The list of what depends on something damaged. */
static void expect_reached(const a3d_format *format, uint32_t version, const char *const *words, const char *paths)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const char *shown = strstr(shown_of(&arena, format, version, words), "\"reached\":[");
    assert_non_null(shown);
    if (strncmp(shown + 10, paths, strlen(paths)) != 0)
        fail_msg("%.300s, not %s", shown, paths);
    a3d_arena_free(&arena);
}

#define SEVERAL "materials+={name=\"a\",color={r=f:1}}", "materials+={name=\"b\"}", DRAWN_WORDS, "transforms+=2", \
    "transforms[*].rotation.w=f:1", "transforms[*].scale.x=f:1", "transforms.parents={-1,0}", \
    "objects+={mesh=0,transform=0,materials={0}}", "objects+={mesh=0,transform=1,materials={1,0}}", \
    "objects+={mesh=0,transform=1,materials={1}}"

/* Any reference of an element counts, the first of a list and the last; what a note is about is not damaged. */
static void what_depends_on_damage(void **state)
{
    (void)state;
    expect_reached(&a3d_format_tanki, 3, WORDS(SEVERAL), "[]");
    expect_reached(&a3d_format_tanki, 3, WORDS(SEVERAL, "materials[0].color.g=f:nan"), "[\"objects[0]\",\"objects[1]\"]");
    expect_reached(&a3d_format_tanki, 3, WORDS(SEVERAL, "materials[1].color.g=f:nan"), "[\"objects[1]\",\"objects[2]\"]");
    expect_reached(&a3d_format_tanki, 3, WORDS(SEVERAL, "meshes[0].radius=f:9"), /* a warning */
                   "[\"objects[0]\",\"objects[1]\",\"objects[2]\"]");
    expect_reached(&a3d_format_tanki, 3, WORDS(SEVERAL, "transforms[0].rotation.w=f:2"), "[\"objects[0]\"]"); /* likewise */
}

/* What a finding suspects is damaged, wherever the finding itself is, and each of its suspects. */
static void what_depends_on_suspects(void **state)
{
    const a3d_options options = {.format = &a3d_format_tanki};
    build b;
    a3d_arena arena;
    a3d_text detail, glb, after;
    a3d_finding *f = NULL;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&detail, &arena);
    a3d_text_init(&glb, &arena);
    a3d_text_init(&after, &arena);
    build_make(&b, &a3d_format_tanki, 3, WORDS(SEVERAL, "rootLength:=7"));
    a3d_result result = *a3d_lint(&arena, b.bytes, b.size, &options);
    for (size_t i = 0; i < result.doc->n_findings; i++)
        f = result.doc->findings[i].severity == A3D_ERROR ? &result.doc->findings[i] : f;
    assert_non_null(f);
    for (uint32_t i = 0; i < result.doc->n_nodes; i++) { /* the second suspect is in the second material */
        a3d_text path;
        a3d_text_init(&path, &arena);
        a3d_put_path(&path, result.doc, i);
        a3d_putc(&path, '\0');
        if (strcmp(path.data, "materials[1].name") != 0)
            continue;
        a3d_suspect two[2] = {{.place = {A3D_NO_NODE, ""}, .repair = "", .message = "", .bit = A3D_NO_BIT},
                              {.place = {i, ""}, .repair = "", .message = "", .bit = A3D_NO_BIT}};
        f->suspects = two;
        f->n_suspects = 2;
        a3d_put_detail(&detail, &glb, &after, &result, 0, NULL, A3D_SHOWS_USUAL, (a3d_share){8 << 10, 12});
    }
    a3d_putc(&detail, '\0');
    assert_non_null(strstr(detail.data, "\"reached\":[\"objects[1]\",\"objects[2]\"]"));
    build_free(&b);
    a3d_arena_free(&arena);
}

/* Two numbers are the same value however they are stored, and two values have two fingerprints. */
static void fingerprints_of_values(void **state)
{
    static const a3d_quantity values[] = {{.kind = A3D_Q_INT, .i = 7},           {.kind = A3D_Q_UINT, .u = 7},
                                          {.kind = A3D_Q_INT, .i = -1},          {.kind = A3D_Q_UINT, .u = UINT64_MAX},
                                          {.kind = A3D_Q_UINT, .u = 1ULL << 63}, {.kind = A3D_Q_INT, .i = INT64_MIN},
                                          {.kind = A3D_Q_INT, .i = 0}};
    enum { N = sizeof values / sizeof *values };
    char prints[N][A3D_FINGERPRINT_ROOM];
    build b;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, NULL);
    for (unsigned i = 0; i < N; i++) {
        const a3d_finding f = {.rule = &a3d_format_tanki.rules[1], .actual = values[i]};
        a3d_fingerprint_at(b.doc, &f, "a", 1, prints[i]);
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(strcmp(prints[i], prints[k]) == 0, k == 0 && i == 1);
    }
    build_free(&b);
}

/* Kinds of damage that few findings show: counts of records around, and sizes that no file has. */
static void damages(void **state)
{
    static const struct {
        const char *rule;
        a3d_quantity actual;
        a3d_damage damage;
    } cases[] = {{"lod-address", {.kind = A3D_Q_INT, .i = 100000}, A3D_DAMAGE_CUT},
                 {"lod-address", {.kind = A3D_Q_INT, .i = 0xffffffff}, A3D_DAMAGE_CUT},
                 {"lod-address", {.kind = A3D_Q_UINT, .u = 0xffffffff}, A3D_DAMAGE_CUT},
                 {"lod-address", {.kind = A3D_Q_INT, .i = 0x100000000}, A3D_DAMAGE_ADDRESS},
                 {"lod-address", {.kind = A3D_Q_INT, .i = -1}, A3D_DAMAGE_ADDRESS},
                 {"lod-address", {.kind = A3D_Q_INT, .i = 20}, A3D_DAMAGE_ADDRESS},
                 {"lod-address", {.kind = A3D_Q_NONE, .i = 100000}, A3D_DAMAGE_ADDRESS}};
    static const struct {
        const a3d_format *format;
        uint32_t version;
        const char *words, *path;
        a3d_damage damage;
    } suspects[] = {{&a3d_format_tanki, 3, "meshes+=1", "meshes[0].vertexCount", A3D_DAMAGE_COUNT},
                    {&a3d_format_tanki, 3, "meshes+=1", "meshes[0].radius", A3D_DAMAGE_VALUE},
                    {&a3d_format_m3g, 1, "sections[1].objects+={type=VertexArray}", "sections[1].objects[1].componentCount", A3D_DAMAGE_COUNT},
                    {&a3d_format_m3g, 1, "sections[1].objects+={type=VertexArray}", "sections[1].objects[1].componentSize", A3D_DAMAGE_VALUE},
                    {&a3d_format_m3g, 1, "sections[1].objects+={type=KeyframeSequence}", "sections[1].objects[1].componentCount", A3D_DAMAGE_COUNT},
                    {&a3d_format_m3g, 1, "sections[1].objects+={type=KeyframeSequence}", "sections[1].objects[1].duration", A3D_DAMAGE_VALUE}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        a3d_finding f = {.actual = cases[i].actual, .place = {A3D_NO_NODE, ""}, .cause = A3D_NO_CAUSE, .bit = A3D_NO_BIT};
        build_make(&b, &a3d_format_odol, 75, NULL);
        for (unsigned k = 1; k < a3d_format_odol.n_rules; k++)
            f.rule = strcmp(a3d_format_odol.rules[k].id + 5, cases[i].rule) == 0 ? &a3d_format_odol.rules[k] : f.rule;
        a3d_result result = {.format = &a3d_format_odol, .doc = b.doc};
        assert_int_equal(f.rule->fault, A3D_FAULT_ADDRESS);
        assert_int_equal(a3d_damage_of(&result, &f), cases[i].damage);
        build_free(&b);
    }
    for (size_t i = 0; i < sizeof suspects / sizeof *suspects; i++) {
        build b;
        a3d_suspect s = {.place = {A3D_NO_NODE, ""}, .repair = "1", .bit = A3D_NO_BIT};
        a3d_finding f = {.suspects = &s, .n_suspects = 1, .place = {A3D_NO_NODE, ""}, .cause = A3D_NO_CAUSE, .bit = A3D_NO_BIT};
        build_make(&b, suspects[i].format, suspects[i].version, WORDS(suspects[i].words));
        for (unsigned k = 1; k < suspects[i].format->n_rules; k++)
            f.rule = suspects[i].format->rules[k].fault == A3D_FAULT_COUNT ? &suspects[i].format->rules[k] : f.rule;
        for (uint32_t k = 0; k < b.doc->n_nodes; k++) {
            a3d_text path;
            a3d_text_init(&path, &b.arena);
            a3d_put_path(&path, b.doc, k);
            a3d_putc(&path, '\0');
            s.place.node = strcmp(path.data, suspects[i].path) == 0 ? k : s.place.node;
        }
        a3d_result result = {.format = suspects[i].format, .doc = b.doc};
        assert_int_not_equal(s.place.node, A3D_NO_NODE);
        if (a3d_damage_of(&result, &f) != suspects[i].damage)
            fail_msg("%s: %s", suspects[i].path, a3d_damage_name(a3d_damage_of(&result, &f)));
        build_free(&b);
    }
}

/* It begins so. */
static void expect_detail(const a3d_format *format, uint32_t version, const char *const *words, const char *expected)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const char *shown = shown_of(&arena, format, version, words);
    if (strncmp(shown, expected, strlen(expected)) != 0)
        fail_msg("%s, not %s", shown, expected);
    a3d_arena_free(&arena);
}

/* This is a part of it. */
static void expect_shown(const a3d_format *format, uint32_t version, const char *const *words, const char *part)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const char *shown = shown_of(&arena, format, version, words);
    if (strstr(shown, part) == NULL)
        fail_msg("no %s in %s", part, shown);
    a3d_arena_free(&arena);
}

static void details_are_shown(void **state)
{
    (void)state;
    expect_detail(&a3d_format_tanki, 3, WORDS("materials+=2", "materials[0].name=\"steel\"", "rootLength:=7"),
                  "{\"findings\":[{\"id\":0,\"rule\":\"tanki/block-length\","
                  "\"title\":\"A block length is the exact size of its payload\",\"severity\":\"error\","
                  "\"message\":\"rootLength is 7; expected 96, the size of the content\","
                  "\"path\":\"rootLength\",\"where\":\"file+0xc\",\"stream\":0,\"off\":12,\"size\":4,"
                  "\"fingerprint\":\"04bd5cdf16202987\",\"expected\":\"96\",\"actual\":\"7\",\"count\":1,"
                  "\"cause\":null,\"suspects\":[]},{\"id\":1,\"rule\":\"tanki/material-unused\","
                  "\"title\":\"Every material is used by a submesh or an object\",\"severity\":\"note\","
                  "\"message\":\"materials[0] is unused; expected a reference to it\","
                  "\"path\":\"materials[0]\",\"where\":\"file+0x1c\",\"stream\":0,\"off\":28,\"size\":28,"
                  "\"fingerprint\":\"caf70f800c7ab2d0\",\"expected\":\"\",\"actual\":\"\",\"count\":2,"
                  "\"cause\":null,\"suspects\":[]}],\"moreFindings\":0,\"whole\":true,\"streams\":[{\"id\":0,"
                  "\"name\":\"file\",\"from\":\"\",\"size\":112,\"rows\":[[0,\"41334400\",\"magic = |A3D.|\"],"
                  "[4,\"0300\",\"version = 3\"],[6,\"0000\",\"versionHigh = 0\"],[8,\"01000000\","
                  "\"rootId = 1\"],[12,\"07000000\",\"rootLength = 7\"],[16,\"04000000\",\"materials.id = 4\"],"
                  "[20,\"34000000\",\"materials.length = 52\"],[24,\"02000000\",\"materials.$count = 2\"],[28,"
                  "\"05000000\",\"materials[0].name.$count = 5\"],[32,\"737465656c\","
                  "\"materials[0].name = \\\"steel\\\"\"],[37,\"000000\",\"materials[0].name.$pad |...|\"],[40,"
                  "\"00000000\",\"materials[0].color.r = 0\"],[44,\"00000000\",\"materials[0].color.g = 0\"],"
                  "[48,\"00000000\",\"materials[0].color.b = 0\"],[52,\"00000000\","
                  "\"materials[0].diffuseMap.$count = 0\"],[56,\"00000000\",\"materials[1].name.$count = 0\"],"
                  "[60,\"00000000\",\"materials[1].color.r = 0\"],[64,\"00000000\","
                  "\"materials[1].color.g = 0\"],[68,\"00000000\",\"materials[1].color.b = 0\"],[72,"
                  "\"00000000\",\"materials[1].diffuseMap.$count = 0\"],[76,\"02000000\",\"meshes.id = 2\"],"
                  "[80,\"04000000\",\"meshes.length = 4\"],[84,\"00000000\",\"meshes.$count = 0\"],[88,"
                  "\"03000000\",\"transforms.id = 3\"],[92,\"04000000\",\"transforms.length = 4\"],[96,"
                  "\"00000000\",\"transforms.$count = 0\"],[100,\"05000000\",\"objects.id = 5\"],[104,"
                  "\"04000000\",\"objects.length = 4\"],[108,\"00000000\",\"objects.$count = 0\"]]}],"
                  "\"moreRows\":0,\"tree\":[[\"magic\",\"4 values: 65, 51, 68, 0\",0,0,4,[],0,[]],[\"version\","
                  "\"3\",0,4,2,[],0,[]],[\"versionHigh\",\"0\",0,6,2,[],0,[]],[\"rootId\",\"1\",0,8,4,[],0,[]],"
                  "[\"rootLength\",\"7 (wrong)\",0,12,4,[0],1,[]],[\"materials\",\"\",0,16,60,[],0,[[\"id\","
                  "\"4\",0,16,4,[],0,[]],[\"length\",\"52\",0,20,4,[],0,[]],[\"list\",\"2 elements\",0,24,52,"
                  "[],0,[[\"[0]\",\"\",0,28,28,[1],0,[[\"name\",\"\\\"steel\\\"\",0,28,12,[],0,[]],[\"color\","
                  "\"\",0,40,12,[],0,[]],[\"diffuseMap\",\"\\\"\\\"\",0,52,4,[],0,[]]]],[\"[1]\",\"\",0,56,20,"
                  "[],0,[[\"name\",\"\\\"\\\"\",0,56,4,[],0,[]],[\"color\",\"\",0,60,12,[],0,[]],"
                  "[\"diffuseMap\",\"\\\"\\\"\",0,72,4,[],0,[]]]]],true]]],[\"meshes\",\"\",0,76,12,[],0,"
                  "[[\"id\",\"2\",0,76,4,[],0,[]],[\"length\",\"4\",0,80,4,[],0,[]],[\"list\",\"0 elements\",0,"
                  "84,4,[],0,[],true]]],[\"transforms\",\"\",0,88,12,[],0,[[\"id\",\"3\",0,88,4,[],0,[]],"
                  "[\"length\",\"4\",0,92,4,[],0,[]],[\"list\",\"0 elements\",0,96,4,[],0,[],true],"
                  "[\"parents\",\"0 values\",0,100,0,[],0,[]]]],[\"objects\",\"\",0,100,12,[],0,[[\"id\",\"5\","
                  "0,100,4,[],0,[]],[\"length\",\"4\",0,104,4,[],0,[]],[\"list\",\"0 elements\",0,108,4,[],0,"
                  "[],true]]]],\"view\":null}");
    expect_detail(&a3d_format_a3d2, 0, WORDS("indexBuffers+={id=1,indexCount=6,byteBuffer=hex:000001000200}", "objects.$form=2"),
                  "{\"findings\":[{\"id\":0,\"rule\":\"a3d2/index-buffer-size\","
                  "\"title\":\"The byte length of an index buffer is 2 x indexCount\",\"severity\":\"error\","
                  "\"message\":\"indexCount is 6; expected 3, the number of indices in byteBuffer\","
                  "\"path\":\"indexBuffers[0].indexCount\",\"where\":\"file+0x2 > package+0x13\",\"stream\":1,"
                  "\"off\":19,\"size\":4,\"fingerprint\":\"be9968987aefa0ea\",\"expected\":\"3\","
                  "\"actual\":\"6\",\"count\":1,\"cause\":null,\"suspects\":[]},{\"id\":1,"
                  "\"rule\":\"a3d2/unreferenced\",\"title\":\"Every image, map, cube map, material, box,"
                  " buffer and track of clips is used\",\"severity\":\"note\","
                  "\"message\":\"indexBuffers[0] is unused; expected a reference to it\","
                  "\"path\":\"indexBuffers[0]\",\"where\":\"file+0x2 > package+0x8\",\"stream\":1,\"off\":8,"
                  "\"size\":15,\"fingerprint\":\"1d2d6d9ba149782f\",\"expected\":\"\",\"actual\":\"\","
                  "\"count\":1,\"cause\":null,\"suspects\":[]}],\"moreFindings\":0,\"whole\":true,"
                  "\"streams\":[{\"id\":0,\"name\":\"file\",\"from\":\"\",\"size\":27,\"rows\":[[0,\"4019\","
                  "\"$package = 25 (form packed)\"],[2,\"78da8b7fff8781898181910d88410c10\","
                  "\"packed: see package\"],[18,\"c5c0c006003291025e\",\"packed: see package\"]]},{\"id\":1,"
                  "\"name\":\"package\",\"from\":\"file+0x2, 25 packed\",\"size\":23,\"rows\":[[0,\"5f\","
                  "\"$mask (form short), 19 of 21 bits used,"
                  " bits 0 to 4\\u000a                                                            bit 0 absent "
                  " ambientLights\\u000a                                                            bit 1 absen"
                  "t  animationClips\\u000a                                                            bit 2 ab"
                  "sent  animationTracks\\u000a                                                            bit "
                  "3 absent  boxes\\u000a                                                            bit 4 abse"
                  "nt  cubeMaps\"],[1,\"ef\","
                  "\"$mask bits 5 to 12\\u000a                                                            bit 5"
                  " absent  decals\\u000a                                                            bit 6 abse"
                  "nt  directionalLights\\u000a                                                            bit "
                  "7 absent  images\\u000a                                                            bit 8 pre"
                  "sent indexBuffers\\u000a                                                            bit 9 ab"
                  "sent  joints\\u000a                                                            bit 10 absent"
                  "  maps\\u000a                                                            bit 11 absent  mate"
                  "rials\\u000a                                                            bit 12 absent  meshe"
                  "s\"],[2,\"fc\","
                  "\"$mask bits 13 to 20\\u000a                                                            bit "
                  "13 absent  objects\\u000a                                                            bit 14 "
                  "absent  omniLights\\u000a                                                            bit 15 "
                  "absent  skins\\u000a                                                            bit 16 absen"
                  "t  spotLights\\u000a                                                            bit 17 absen"
                  "t  sprites\\u000a                                                            bit 18 absent  "
                  "vertexBuffers\"],[3,\"0002\",\"versionMajor = 2\"],[5,\"0000\",\"versionMinor = 0\"],[7,"
                  "\"01\",\"indexBuffers.$count = 1\"],[8,\"06\",\"indexBuffers[0].byteBuffer.$count = 6\"],[9,"
                  "\"000001000200\",\"indexBuffers[0].byteBuffer = |......|\"],[15,\"00000001\","
                  "\"indexBuffers[0].id = 1\"],[19,\"00000006\",\"indexBuffers[0].indexCount = 6\"]]}],"
                  "\"moreRows\":0,\"tree\":[[\"$package\",\"\",0,0,2,[],0,[]],[\"$mask\",\"\",1,0,3,[],0,[]],"
                  "[\"versionMajor\",\"2\",1,3,2,[],0,[]],[\"versionMinor\",\"0\",1,5,2,[],0,[]],"
                  "[\"indexBuffers\",\"1 element\",1,7,16,[],0,[[\"[0]\",\"\",1,8,15,[1],0,[[\"byteBuffer\","
                  "\"6 values: 0, 0, 1, 0, 2, 0\",1,8,7,[],0,[]],[\"id\",\"1\",1,15,4,[],0,[]],[\"indexCount\","
                  "\"6\",1,19,4,[0],1,[]]]]]]],\"view\":null}");
    expect_detail(&a3d_format_odol, 75, WORDS("permanent={0}", "loadableInfos[0].special=1", "lods[0].proxies+=1"),
                  "{\"findings\":[{\"id\":0,\"rule\":\"odol/loadable-info\","
                  "\"title\":\"A loading hint repeats the values of its LOD\",\"severity\":\"error\","
                  "\"message\":\"special of loading hint 0 is 1; expected 0, as in the LOD\","
                  "\"path\":\"loadableInfos[0].special\",\"where\":\"file+0x147\",\"stream\":0,\"off\":327,"
                  "\"size\":4,\"fingerprint\":\"a6fb24b20f91e2a5\",\"expected\":\"0\",\"actual\":\"1\","
                  "\"count\":1,\"cause\":null,\"suspects\":[{\"path\":\"lods[0].special\",\"repair\":\"1\","
                  "\"edit\":\"lods[0].special=1\",\"message\":\"lods[0].special should perhaps be 1\","
                  "\"proven\":false,\"where\":\"file+0x20f\",\"stream\":0,\"off\":527,\"size\":4}]},{\"id\":1,"
                  "\"rule\":\"odol/proxy-selection\",\"title\":\"A proxy refers to a selection of its LOD\","
                  "\"severity\":\"error\",\"message\":\"selection is 0, but the LOD has no selections\","
                  "\"path\":\"lods[0].proxies[0].selection\",\"where\":\"file+0x191\","
                  "\"stream\":0,\"off\":401,\"size\":4,\"fingerprint\":\"c3fc749e9979fed1\",\"expected\":\"\","
                  "\"actual\":\"0\",\"count\":1,\"cause\":null,\"suspects\":[]},{\"id\":2,"
                  "\"rule\":\"odol/hints-empty\","
                  "\"title\":\"A LOD without vertices has the hints of an empty set\",\"severity\":\"note\","
                  "\"message\":\"and_hints is 00000000 and or_hints is 00000000; expected 0fffff00 and"
                  " 00000000, because the LOD has no vertices\","
                  "\"path\":\"lods[0].and_hints\",\"where\":\"file+0x1b1\",\"stream\":0,"
                  "\"off\":433,\"size\":4,\"fingerprint\":\"e1cb4b82bb1f178d\",\"expected\":\"\","
                  "\"actual\":\"\",\"count\":1,\"cause\":null,\"suspects\":[]},{\"id\":3,"
                  "\"rule\":\"odol/proxy-model-empty\",\"title\":\"A proxy has a model\","
                  "\"severity\":\"warning\",\"message\":\"model is empty; expected the path of a model\","
                  "\"path\":\"lods[0].proxies[0].model\",\"where\":\"file+0x15c\",\"stream\":0,\"off\":348,"
                  "\"size\":1,\"fingerprint\":\"0deb58f3d606d1b9\",\"expected\":\"\",\"actual\":\"\","
                  "\"count\":1,\"cause\":null,\"suspects\":[]},{\"id\":4,\"rule\":\"odol/proxy-matrix\","
                  "\"title\":\"The matrix of a proxy neither scales nor shears\",\"severity\":\"note\","
                  "\"message\":\"the length of matrix.right is 0; expected 1, because a proxy is only turned and moved\","
                  "\"path\":\"lods[0].proxies[0].matrix\",\"where\":\"file+0x15d\",\"stream\":0,\"off\":349,"
                  "\"size\":48,\"fingerprint\":\"9e3e32f0aad7a909\",\"expected\":\"\",\"actual\":\"\","
                  "\"count\":1,\"cause\":null,\"suspects\":[]},{\"id\":5,\"rule\":\"odol/physx-usual\","
                  "\"title\":\"The PhysX version is the usual one for the version of the file\","
                  "\"severity\":\"note\","
                  "\"message\":\"PhysX version is 50593792 (3.4.0); expected 67174656 (4.1.1),"
                  " as in other files of version 75\",\"path\":\"hullsA.S\",\"where\":\"file+0x250\","
                  "\"stream\":0,\"off\":592,\"size\":4,\"fingerprint\":\"94e34ec269bb4461\",\"expected\":\"\","
                  "\"actual\":\"50593792\",\"count\":1,\"cause\":null,\"suspects\":[]}]");
}

/* Bytes that no field owns, texts that are cut between characters, few values of many, and few elements of many with
 * those that have a finding. A number counts what is left out. */
static void trees_are_shortened(void **state)
{
#define GROUP "sections[1].objects[0]."
#define NEXT "sections[1].objects+={type=Group}"
#define TEN "0123456789"
    (void)state;
    expect_shown(&a3d_format_m3g, 1, WORDS(GROUP "$slack=hex:aabb"),
                 ",[\"$slack\",\"2 bytes that no field owns\",0,82,2,[],0,[]]]]]],[\"checksum\"");
    expect_shown(&a3d_format_m3g, 1, WORDS(GROUP "$slack=hex:aa"), "[\"$slack\",\"1 byte that no field owns\",0,82,1,[],0,[]]");
    expect_shown(&a3d_format_m3g, 1, WORDS(GROUP "children={9}"), "[\"children\",\"1 value: 9\",0,78,8,[0],1,[]]");
    expect_shown(&a3d_format_m3g, 1, WORDS(GROUP "children={1,2,3,4,5,9}"),
                 "[\"children\",\"6 values: 1, 2, 3, 4, 5, 9\",0,78,28,[0,1],1,[]]");
    expect_shown(&a3d_format_m3g, 1, WORDS(GROUP "children={1,2,3,4,5,6,9}"),
                 "[\"children\",\"7 values: 1, 2, 3, 4, 5, 6 …\",0,78,32,[0,1],1,[]]");
    expect_shown(&a3d_format_m3g, 1,
                 WORDS(NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, "sections[1].objects[7].children={99}"),
                 "[\"children\",\"1 value: 99\",0,295,8,[0],1,[]]]],1]],[\"checksum\"");
    expect_shown(&a3d_format_m3g, 1,
                 WORDS(NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, "sections[1].objects[8].children={99}"),
                 "[\"[5]\",\"\",0,206,31,[],0,[]],2,[\"[8]\",\"\",0,299,35,[],0,[[\"type\"");
    static const char *const names[][2] = {{TEN TEN TEN TEN TEN TEN, TEN TEN TEN TEN TEN TEN "\\\""},
                                           {TEN TEN TEN TEN TEN TEN "x", TEN TEN TEN TEN TEN TEN "…"},
                                           {TEN TEN TEN TEN TEN "12345678é0", TEN TEN TEN TEN TEN "12345678é…"},
                                           {TEN TEN TEN TEN TEN "123456789é", TEN TEN TEN TEN TEN "123456789…"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[120], shown[120];
        snprintf(name, sizeof name, "materials[0].name=\"%s\"", names[i][0]);
        snprintf(shown, sizeof shown, "[\"name\",\"\\\"%s\",0,28,", names[i][1]);
        expect_shown(&a3d_format_tanki, 3, WORDS("materials+=1", name, "rootLength:=7"), shown);
    }
#undef GROUP
#undef NEXT
#undef TEN
}

static void without_bytes(void **state)
{
    (void)state;
    assert_true(detail_has(A3D_SHOWS_USUAL, "\"streams\":["));
    assert_false(detail_has(A3D_SHOWS_USUAL & ~A3D_SHOWS_BYTES, "\"streams\""));
    assert_true(detail_has(A3D_SHOWS_USUAL & ~A3D_SHOWS_BYTES, "\"tree\":["));
    assert_false(detail_has(A3D_SHOWS_USUAL & ~A3D_SHOWS_VIEW, "\"view\""));
}

/* However few steps are left for a copy of the file: what a limit cut short has no canonical form, nor anything to edit. */
static void repairs_of_few_steps(void **state)
{
    build b;
    a3d_arena arena;
    a3d_text edit;
    const a3d_options options = {.format = &a3d_format_m3g};
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Header}"));
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&edit, &arena);
    const a3d_result *result = a3d_lint(&arena, b.bytes, b.size, &options);
    assert_non_null(result);
    assert_string_equal(result->doc->findings[0].rule->id, "m3g/header-once");
    for (uint64_t steps = 1, left = 0; left == 0; steps++) {
        left = steps;
        assert_int_equal(a3d_find_repair(&edit, result, 0, NULL, &left), A3D_NO_REPAIR);
    }
    a3d_arena_free(&arena);
    build_free(&b);
}

/* Exporters differ by version, so none is named where the version is unknown. */
static void writer_of_an_unknown_version(void **state)
{
    static const char *const edits[] = {"versionMajor=2", "versionMajor=3"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        build b;
        a3d_arena arena;
        a3d_text out;
        const a3d_options options = {.format = &a3d_format_a3d2};
        build_make(&b, &a3d_format_a3d2, 0, WORDS(edits[i]));
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        const a3d_result *result = a3d_lint(&arena, b.bytes, b.size, &options);
        assert_non_null(result);
        a3d_put_writer(&out, result);
        a3d_putc(&out, '\0');
        if ((strstr(out.data, "Flash") != NULL) != (i == 0))
            fail_msg("%s: %s", edits[i], out.data);
        a3d_arena_free(&arena);
        build_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups),
        cmocka_unit_test(cut_files),
        cmocka_unit_test(every_rule),
        cmocka_unit_test(page),
        cmocka_unit_test(costly_files),
        cmocka_unit_test(costly_trials),
        cmocka_unit_test(room_for_examples),
        cmocka_unit_test(packed_parts),
        cmocka_unit_test(what_is_shown), cmocka_unit_test(room_for_views),
        cmocka_unit_test(details_are_shown), cmocka_unit_test(what_depends_on_damage),
        cmocka_unit_test(what_depends_on_suspects), cmocka_unit_test(damages), cmocka_unit_test(fingerprints_of_values),
        cmocka_unit_test(trees_are_shortened),
        cmocka_unit_test(without_bytes),
        cmocka_unit_test(repairs_of_few_steps),
        cmocka_unit_test(writer_of_an_unknown_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
