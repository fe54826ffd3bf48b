/* proof.c - see proof.h */
#include "lint/proof.h"
#include "base/bytes.h"
#include "engine/check/links.h"
#include "engine/decode/decode.h"
#include "engine/document/findings.h"
#include "engine/fix/fix.h"
#include "lint/overwritten.h"
#include "lint/retry.h"
#include "lint/versions.h"
#include "lint/whole_file.h"

#include <string.h>

/* MOST_TRIALS: of different findings. SHIFT: so many bytes are not put into a text or left out of it unseen.
 * BLANK: so many zeros in a row may be the damage, when they are at most NEAR bytes before the fault. REACH: one damage
 * may reach so far. */
enum { MOST_TRIALS = 4, SHIFT = 64, BLANK = 12, NEAR = 1024, END = 16, LEAST = 64, REACH = 64 };

/* ---- what the trial shows ---- */

/* Whether a place comes before that of the suspect, so that it has nothing to do with it. */
static bool comes_before(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s)
{
    if (f->stream == s->stream)
        return f->off < s->off;
    return a3d_file_offset(doc, f->stream, f->off) < a3d_file_offset(doc, s->stream, s->off);
}

static bool holds_from_there_on(const a3d_result *after, const a3d_suspect *s)
{
    bool good = after->more[A3D_ERROR] == 0 && s->stream < after->doc->n_streams;
    for (size_t i = 0; good && i < after->doc->n_findings; i++) {
        const a3d_finding *f = &after->doc->findings[i];
        good = f->severity < A3D_ERROR || comes_before(after->doc, f, s);
    }
    return good;
}

/* Whether an error that is left puts the suspect in doubt: one about a size or an address, as bytes cause that are
 * missing or were inserted, or one so near before the suspect that the same damage may reach it. */
static bool is_in_doubt(const a3d_doc *after, const a3d_suspect *s)
{
    for (size_t i = 0; i < after->n_findings; i++) {
        const a3d_finding *f = &after->findings[i];
        bool near = f->stream == s->stream && s->off - f->off < REACH;
        if (f->severity == A3D_ERROR && (near || (!f->later && a3d_is_of_size(f->rule->fault))))
            return true;
    }
    return false;
}

static bool lowers_count(const a3d_doc *doc, const a3d_suspect *s)
{
    bool big = doc->format->big_endian;
    return strcmp(s->place.suffix, ".$count") == 0 &&
           a3d_load(s->bytes, s->size, big) < a3d_load(doc->streams[s->stream].data + s->off, s->size, big);
}

/* Whether a reference from the suspect on refers to nothing, or any when the suspect leaves out elements. Then elements
 * were lost, or the number was not written as a reference. Few sound files have such references. */
static bool loses_targets(const a3d_doc *doc, const a3d_doc *after, const a3d_suspect *s)
{
    bool lowers = lowers_count(doc, s);
    for (size_t i = 0; i < after->n_findings; i++) {
        const a3d_finding *f = &after->findings[i];
        if (f->severity >= A3D_WARNING && (lowers || !comes_before(after, f, s)) && a3d_is_dangling(after, f))
            return true;
    }
    return false;
}

static unsigned count_wrong_sums(const a3d_doc *doc)
{
    unsigned n = 0;
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        n += fault == A3D_FAULT_CHECKSUM || fault == A3D_FAULT_PACKED_CHECKSUM;
    }
    return n;
}

/* Whether the error says which values its number may have, and a checksum that was wrong agrees with one of them: that
 * one is right, whatever else is wrong. */
static bool is_said_twice(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s, const a3d_doc *after)
{
    return f->place.node == s->place.node && f->min.kind == A3D_Q_INT && f->rule->fault != A3D_FAULT_CHECKSUM &&
           count_wrong_sums(after) < count_wrong_sums(doc);
}

static bool has_wrong_packing(const a3d_doc *doc, uint32_t stream)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        if (fault >= A3D_FAULT_ZLIB_HEADER && fault <= A3D_FAULT_PACKED_TRAILING &&
            doc->findings[i].place.node == doc->streams[stream].owner)
            return true;
    }
    return false;
}

/* Whether there is a run of zeros between two offsets, or one that begins or ends there. */
static bool has_zeros(const a3d_stream *stream, uint32_t from, uint32_t end)
{
    uint32_t run = 0;
    from = from > BLANK ? from - BLANK : 0;
    for (; from < stream->size && from < end + BLANK && run < BLANK; from++)
        run = stream->data[from] == 0 ? run + 1 : 0;
    return run >= BLANK;
}

