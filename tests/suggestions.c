/* suggestions.c - does any suggestion make a damaged file worse, or claim more than is true?
 *
 *     suggestions [--count N] [--seed S] [--most BYTES] [--show] [--keep DIR] FILE...
 *
 * Damages sound files in many ways, knows the truth, and makes N suggestions that the program gives for them: what `fix`
 * writes (`triage` suggests nothing else), and the edits that `check` offers as a repair. Each result is compared with
 * the sound file: the distance is the number of bytes that must be removed or inserted. Smaller than before is better,
 * larger is worse. A result that is valid and not the sound file is `sealed` when it is no better: the damage is still there
 * and nothing shows it any more. Possible causes that are only listed are not suggestions: of those it counts how often the
 * right one is among them. Exits with 1 if a suggestion is worse or sealed. FILEs that are not valid, or that `fix` would
 * change, are left out. --show prints what is worse or sealed, --keep writes these files into DIR. */
#include "lint/fix.h"
#include "codec/codec.h"
#include "engine/decode/decode.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"
#include "engine/fix/offer.h"
#include "report/common/phrases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS(K)                                                                                                     \
    K(FLIP, "a bit flipped") K(BYTE, "a byte changed") K(NUMBER, "a number changed") K(PACKED, "before packing")     \
    K(TWO, "two bytes changed") K(ZEROS, "a run of zeros") K(CUT, "the end cut off") K(REMOVED, "bytes removed")      \
    K(INSERTED, "bytes inserted") K(APPENDED, "bytes appended") K(AGAIN, "the file twice") K(CRLF, "LF to CR LF")     \
    K(LF, "CR LF to LF") K(UTF8, "Latin-1 to UTF-8") K(SEVEN, "eighth bit lost")
#define NAME(id, words) id,
typedef enum kind { KINDS(NAME) N_KINDS } kind;
#undef NAME
#define NAME(id, words) words,
static const char *const kind_names[] = {KINDS(NAME)};

typedef enum source { BY_FIX, BY_CHECK, SOURCES } source;
static const char *const source_names[] = {"fix", "check"};

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

typedef struct tally {
    unsigned damaged, invalid, sources[SOURCES], restored, better, same, worse, sealed, listed, among;
} tally;

static tally tallies[N_KINDS];
static unsigned long count = 500, seed, most = 16384, done;
static bool tell;
static const char *dir;

static uint64_t state = 88172645463325252u;
static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static bytes copy_of(const void *data, size_t size)
{
    bytes b = {malloc(2 * size + 4096), size};
    if (b.data == NULL)
        exit(3);
    if (size > 0)
        memcpy(b.data, data, size);
    return b;
}

/* ---- damage ---- */

/* Replaces n bytes at a place by others. */
static void splice(bytes *b, size_t at, size_t n, const uint8_t *other, size_t m)
{
    memmove(b->data + at + m, b->data + at + n, b->size - at - n);
    if (m > 0)
        memcpy(b->data + at, other, m);
    b->size += m - n;
}

static void change_byte(bytes *b)
{
    b->data[draw(b->size)] ^= (uint8_t)(1 + draw(255));
}

static void noise(uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)draw(256);
}

/* Passes the bytes through a conversion of text. */
static void convert(bytes *b, kind k)
{
    bytes was = copy_of(b->data, b->size);
    b->size = 0;
    for (size_t i = 0; i < was.size; i++) {
        uint8_t c = was.data[i];
        if (k == CRLF && c == '\n')
            b->data[b->size++] = '\r';
        if (k == LF && c == '\r' && i + 1 < was.size && was.data[i + 1] == '\n')
            continue;
        if (k == UTF8 && c >= 0x80)
            b->data[b->size++] = (uint8_t)(0xc0 | c >> 6);
        b->data[b->size++] = k == SEVEN ? c & 0x7f : k == UTF8 && c >= 0x80 ? 0x80 | (c & 0x3f) : c;
    }
    free(was.data);
}

