/* heads.c - recognizes a format although the first bytes of the file are damaged or lost
 *
 * Each format gives a few versions of its head. One with which the rest of the file decodes without an error is right;
 * of several the one that leaves the fewest warnings and notes. */
#include "lint/whole_file.h"

#include <inttypes.h>
#include <string.h>

/* A magic that is lost or damaged as a whole is put back only where no format is recognized, in files of at least so
 * many bytes: what follows it has lengths, counts and checksums that prove it. */
enum { PROOF = 64 };

/* Steps for the trials of heads: a small package may unpack to much. */
enum { ALLOWANCE = 576 << 10 };

/* The heads that the magic of a format gives: the magic itself where it is damaged, or where its first bytes are
 * lost. */
static size_t heads_by_magic(const a3d_format *format, bool free, const uint8_t *data, size_t size,
                             a3d_head heads[A3D_HEADS])
{
    const a3d_domain *magic = &format->root->rows[0].domain;
    size_t n = (size_t)magic->lo, wrong = 0, found = 0;
    if (magic->kind != A3D_BYTES || n < 4 || n > sizeof heads[0].bytes || size <= n)
        return 0;
    for (size_t i = 0; i < n; i++)
        wrong += data[i] != (uint8_t)magic->bytes[i];
    if (wrong > 0 && (wrong <= n / 4 || (free && size >= PROOF)))
        heads[found++] = (a3d_head){.size = (uint8_t)n, .replaced = (uint8_t)n};
    for (size_t lost = 1; lost < n && found < A3D_HEADS - 1; lost++)
        if (memcmp(data, magic->bytes + lost, n - lost) == 0)
            heads[found++] = (a3d_head){.size = (uint8_t)n, .replaced = (uint8_t)(n - lost)};
    if (free && size >= PROOF && wrong > n / 4)
        heads[found++] = (a3d_head){.size = (uint8_t)n, .replaced = 0};
    for (size_t i = 0; i < found; i++)
        memcpy(heads[i].bytes, magic->bytes, n);
    return found;
}

static const uint8_t *with_head(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_head *head, size_t *made)
{
    *made = size - head->replaced + head->size;
    uint8_t *file = a3d_block_resize(arena, NULL, *made);
    if (file == NULL)
        return NULL;
    memcpy(file, head->bytes, head->size);
    memcpy(file + head->size, data + head->replaced, size - head->replaced);
    return file;
}

static void put_number(a3d_whole *w, const a3d_head *head)
{
    w->off = 0;
    w->size_shown = head->size;
    a3d_found(w, A3D_FILE_HEAD_DAMAGED, "the %s is %" PRIu32 "; expected %" PRIu32 ", with which everything decodes",
              head->what, head->number, head->right);
}

static void put_bytes(a3d_whole *w, const a3d_head *head)
{
    unsigned lost = head->size > head->replaced ? head->size - head->replaced : 0;
    unsigned wrong = 0, first = 0;
    for (unsigned i = head->replaced; lost == 0 && i-- > 0;) {
        wrong += w->data[i] != head->bytes[i];
        first = w->data[i] != head->bytes[i] ? i : first;
    }
    if (lost > 0) {
        w->off = w->size_shown = 0;
        if (lost == 1)
            a3d_found(w, A3D_FILE_HEAD_LOST,
                      "the first byte of the file, 0x%02x, is missing; with it the file decodes without an error",
                      head->bytes[0]);
        else
            a3d_found(w, A3D_FILE_HEAD_LOST,
                      "the first %u bytes of the file are missing; with them the file decodes without an error", lost);
    } else {
        w->off = first;
        w->size_shown = 1;
        a3d_found(w, A3D_FILE_HEAD_DAMAGED,
                  "%u byte%s at the start %s wrong: offset %u is 0x%02x; expected 0x%02x, with which everything "
                  "decodes",
                  wrong, wrong == 1 ? "" : "s", wrong == 1 ? "is" : "are", first, w->data[first], head->bytes[first]);
    }
}

bool a3d_find_head(a3d_whole *w, const a3d_format *format)
{
    a3d_head heads[A3D_HEADS];
    bool free = w->format == NULL || w->format == format; /* nothing says that the file is of another format */
    size_t n = format->heads != NULL ? format->heads(w->data, w->size, heads)
                                     : heads_by_magic(format, free, w->data, w->size, heads);
    size_t least = SIZE_MAX;
    w->undone = NULL;
    a3d_allow_trials(w, ALLOWANCE + 2 * (uint64_t)w->size);
    for (size_t i = 0; i < n; i++) {
        size_t size;
        const uint8_t *file = with_head(w->arena, w->data, w->size, &heads[i], &size);
        const a3d_tried tried = file != NULL ? a3d_try_file(w, file, size) : (a3d_tried){.errors = SIZE_MAX};
        if (tried.sound && tried.errors == 0 && tried.format == format && tried.findings < least) {
            least = tried.findings;
            w->undone = file;
            w->undone_size = size;
            (heads[i].what != NULL ? put_number : put_bytes)(w, &heads[i]);
        } else {
            a3d_block_resize(w->arena, (void *)(uintptr_t)file, 0);
        }
    }
    a3d_allow_trials(w, 0);
    return w->undone != NULL;
}