/* Whether a run of zeros ends inside a number, as if written over what is before it. */
static bool ends_blank(const a3d_stream *stream, const a3d_suspect *s)
{
    uint32_t run = 0, zeros = 0;
    while (run < BLANK && run <= s->off && stream->data[s->off - run] == 0)
        run++;
    while (zeros < s->size && stream->data[s->off + zeros] == 0)
        zeros++;
    return run == BLANK && zeros < s->size;
}

/* Whether zeros may have been written over the suspect, or over what follows it up to the fault. */
static bool is_blank(const a3d_doc *doc, const a3d_suspect *s, uint32_t fault)
{
    const a3d_stream *stream = &doc->streams[s->stream];
    uint32_t from = fault > NEAR + s->off ? fault - NEAR : s->off;
    if (fault == s->off)
        return ends_blank(stream, s);
    if (a3d_is_version(doc, s)) /* the whole file depends on it, not what follows it up to the fault */
        return a3d_load(stream->data + s->off, s->size, false) == 0 && has_zeros(stream, s->off, s->off);
    return fault > s->off && (has_zeros(stream, s->off, s->off) || has_zeros(stream, from, fault));
}

/* The size of what a number counts: bytes, or plain elements of an array. 0: it counts records, or nothing. */
static uint32_t unit_of(const a3d_doc *doc, const a3d_suspect *s)
{
    const a3d_node *node = a3d_at(doc, s->place.node);
    const a3d_shape *shape = a3d_shape_of(node);
    if (s->bit != A3D_NO_BIT)
        return 0;
    if (node->row->derive.kind == A3D_SPAN || s->place.suffix[0] == '[')
        return 1;
    return shape->kind == A3D_ARRAY ? a3d_width(shape->type) : 0;
}

/* Whether a count, length or address is off by so little that bytes put in or left out would look the same, or so
 * little follows that it decodes by chance. */
static bool may_be_shift(const a3d_doc *doc, const a3d_suspect *s)
{
    uint64_t size = doc->streams[s->stream].size;
    uint64_t is = a3d_load(doc->streams[s->stream].data + s->off, s->size, doc->format->big_endian);
    uint64_t other = a3d_load(s->bytes, s->size, doc->format->big_endian);
    uint32_t unit = unit_of(doc, s);
    bool last = s->place.suffix[0] != '[' && unit > 0 && s->off + other * unit + END > size;
    return unit > 0 && (last || (is > other ? is - other : other - is) < SHIFT / unit);
}

/* Whether bytes as many as the elements that a count lacks repeat those before them: then they were put in. */
static bool is_repeated(const a3d_doc *doc, const a3d_suspect *s)
{
    const a3d_stream *stream = &doc->streams[s->stream];
    uint64_t is = a3d_load(stream->data + s->off, s->size, doc->format->big_endian);
    uint64_t other = a3d_load(s->bytes, s->size, doc->format->big_endian), n = (other - is) * unit_of(doc, s), run = 0;
    uint64_t end = s->off + s->size + other * unit_of(doc, s);
    if (other <= is || n == 0 || other - is > stream->size || end > stream->size)
        return false;
    for (uint64_t i = s->off > n ? s->off - n : 0; i + n < end && run < n; i++)
        run = stream->data[i] == stream->data[i + n] ? run + 1 : 0;
    return run >= n;
}

/* Whether a few bytes are left over that a bit or byte of the null mask, another version, or a number shortly before
 * them turns into content: any other bytes would do as well. */
static bool fills_end(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s)
{
    enum { FEW = 16 };
    bool whole = s->place.node == doc->mask.node || s->bit != A3D_NO_BIT ||
                 (a3d_is_version(doc, s) && a3d_count_errors(doc) == 1);
    bool near = whole || (f->stream == s->stream && f->off - s->off < SHIFT);
    return f->rule->fault == A3D_FAULT_TRAILING && near && f->size <= FEW;
}

static int64_t number(const a3d_quantity *q)
{
    return q->kind == A3D_Q_UINT ? (int64_t)q->u : q->i;
}

/* Whether the only error is a number that a change of one of its own bytes brings into its range, or two neighbors that
 * one number written over both may have spoiled. Then nothing shows that the damage is elsewhere. */