/* Changes a byte of unpacked content; packing and checksums around it agree with the change. */
static bool change_packed(const bytes *truth, const a3d_format *format, bytes *out)
{
    a3d_arena arena;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    a3d_options options = {.format = format};
    const a3d_result *r = a3d_lint(&arena, truth->data, truth->size, &options);
    bool good = a3d_is_complete(r) && r->doc->n_streams > 1;
    const a3d_stream *s = good ? &r->doc->streams[1 + draw(r->doc->n_streams - 1)] : NULL;
    good = good && s->size > 0 && s->owner != A3D_NO_NODE && a3d_shape_of(a3d_at(r->doc, s->owner))->pack != A3D_PACK_BLOCK;
    if (good) {
        uint32_t at = (uint32_t)draw(s->size);
        uint8_t same = s->data[at], byte = same ^ (uint8_t)(1u << draw(8));
        a3d_patch none = {.owner = s->owner, .off = at, .size = 1, .bytes = &same}, patch = none;
        patch.bytes = &byte;
        /* a file of another packer would change as a whole */
        good = a3d_encode(r->doc, A3D_FAITHFUL, &text, &none, 1) == NULL && text.size == truth->size &&
               memcmp(text.data, truth->data, text.size) == 0 &&
               a3d_encode(r->doc, A3D_FAITHFUL, &text, &patch, 1) == NULL && text.size <= 2 * truth->size;
        if (good)
            splice(out, 0, out->size, (const uint8_t *)text.data, text.size);
    }
    a3d_arena_free(&arena);
    return good;
}

/* Damages the bytes; false if this kind of damage changes nothing. */
static bool damage(bytes *b, kind k, const bytes *truth, const a3d_format *format)
{
    size_t n = b->size, at = draw(n), some = 1 + draw(16);
    uint8_t junk[4096];
    noise(junk, sizeof junk);
    switch (k) {
    case FLIP: b->data[at] ^= (uint8_t)(1u << draw(8)); break;
    case TWO: change_byte(b); /* fall through */
    case BYTE: change_byte(b); break;
    case NUMBER: memcpy(b->data + (at & ~(size_t)3), junk, n - (at & ~(size_t)3) < 4 ? n - (at & ~(size_t)3) : 4); break;
    case PACKED: return change_packed(truth, format, b);
    case ZEROS: memset(b->data + at, 0, n - at < 16 * some ? n - at : 16 * some); break;
    case CUT: b->size = at; break;
    case REMOVED: splice(b, at, n - at < some ? n - at : some, NULL, 0); break;
    case INSERTED: splice(b, at, 0, junk, some); break;
    case APPENDED: splice(b, n, 0, junk, draw(2) ? some : 64 * some); break;
    case AGAIN: splice(b, n, 0, truth->data, n); break;
    default: convert(b, k); break;
    }
    return b->size != truth->size || memcmp(b->data, truth->data, b->size) != 0;
}

/* ---- the distance ---- */

/* Bytes to be removed or inserted to make b of a (Myers' algorithm), at most LARGE. */
static unsigned distance(const bytes *a, const bytes *b)
{
    enum { LARGE = 2500 };
    static int reach[2 * LARGE + 3];
    const uint8_t *p = a->data, *q = b->data;
    long n = (long)a->size, m = (long)b->size;
    while (n > 0 && m > 0 && *p == *q)
        p++, q++, n--, m--;
    while (n > 0 && m > 0 && p[n - 1] == q[m - 1])
        n--, m--;
    int *v = reach + LARGE + 1;
    v[1] = 0;
    for (int d = 0; d < LARGE; d++)
        for (int k = -d; k <= d; k += 2) {
            long x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1, y = x - k;
            while (x < n && y < m && p[x] == q[y])
                x++, y++;
            v[k] = (int)x;
            if (x >= n && y >= m)
                return (unsigned)d;
        }
    return LARGE;
}