/* ---- the version ---- */

/* The magic and the version after it. LARGE: nothing in the file speaks for a lost head, so larger files are not copied
 * only to try one. */
enum { MAGIC = 4, HEAD = 8, LARGE = 64 << 20 };

/* Whether a file of this format begins with a magic and a version, of which only these last bytes may be there. */
static bool may_begin_with(const a3d_format *format, const uint8_t *rest, unsigned size)
{
    static const uint8_t zeros[HEAD] = {0}; /* the upper bytes of a version */
    const a3d_row *rows = format->root->rows;
    return rows[0].domain.kind == A3D_BYTES && rows[0].domain.lo == MAGIC &&
           rows[1].publish == A3D_VAR_VERSION + 1 && !format->big_endian && memcmp(rest, zeros, size) == 0;
}

/* Tries all versions in a file that has room for its head. Returns how many fit; the file has the last of these. */
static unsigned try_versions(a3d_whole *w, const a3d_format *format, uint8_t *file, size_t size)
{
    uint64_t right = 0;
    unsigned n = 0;
    memcpy(file, format->root->rows[0].domain.bytes, MAGIC);
    for (const a3d_version *v = format->versions; v->text != NULL; v++) {
        if (n > 0 && v->number == right)
            continue;
        a3d_store(file + MAGIC, HEAD - MAGIC, v->number, false);
        w->tries = 0; /* the steps are bounded, and most versions fail early */
        const a3d_tried tried = a3d_try_file(w, file, size);
        if (!tried.sound || tried.errors > 0 || tried.format != format)
            continue;
        right = v->number;
        n++;
    }
    a3d_store(file + MAGIC, HEAD - MAGIC, right, false);
    return n;
}

/* The file with a magic and a version in the place of its first bytes, if one version fits. Returns how many fit. */
static unsigned replace_head(a3d_whole *w, const a3d_format *format, unsigned replaced)
{
    size_t size = w->size - replaced + HEAD;
    uint8_t *file = a3d_block_resize(w->arena, NULL, size);
    if (file == NULL)
        return 0;
    memcpy(file + HEAD, w->data + replaced, w->size - replaced);
    unsigned n = try_versions(w, format, file, size);
    w->undone = n == 1 ? file : a3d_block_resize(w->arena, file, 0);
    w->undone_size = n == 1 ? size : 0;
    return n;
}

/* Puts a magic and a version back of which more than the magic is lost or was overwritten with zeros. */
static bool find_lost_head(a3d_whole *w, const a3d_format *format)
{
    static const unsigned replaced[] = {0, 1, 2, 3, HEAD};
    unsigned n = 0, lost = 0;
    a3d_allow_trials(w, ALLOWANCE + 2 * (uint64_t)w->size);
    for (unsigned i = 0; i < sizeof replaced / sizeof *replaced && n == 0 && w->size >= PROOF; i++) {
        lost = HEAD - replaced[i];
        if (may_begin_with(format, w->data, replaced[i]))
            n = replace_head(w, format, replaced[i]);
    }
    a3d_allow_trials(w, 0);
    w->off = 0;
    w->size_shown = lost == 0 ? HEAD : 0;
    const char *more = n > 1 ? ", but as more than one version" : "";
    if (n > 0 && lost == 0)
        return a3d_found(w, A3D_FILE_HEAD_DAMAGED,
                         "the first %d bytes of the file are zeros; with a magic and a version the file decodes "
                         "without an error%s",
                         HEAD, more);
    return n > 0 &&
           a3d_found(w, A3D_FILE_HEAD_LOST,
                     "the first %u bytes of the file are missing; with them the file decodes without an error%s", lost,
                     more);
}

static bool is_reported(const a3d_doc *doc, uint32_t node)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].place.node == node && doc->findings[i].severity == A3D_ERROR)
            return true;
    return false;
}

static bool differ_in_one_bit(uint64_t a, uint64_t b)
{
    uint64_t change = a ^ b;
    return change != 0 && (change & (change - 1)) == 0;
}

/* Versions that are tried in a copy of the file. */
typedef struct versions {
    a3d_whole *w;
    uint8_t *file;
    const a3d_node *field;
    bool unanswered; /* a trial did not end, since it takes too long */
} versions;