static bool may_be_itself(const a3d_result *before, const a3d_finding *f, const a3d_suspect *s)
{
    const uint8_t *data = before->doc->streams[f->stream].data + f->off;
    bool elsewhere = f->stream != s->stream || s->off - f->off >= f->size;
    uint8_t bytes[8] = {0};
    if (before->counts[A3D_ERROR] + before->more[A3D_ERROR] != 1 || f->count > 2 || !elsewhere ||
        f->rule->fault != A3D_FAULT_NONE || f->min.kind == A3D_Q_NONE || f->max.kind == A3D_Q_NONE ||
        f->size > sizeof bytes)
        return false;
    if (f->count == 2)
        return true;
    memcpy(bytes, data, f->size);
    for (unsigned i = 0; i < 256 * f->size; i++) {
        bytes[i / 256] = (uint8_t)i;
        int64_t value = (int64_t)a3d_load(bytes, f->size, before->doc->format->big_endian);
        if (value >= number(&f->min) && value <= number(&f->max))
            return true;
        bytes[i / 256] = data[i / 256];
    }
    return false;
}

/* Whether an error is left in the bytes of a checksum that agrees with the suspect. Then a number there was overwritten
 * as well, and the checksum agrees by chance: after two or three wrong bytes it does with some other byte. */
static bool is_left_in_sum(const a3d_doc *after, const a3d_suspect *s)
{
    uint32_t sum = s->place.node < after->n_nodes ? a3d_right_sum_over(after, s->place.node) : A3D_NO_NODE;
    if (sum == A3D_NO_NODE)
        return false;
    const a3d_node *field = a3d_at(after, sum);
    uint32_t from = a3d_at(after, a3d_field(after, field->parent, 0))->off;
    for (size_t i = 0; i < after->n_findings; i++) {
        const a3d_finding *f = &after->findings[i];
        if (f->severity == A3D_ERROR && f->stream == field->stream && f->off >= from && f->off < field->off)
            return true;
    }
    return false;
}

/* Whether a finding is there without its cause, and says something else of the value that is in its place. */
static bool is_said_otherwise(const a3d_finding *was, const a3d_doc *after)
{
    for (size_t i = 0; i < after->n_findings; i++) {
        const a3d_finding *f = &after->findings[i];
        if (f->rule == was->rule && f->stream == was->stream && f->off == was->off && !f->wordless && !was->wordless &&
            strcmp(f->message, was->message) != 0)
            return true;
    }
    return false;
}

/* Whether something that followed from an error follows from the value in its place as well: that one is not right. */
static bool is_consequence_left(const a3d_doc *doc, const a3d_finding *f, const a3d_doc *after)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *was = &doc->findings[i];
        if (was->cause == (uint32_t)(f - doc->findings) && was->severity >= A3D_WARNING &&
            is_said_otherwise(was, after))
            return true;
    }
    return false;
}

static bool is_proven(const a3d_retry *t, const a3d_finding *f, const a3d_suspect *s, const a3d_result *after)
{
    const a3d_doc *doc = t->before->doc;
    if (after == NULL || after->counts[A3D_ERROR] >= t->before->counts[A3D_ERROR] + t->before->more[A3D_ERROR])
        return false;
    if (is_said_twice(doc, f, s, after->doc))
        return !a3d_is_of_many(f) || !(is_left_in_sum(after->doc, s) || is_consequence_left(doc, f, after->doc));
    if (!holds_from_there_on(after, s) || is_left_in_sum(after->doc, s))
        return false;
    const a3d_stream *stream = &doc->streams[s->stream];
    if (has_wrong_packing(doc, s->stream)) /* packing the changed content anew hides whether its checksum agrees */
        return false;
    bool enough = stream->size >= LEAST && !fills_end(doc, f, s) && !is_repeated(doc, s) &&
                  !may_be_itself(t->before, f, s) && !a3d_is_overwritten(doc, s) && !a3d_swallows(doc, f, s) &&
                  !a3d_splits_text(doc, after->doc, s) && !a3d_takes_controls(after->doc, s) &&
                  !a3d_is_over_long(doc, s) && !a3d_is_scattered(doc, s) && !a3d_is_inside_text(doc, s) &&
                  !loses_targets(doc, after->doc, s) && !is_in_doubt(after->doc, s);
    return t->vouched || (count_wrong_sums(doc) > 0 && count_wrong_sums(after->doc) == 0) ||
           (enough && s->bit != A3D_NO_BIT) ||
           (enough && !((f->stream == s->stream && is_blank(doc, s, f->off)) || may_be_shift(doc, s)));
}