/* The bytes of all streams, without those that are packed. */
static bytes view_of(const bytes *file, const a3d_format *format, a3dlint_verdict *verdict, size_t *errors)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = format};
    const a3d_result *r = a3d_lint(&arena, file->data, file->size, &options);
    if (r == NULL)
        exit(3);
    bytes view = copy_of(file->data, r->doc != NULL ? 0 : file->size);
    *verdict = r->verdict;
    *errors = r->counts[A3D_ERROR] + r->more[A3D_ERROR];
    for (size_t i = 0; r->doc != NULL && i < r->doc->n_streams; i++) {
        const a3d_stream *s = &r->doc->streams[i];
        size_t from = view.size;
        view.data = realloc(view.data, view.size + s->size + 4096);
        if (view.data == NULL)
            exit(3);
        for (uint32_t at = 0; at < s->size; at++) {
            uint32_t packed = 0;
            for (size_t k = i + 1; k < r->doc->n_streams; k++)
                if (r->doc->streams[k].owner != A3D_NO_NODE && r->doc->streams[k].parent == i && r->doc->streams[k].off == at)
                    packed = r->doc->streams[k].packed_size;
            at += packed;
            if (at < s->size)
                view.data[view.size++] = s->data[at];
        }
        (void)from;
    }
    a3d_arena_free(&arena);
    return view;
}

/* Whether two files hold the same values, in whatever way they are packed. */
static bool same_values(const bytes *a, const bytes *b, const a3d_format *format)
{
    const bytes *files[] = {a, b};
    a3d_options options = {.format = format};
    a3d_arena arena;
    a3d_text out[2];
    bool whole = true;
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < 2; i++) {
        const a3d_result *r = a3d_lint(&arena, files[i]->data, files[i]->size, &options);
        a3d_text_init(&out[i], &arena);
        whole = whole && r != NULL && r->doc != NULL && r->doc->limited == A3D_LIMIT_NONE && !r->doc->faulty &&
                a3d_encode(r->doc, A3D_CANONICAL, &out[i], NULL, 0) == NULL && !out[i].failed;
    }
    bool same = whole && out[0].size == out[1].size && memcmp(out[0].data, out[1].data, out[0].size) == 0;
    a3d_arena_free(&arena);
    return same;
}

/* ---- judging ---- */

typedef struct trial {
    const char *path;
    const a3d_format *format;
    kind kind;
    bytes truth, damaged, truth_view, damaged_view;
    unsigned was, was_view;
    a3dlint_verdict verdict;
} trial;

static void write_file(const char *name, const bytes *b)
{
    FILE *f = fopen(name, "wb");
    if (f == NULL || fwrite(b->data, 1, b->size, f) != b->size || fclose(f) != 0)
        exit(3);
}

static void keep(const trial *t, const bytes *result)
{
    const char *base = strrchr(t->path, '/') != NULL ? strrchr(t->path, '/') + 1 : t->path;
    const bytes *all[] = {&t->truth, &t->damaged, result};
    static const char *const ends[] = {"truth", "damaged", "result"};
    char name[600];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%.300s/%lu-%s-%.200s", dir, done, ends[i], base);
        write_file(name, all[i]);
    }
}

static void judge(const trial *t, source by, const char *what, const bytes *result)
{
    a3dlint_verdict verdict;
    size_t errors;
    tally *y = &tallies[t->kind];
    bytes view = view_of(result, t->format, &verdict, &errors);
    unsigned is = distance(result, &t->truth), is_view = distance(&view, &t->truth_view);
    bool restored = is == 0 || is_view == 0 || (t->kind == PACKED && same_values(result, &t->truth, t->format));
    bool better = restored || is < t->was || is_view < t->was_view;
    bool worse = !better && (is > t->was || is_view > t->was_view);
    bool sealed = !restored && !better && verdict == A3DLINT_VALID && t->verdict != A3DLINT_VALID;
    y->sources[by]++;
    y->restored += restored;
    y->better += better && !restored;
    y->worse += worse;
    y->same += !restored && !better && !worse;
    y->sealed += sealed;
    done++;
    if ((worse || sealed) && tell)
        printf("%lu %s, %s: %s by %s %s: distance %u (%u), was %u (%u), %s, %zu errors\n", done, t->path, kind_names[t->kind],
               worse ? "worse" : "sealed", source_names[by], what, is, is_view, t->was, t->was_view, a3d_verdict_name(verdict), errors);
    if ((worse || sealed) && dir != NULL)
        keep(t, result);
    free(view.data);
}