/* Whether the file decodes without an error as another version. */
static bool fits_version(versions *s, uint64_t number)
{
    a3d_whole *w = s->w;
    a3d_store(s->file + s->field->off, a3d_width(a3d_shape_of(s->field)->type), number, w->format->big_endian);
    w->tries = 0; /* the steps are bounded, and most versions fail early */
    const a3d_tried tried = a3d_try_file(w, s->file, w->size);
    s->unanswered |= tried.limited;
    return tried.sound && tried.errors == 0 && tried.format == w->format;
}

/* A version that fits and is not `known`, which is returned if no other does. near: only those that differ in one bit
 * from the field; else only the rest. */
static uint64_t other_version(versions *s, uint64_t known, bool near)
{
    uint64_t is = s->field->v.u;
    for (const a3d_version *v = s->w->format->versions; v->text != NULL; v++)
        if (v->number != known && v->number != is && differ_in_one_bit(v->number, is) == near &&
            fits_version(s, v->number))
            return v->number;
    return known;
}

/* Reports that one version fits, and perhaps another. */
static bool put_version(versions *s, uint64_t right, uint64_t other)
{
    a3d_whole *w = s->w;
    unsigned width = a3d_width(a3d_shape_of(s->field)->type);
    unsigned long long is = s->field->v.u, least = right < other ? right : other, most = right < other ? other : right;
    bool only = other == right && !s->unanswered;
    a3d_store(s->file + s->field->off, width, right, w->format->big_endian);
    w->undone = only ? s->file : a3d_block_resize(w->arena, s->file, 0);
    w->undone_size = only ? w->size : 0;
    w->off = s->field->off;
    w->size_shown = width;
    if (other != right)
        return a3d_found(w, A3D_FILE_HEAD_DAMAGED,
                         "version is %llu; as version %llu or %llu the file decodes without an error", is, least, most);
    return a3d_found(w, A3D_FILE_HEAD_DAMAGED,
                     "version is %llu; expected %llu, %s", is, least,
                     only ? "the only one with which the file decodes"
                          : "with which the file decodes; not all versions could be tried");
}

/* Looks for a version as which the file decodes: one that differs in one bit, or with `far` any other. */
static bool find_version(a3d_whole *w, bool far)
{
    uint32_t node = a3d_publisher(w->doc, A3D_VAR_VERSION);
    const a3d_node *field = node != A3D_NO_NODE ? a3d_at(w->doc, node) : NULL;
    if (field == NULL || field->stream != 0 || a3d_shape_of(field)->kind != A3D_SCALAR || is_reported(w->doc, node))
        return false;
    versions s = {.w = w, .file = a3d_block_resize(w->arena, NULL, w->size), .field = field};
    if (s.file == NULL)
        return false;
    memcpy(s.file, w->data, w->size);
    uint64_t left = w->doc->work_limit > w->doc->steps ? w->doc->work_limit - w->doc->steps : 0;
    a3d_allow_trials(w, far ? left / 2 + 1 : 0);
    uint64_t right = other_version(&s, field->v.u, !far), other = right;
    if (right == field->v.u) {
        a3d_allow_trials(w, 0);
        a3d_block_resize(w->arena, s.file, 0);
        return false;
    }
    a3d_allow_trials(w, left / 2 + 1); /* so that all others can be tried */
    for (unsigned near = 2; near-- > 0 && other == right;)
        other = other_version(&s, right, near == 1);
    a3d_allow_trials(w, 0);
    return put_version(&s, right, other);
}

bool a3d_find_version(a3d_whole *w)
{
    return w->doc->faulty && find_version(w, false);
}

bool a3d_find_far_version(a3d_whole *w)
{
    uint32_t node = a3d_publisher(w->doc, A3D_VAR_VERSION);
    for (size_t i = 0; i < w->doc->n_findings; i++) {
        const a3d_finding *f = &w->doc->findings[i];
        if (a3d_has_structural_suspect(f) && (f->n_suspects > 1 || f->suspects[0].place.node != node))
            return false;
    }
    return w->doc->faulty && find_version(w, true);
}

bool a3d_find_any_head(a3d_whole *w)
{
    bool found = false;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL && !found; f++) {
        w->tries = 0; /* each format has as many, and so has what comes next */
        found = a3d_find_head(w, *f);
        w->format = found ? *f : w->format;
    }
    w->tries = 0;
    return found;
}

bool a3d_find_lost_version(a3d_whole *w)
{
    if (w->size > LARGE)
        return false;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        if (!find_lost_head(w, *f))
            continue;
        w->format = *f;
        return true;
    }
    return false;
}