/* Whether a suspect is of a block, or a byte of its packed data, which has no checksum. */
static bool is_of_block(const a3d_doc *doc, const a3d_suspect *s)
{
    return s->bit == A3D_NO_BIT && a3d_shape_of(a3d_at(doc, s->place.node))->pack == A3D_PACK_BLOCK;
}

/* Whether a byte is one of a few equal ones, as if one number was written over all of them. */
static bool is_in_run(const a3d_stream *stream, uint32_t off)
{
    enum { FEW = 3 };
    const uint8_t *p = stream->data;
    uint32_t from = off, end = off + 1;
    while (from > 0 && p[from - 1] == p[off])
        from--;
    while (end < stream->size && p[end] == p[off])
        end++;
    return end - from >= FEW;
}

/* Whether a block may be readable by chance: with the suspect, values break rules that the file did not break, even
 * those of notes, or other bytes beside it are damaged, too. */
static bool may_be_chance(a3d_retry *t, const a3d_suspect *s, const a3d_doc *after)
{
    const a3d_doc *doc = t->before->doc;
    bool more = s->place.suffix[0] == '\0' && is_in_run(&doc->streams[s->stream], s->off);
    a3d_tally_take(&t->is, after);
    for (unsigned i = 0; i < t->is.n_rules && !more; i++)
        more = t->is.places[i] > t->was.places[i];
    return more;
}

static void try_suspect(a3d_retry *t, a3d_finding *f)
{
    bool others = a3d_list_versions(t, f);
    a3d_suspect *s = a3d_own_suspects(f);
    s->unsure |= others;
    const a3d_result *after = a3d_check_repaired(t, s);
    s->proven = !s->unsure && is_proven(t, f, s, after);
    s->content = s->proven && is_of_block(t->before->doc, s) && may_be_chance(t, s, after->doc);
    s->proven &= !s->content;
    s->left = s->proven ? (uint32_t)after->counts[A3D_ERROR] : 0;
}

/* A cause that is only possible is not what should probably be. */
static void hedge(a3d_doc *doc, a3d_finding *f)
{
    static const char probably[] = "should probably ", perhaps[] = "should perhaps ";
    for (unsigned i = 0; i < f->n_suspects && !a3d_has_proven_cause(f); i++) {
        a3d_suspect *s = &a3d_own_suspects(f)[i];
        const char *at = s->message != NULL ? strstr(s->message, probably) : NULL;
        a3d_text text;
        a3d_text_init(&text, doc->arena);
        if (at == NULL)
            continue;
        a3d_put(&text, s->message, (size_t)(at - s->message));
        a3d_puts(&text, perhaps);
        a3d_puts(&text, at + sizeof probably - 1);
        const char *hedged = text.failed ? NULL : a3d_arena_text(doc->arena, text.data, text.size);
        s->message = hedged != NULL ? hedged : s->message;
        a3d_text_free(&text);
    }
}

static void hedge_all(a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        hedge(doc, &doc->findings[i]);
}

static bool has_one(const a3d_finding *f)
{
    return f->n_suspects == 1 && a3d_has_structural_suspect(f);
}

static void prove(a3d_result *result, const a3d_options *options)
{
    a3d_doc *doc = result->doc;
    a3d_retry t;
    size_t i = 0, trials = 0;
    while (i < doc->n_findings && doc->findings[i].n_suspects == 0)
        i++;
    if (i == doc->n_findings || options->limits.unsearched || !a3d_is_complete(result) ||
        doc->work_limit <= doc->steps)
        return;
    if (a3d_retry_begin(&t, result, options)) {
        a3d_choose_version(&t);
        for (i = 0; i < doc->n_findings && trials < MOST_TRIALS; i++)
            if (has_one(&doc->findings[i]) && ++trials > 0)
                try_suspect(&t, &doc->findings[i]);
    }
    a3d_retry_end(&t);
    doc->steps += t.steps;
    result->steps = doc->steps;
}

void a3d_prove_causes(a3d_result *result, const a3d_options *options)
{
    prove(result, options);
    hedge_all(result->doc);
}