/* ---- the suggestions ---- */

static void judge_fix(const trial *t)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = t->format, .name = t->path};
    a3d_fixing x = a3d_fix_file(&arena, t->damaged.data, t->damaged.size, &options);
    if (x.after != NULL && x.n_fixed > 0) {
        bytes result = copy_of(x.data, x.size);
        judge(t, BY_FIX, x.fixed->rule->id, &result);
        free(result.data);
    }
    a3d_arena_free(&arena);
}

/* Makes an edit, as the command `edit` does. */
static bool edited(const trial *t, const char *edit, bytes *out)
{
    a3d_arena arena;
    a3d_patch *patches = NULL;
    size_t n = 0;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    a3d_options options = {.format = t->format};
    a3d_doc *doc = a3d_decode(&arena, t->format, t->damaged.data, (uint32_t)t->damaged.size, NULL,
                              a3d_start_branches(t->format, &options));
    bool good = doc != NULL && a3d_edit(doc, edit, &patches, &n) == NULL &&
                a3d_encode(doc, A3D_FAITHFUL, &text, patches, n) == NULL;
    if (good)
        *out = copy_of(text.data, text.size);
    a3d_arena_free(&arena);
    return good;
}

static void judge_edit(const trial *t, source by, const char *edit)
{
    bytes result;
    if (!edited(t, edit, &result))
        return;
    judge(t, by, edit, &result);
    free(result.data);
}

/* Of several possible causes one should be right. */
static void count_listed(const trial *t, const a3d_result *r, const a3d_finding *f)
{
    bool right = false;
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        a3d_text edit;
        bytes result;
        a3d_text_init(&edit, r->doc->arena);
        a3d_put_repair(&edit, r->doc, &f->suspects[i]);
        a3d_putc(&edit, '\0');
        if (edit.failed || !edited(t, edit.data, &result))
            continue;
        right |= distance(&result, &t->truth) < t->was;
        free(result.data);
    }
    tallies[t->kind].listed++;
    tallies[t->kind].among += right;
}

static void judge_check(const trial *t, const a3d_result *r)
{
    for (size_t i = 0; i < r->doc->n_findings; i++) {
        const a3d_finding *f = &r->doc->findings[i];
        if (f->n_suspects == 0 || f->severity < A3D_WARNING)
            continue;
        if (a3d_has_proven_cause(f)) {
            a3d_text edit;
            a3d_text_init(&edit, r->doc->arena);
            a3d_put_repair(&edit, r->doc, &f->suspects[0]);
            a3d_putc(&edit, '\0');
            if (!edit.failed)
                judge_edit(t, BY_CHECK, edit.data);
        } else {
            count_listed(t, r, f);
        }
    }
}

static void judge_all(const trial *t)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = t->format, .name = t->path};
    const a3d_result *r = a3d_lint(&arena, t->damaged.data, t->damaged.size, &options);
    if (r == NULL)
        exit(3);
    tallies[t->kind].damaged++;
    tallies[t->kind].invalid += r->verdict != A3DLINT_VALID;
    judge_fix(t);
    if (a3d_is_complete(r))
        judge_check(t, r);
    a3d_arena_free(&arena);
}

/* ---- files ---- */

static bytes read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    bytes b = {malloc(most + 1), 0};
    if (f == NULL || b.data == NULL)
        exit(3);
    b.size = fread(b.data, 1, most + 1, f);
    fclose(f);
    return b;
}

/* The format of a file that is sound and that `fix` leaves as it is; otherwise NULL. */
static const a3d_format *sound(const char *path)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    bytes b = read_file(path);
    a3d_options options = {.name = path};
    const a3d_format *format = NULL;
    a3d_fixing x = {.n_fixed = 1};
    if (b.size > 0 && b.size <= most)
        x = a3d_fix_file(&arena, b.data, b.size, &options);
    if (x.n_fixed == 0 && x.after != NULL && x.after->verdict == A3DLINT_VALID)
        format = x.after->format;
    a3d_arena_free(&arena);
    free(b.data);
    return format;
}

static void run_one(const char *path, const a3d_format *format, kind k)
{
    a3dlint_verdict verdict;
    size_t errors;
    bytes truth = read_file(path), damaged = copy_of(truth.data, truth.size);
    if (damage(&damaged, k, &truth, format)) {
        trial t = {.path = path, .format = format, .kind = k, .truth = truth, .damaged = damaged};
        t.truth_view = view_of(&truth, format, &verdict, &errors);
        t.damaged_view = view_of(&damaged, format, &t.verdict, &errors);
        t.was = distance(&damaged, &truth);
        t.was_view = distance(&t.damaged_view, &t.truth_view);
        judge_all(&t);
        free(t.truth_view.data);
        free(t.damaged_view.data);
    }
    free(truth.data);
    free(damaged.data);
}

static bool is_chance(kind k)
{
    return k < AGAIN;
}

/* The files of each format are drawn evenly, and so are the kinds of damage. */
static void run(char **paths, int n)
{
    enum { MOST_FORMATS = 16, DRAWS = 40 };
    const a3d_format **kinds = calloc((size_t)n + 1, sizeof *kinds);
    unsigned *did = calloc((size_t)n + 1, sizeof *did); /* by file: kinds that leave nothing to chance */
    unsigned n_formats = 0;
    while (a3d_formats()[n_formats] != NULL)
        n_formats++;
    for (int i = 0; i < n && kinds != NULL; i++)
        kinds[i] = sound(paths[i]);
    for (unsigned long i = 0; kinds != NULL && did != NULL && done < count && i < DRAWS * count; i++) {
        kind k = (kind)(i % N_KINDS);
        const a3d_format *format = a3d_formats()[i / N_KINDS % n_formats];
        int found = -1, seen = 0;
        for (int p = 0; p < n; p++)
            if (kinds[p] == format && draw((uint64_t)++seen) == 0)
                found = p;
        if (found < 0)
            continue;
        if (is_chance(k) || (did[found] >> k & 1) == 0)
            run_one(paths[found], format, k);
        did[found] |= 1u << k;
    }
    free(kinds);
    free(did);
}

static bool print_table(void)
{
    tally all = {0};
    printf("%-18s damaged invalid |   fix check | restored better same worse sealed | listed, right one among them\n", "");
    for (int k = 0; k <= N_KINDS; k++) {
        const tally *t = k < N_KINDS ? &tallies[k] : &all;
        printf("%-18s %7u %7u | %5u %5u | %8u %6u %4u %5u %6u | %6u %6u\n", k < N_KINDS ? kind_names[k] : "all", t->damaged,
               t->invalid, t->sources[BY_FIX], t->sources[BY_CHECK], t->restored, t->better, t->same,
               t->worse, t->sealed, t->listed, t->among);
        for (size_t i = 0; i < sizeof all / sizeof(unsigned); i++)
            ((unsigned *)&all)[i] += ((const unsigned *)t)[i];
    }
    return true;
}

int main(int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--show") == 0)
            tell = true;
        else if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
            count = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--keep") == 0)
            dir = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--most") == 0)
            most = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            seed = strtoul(argv[++i], NULL, 10);
    }
    state += seed * 2654435761u;
    run(argv + i, argc - i);
    print_table();
    unsigned bad = 0;
    for (int k = 0; k < N_KINDS; k++)
        bad += tallies[k].worse + tallies[k].sealed;
    printf("%lu suggestions, %u worse or sealed\n", done, bad);
    return done == 0 || bad > 0;
}
