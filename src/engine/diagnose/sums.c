/* sums.c - the bytes that a wrong checksum points to; see search.h
 *
 * If one byte of what an Adler-32 covers was changed, the difference of the stored and the computed sum says where and
 * by how much. If a field was changed as a whole and an error says which values it may have, the sum agrees with one of
 * them. The bytes of all wrong sums are changed back together. They are the damage if the file then decodes with fewer
 * errors, whatever was packed, misread or left unread before. But if nothing else is wrong, the sum alone speaks for
 * them: where a few bytes were changed, it points to one more byte in a fifth of all cases. */
#include "codec/codec.h"
#include "engine/diagnose/search.h"
#include "engine/diagnose/suspect.h"
#include "engine/document/findings.h"
#include "engine/document/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SUMS = 8 };

/* A wrong checksum, the bytes of the file that it covers, and those that were changed. */
typedef struct sum {
    uint32_t field, from, to;
    uint32_t at, size;
    int by;                  /* how much must be added to a single byte; 0: a number is wrong, */
    int64_t value;           /* which should be this, */
    uint8_t bytes[8];        /* or these bytes, */
    const a3d_finding *said; /* as this error says */
} sum;

static bool is_sum(const a3d_doc *doc, const a3d_finding *f)
{
    return f->rule->fault == A3D_FAULT_CHECKSUM && f->stream == 0 && f->place.node != A3D_NO_NODE &&
           a3d_at(doc, f->place.node)->row->derive.kind == A3D_ADLER32;
}

/* Moves the place of a sum back to where the byte can have changed by so much. */
static bool place_byte(const a3d_doc *doc, sum *m)
{
    const uint8_t *p = doc->streams[0].data;
    while (p[m->at] + m->by < 0 || p[m->at] + m->by > UINT8_MAX) {
        if (m->at - m->from < A3D_ADLER32_MODULUS)
            return false;
        m->at -= A3D_ADLER32_MODULUS;
    }
    return true;
}

static bool next_place(const a3d_doc *doc, sum *m)
{
    if (m->by == 0 || m->at - m->from < A3D_ADLER32_MODULUS)
        return false;
    m->at -= A3D_ADLER32_MODULUS;
    return place_byte(doc, m);
}

/* Whether one byte explains a wrong sum; then it is set. */
static bool is_of_byte(const a3d_doc *doc, uint32_t expected, sum *m)
{
    size_t at;
    if (!a3d_adler32_change(expected, (uint32_t)a3d_at(doc, m->field)->v.u, m->to - m->from, &at, &m->by))
        return false;
    m->at = m->from + (uint32_t)at;
    m->size = 1;
    return place_byte(doc, m);
}

/* The sum that a finding says is wrong. */
static sum sum_of(const a3d_doc *doc, const a3d_finding *f)
{
    const a3d_node *field = a3d_at(doc, f->place.node);
    return (sum){
        .field = f->place.node, .from = a3d_at(doc, a3d_field(doc, field->parent, 0))->off, .to = field->off};
}

/* Whether a sum covers a number in the file and agrees with just one value of it from low to high; then its bytes are
 * set. */
static bool agrees_with(const a3d_doc *doc, uint32_t off, uint32_t size, int64_t low, int64_t high, sum *m)
{
    const uint8_t *p = doc->streams[0].data, none[sizeof m->bytes] = {0};
    uint8_t bytes[sizeof m->bytes];
    unsigned found = 0;
    if (size == 0 || size > sizeof bytes || off < m->from || off + size > m->to)
        return false;
    uint32_t wanted = (uint32_t)a3d_at(doc, m->field)->v.u;
    uint32_t without = a3d_adler32(a3d_adler32(1, p + m->from, off - m->from), none, size);
    without = a3d_adler32(without, p + off + size, m->to - off - size);
    for (int64_t value = low; value <= high && found < 2; value++) {
        uint64_t first = without & 0xffff, second = without >> 16;
        a3d_store(bytes, size, (uint64_t)value, doc->format->big_endian);
        for (uint32_t k = 0; k < size; k++) {
            first += bytes[k];
            second += (uint64_t)bytes[k] * (m->to - off - k);
        }
        if (second % A3D_ADLER32_MODULUS == wanted >> 16 && first % A3D_ADLER32_MODULUS == (wanted & 0xffff) &&
            ++found == 1) {
            memcpy(m->bytes, bytes, sizeof bytes);
            m->value = value;
        }
    }
    m->at = off;
    m->size = size;
    return found == 1;
}

bool a3d_has_sum_for(const a3d_doc *doc, uint32_t field, int64_t value)
{
    const a3d_node *node = a3d_at(doc, field);
    for (size_t i = 0; i < doc->n_findings; i++) {
        if (!is_sum(doc, &doc->findings[i]))
            continue;
        sum m = sum_of(doc, &doc->findings[i]);
        if (node->stream == 0 && agrees_with(doc, node->off, node->size, value, value, &m))
            return true;
    }
    return false;
}

/* Leaves out the first and last bytes that stay as they are. */
static void keep_changed(const uint8_t *p, sum *m)
{
    uint32_t first = 0;
    while (m->size > 1 && p[m->at + m->size - 1] == m->bytes[m->size - 1])
        m->size--;
    while (first + 1 < m->size && p[m->at + first] == m->bytes[first])
        first++;
    memmove(m->bytes, m->bytes + first, m->size - first);
    m->at += first;
    m->size -= first;
}

/* The values that an error allows. If these are more than two bytes can hold, 65,025 more than a value agrees with the
 * same sum (its bytes change by 1, -2 and 1), so only one below 512 may be the only one. */
static bool values_of(const a3d_finding *f, int64_t *low, int64_t *high)
{
    enum { ALONE = 512 };
    if (f->severity != A3D_ERROR || f->stream != 0 || f->rule->fault == A3D_FAULT_CHECKSUM ||
        f->min.kind != A3D_Q_INT || (f->max.kind != A3D_Q_INT && f->max.kind != A3D_Q_NONE))
        return false;
    *low = f->min.i;
    *high = f->max.kind == A3D_Q_NONE ? *low : f->max.i;
    if ((uint64_t)*high - (uint64_t)*low <= UINT16_MAX)
        return true;
    *high = ALONE - 1;
    return *low >= 0 && *low <= *high;
}

/* Whether the sum agrees with one of the values that an error allows a field; then that is set. */
static bool is_of_field(a3d_search *s, const a3d_finding *f, sum *m)
{
    enum { BYTES_A_STEP = 64, VALUES_A_STEP = 4 };
    int64_t low, high;
    if (!values_of(f, &low, &high))
        return false;
    uint64_t cost = (m->to - m->from) / BYTES_A_STEP + (uint64_t)(high - low) / VALUES_A_STEP;
    if (s->budget < cost)
        return false;
    s->budget -= cost;
    if (!agrees_with(s->doc, f->off, f->size, low, high, m))
        return false;
    m->said = f;
    keep_changed(s->doc->streams[0].data, m);
    return true;
}

/* Tries the fields of a few errors: the sum agrees with none when several fields are wrong. */
static bool is_of_some_field(a3d_search *s, sum *m)
{
    enum { FEW = 16 };
    unsigned tried = 0;
    for (size_t i = 0; i < s->doc->n_findings && tried < FEW; i++) {
        const a3d_finding *f = &s->doc->findings[i];
        tried += f->severity == A3D_ERROR && f->stream == 0 && f->off >= m->from && f->off < m->to;
        if (is_of_field(s, f, m))
            return true;
    }
    return false;
}

/* Lists the wrong checksums that one byte or one field each explains. */
static unsigned collect_sums(a3d_search *s, sum sums[MOST_SUMS])
{
    const a3d_doc *doc = s->doc;
    unsigned n = 0;
    for (size_t i = 0; i < doc->n_findings && n < MOST_SUMS; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (!is_sum(doc, f))
            continue;
        sum m = sum_of(doc, f);
        if (is_of_some_field(s, &m) || is_of_byte(doc, (uint32_t)f->min.i, &m))
            sums[n++] = m;
    }
    return n;
}

/* Puts what should be there in place. */
static void change_back(uint8_t *p, const sum *m)
{
    if (m->by != 0)
        p[m->at] = (uint8_t)(p[m->at] + m->by);
    else
        memcpy(p + m->at, m->bytes, m->size);
}

/* Whether the file decodes with fewer errors when the bytes are changed back. */
static bool decodes_with(a3d_search *s, const sum *sums, unsigned n)
{
    unsigned score;
    const a3d_attempt r = {.off = sums[0].at, .size = sums[0].size, .bit = A3D_NO_BIT};
    memcpy(s->copy, s->doc->streams[0].data, s->doc->streams[0].size);
    for (unsigned i = 0; i < n; i++)
        change_back(s->copy, &sums[i]);
    return a3d_decodes(s, &r, &score) && s->ctx.reported_errors < s->errors;
}

/* Tries all places of the first byte. */
static bool try_sums(a3d_search *s, sum *sums, unsigned n)
{
    const a3d_doc *doc = s->doc;
    bool found = false;
    a3d_arena_init_below(&s->arena, doc->arena);
    s->copy = a3d_block_resize(&s->arena, NULL, (size_t)doc->streams[0].size + 8);
    const a3d_limits limits = a3d_trial_limits(doc);
    if (s->copy != NULL &&
        a3d_begin(&s->ctx, &s->arena, doc->format, s->copy, doc->streams[0].size, &limits) == A3D_OK) {
        a3d_publish_before(s);
        s->ctx.quiet = s->ctx.strict = true;
        s->ctx.own_work_limit = false;
        s->clean = a3d_mark_now(&s->ctx);
        s->ctx.doc->work_limit = UINT64_MAX; /* until a trial sets one */
        do
            found = s->budget > 0 && decodes_with(s, sums, n);
        while (!found && s->budget > 0 && next_place(doc, &sums[0]));
    }
    a3d_arena_free(&s->arena);
    return found;
}

/* The innermost node of the file that contains a byte, other than bytes that no field owns. */
static uint32_t node_at(const a3d_doc *doc, uint32_t at)
{
    uint32_t best = doc->root;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state == A3D_PRESENT && node->row != &a3d_row_slack && node->row != &a3d_row_gap &&
            node->stream == 0 && at >= node->off && at - node->off < node->size &&
            (node->size <= a3d_at(doc, best)->size || best == doc->root))
            best = i;
    }
    return best;
}

/* The value of a number with one byte of it changed back. */
static int64_t value_with(const a3d_doc *doc, const a3d_node *node, const a3d_suspect *suspect)
{
    uint8_t bytes[8];
    memcpy(bytes, doc->streams[0].data + node->off, node->size);
    bytes[suspect->off - node->off] = suspect->bytes[0];
    return a3d_load_type(bytes, a3d_shape_of(node)->type, doc->format->big_endian);
}

/* "byte 3 of PATH should be 0x12" */
static void put_byte(a3d_doc *doc, const sum *m, const a3d_suspect *suspect, const char *verb, a3d_text *out)
{
    a3d_printf(out, "byte %" PRIu32 " of ", m->at - a3d_at(doc, suspect->place.node)->off);
    size_t before = out->size;
    a3d_put_path(out, doc, suspect->place.node);
    if (out->size == before)
        a3d_puts(out, "the file");
    a3d_printf(out, " %s 0x%02x", verb, suspect->bytes[0]);
}

/* Says what should be there: a number, or the byte of anything else. False when memory ran out. */
static bool describe(a3d_doc *doc, const sum *m, a3d_suspect *suspect)
{
    const char *verb = suspect->unsure ? "was" : "should probably be";
    const a3d_node *node = a3d_at(doc, suspect->place.node);
    const a3d_shape *shape = a3d_shape_of(node);
    bool number = m->by == 0 || (shape->kind == A3D_SCALAR && shape->type != A3D_F32);
    char value[24];
    a3d_text text;
    a3d_text_init(&text, doc->arena);
    a3d_puts(&text, suspect->unsure ? "if only one byte was changed, " : "");
    if (number) {
        snprintf(value, sizeof value, "%lld", (long long)(m->by == 0 ? m->value : value_with(doc, node, suspect)));
        a3d_printf(&text, "%s%s %s %s", a3d_row_name(node->row), suspect->place.suffix, verb, value);
    } else {
        snprintf(value, sizeof value, "hex:%02x", suspect->bytes[0]);
        put_byte(doc, m, suspect, verb, &text);
    }
    a3d_printf(&text, "; %s then agrees", a3d_row_name(a3d_at(doc, m->field)->row));
    suspect->repair = a3d_arena_text(doc->arena, value, strlen(value));
    suspect->message = text.failed ? NULL : a3d_arena_text(doc->arena, text.data, text.size);
    a3d_text_free(&text);
    return suspect->repair != NULL && suspect->message != NULL;
}

/* Attaches the byte to the first error in what the sum covers, as its only suspect. */
static void attach(a3d_doc *doc, const sum *m, bool unsure)
{
    uint32_t root = a3d_lead_bytes(doc, m->from, m->to + A3D_ADLER32_SIZE, m->at);
    a3d_suspect *suspect = a3d_arena_alloc(doc->arena, sizeof *suspect);
    if (root == A3D_NO_CAUSE || suspect == NULL)
        return;
    *suspect = (a3d_suspect){.off = m->at, .size = m->size, .bit = A3D_NO_BIT};
    suspect->place = m->by == 0 ? m->said->place : (a3d_place){node_at(doc, m->at), ""};
    suspect->structural = true;
    suspect->unsure = unsure;
    if (m->by != 0)
        suspect->bytes[0] = (uint8_t)(doc->streams[0].data[m->at] + m->by);
    else
        memcpy(suspect->bytes, m->bytes, m->size);
    if (!describe(doc, m, suspect))
        return;
    doc->findings[root].suspects = suspect;
    doc->findings[root].n_suspects = 1;
}

/* Whether all errors are wrong sums. */
static bool are_sums(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && !is_sum(doc, &doc->findings[i]))
            return false;
    return true;
}

/* The first error without a cause in the bytes that a sum covers, packed or not, but for the sum itself and the error
 * of its number, or A3D_NO_CAUSE. */
static uint32_t error_inside(const a3d_doc *doc, const sum *m)
{
    uint32_t first = A3D_NO_CAUSE, least = m->to;
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t off = a3d_file_offset(doc, f->stream, f->off);
        if (f->severity == A3D_ERROR && f != m->said && f->cause == A3D_NO_CAUSE && off >= m->from && off < least) {
            least = off;
            first = i;
        }
    }
    return first;
}

static bool has_error_inside(const a3d_doc *doc, const sum *sums, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (error_inside(doc, &sums[i]) != A3D_NO_CAUSE)
            return true;
    return false;
}

void a3d_link_sums(a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (!is_sum(doc, f) || f->cause != A3D_NO_CAUSE || f->n_suspects > 0)
            continue;
        const sum m = sum_of(doc, f);
        f->cause = error_inside(doc, &m);
    }
}

/* Whether nothing but the sums and the errors of their numbers is better, while another error is in what they cover:
 * the sums are wrong because of that one, and agree by chance with a byte or with one of many values. */
static bool is_chance(const a3d_search *s, const sum *sums, unsigned n)
{
    bool likely = true;
    unsigned solved = n;
    for (unsigned i = 0; i < n; i++) {
        likely &= sums[i].by != 0 || a3d_is_of_many(sums[i].said);
        solved += sums[i].by == 0;
    }
    return likely && s->ctx.reported_errors + solved >= s->errors && has_error_inside(s->doc, sums, n);
}

bool a3d_find_changed_bytes(a3d_search *s)
{
    a3d_doc *doc = s->doc;
    sum sums[MOST_SUMS];
    unsigned n = collect_sums(s, sums);
    s->errors = a3d_count_errors(doc);
    s->stream = 0;
    if (n == 0 || !try_sums(s, sums, n) || is_chance(s, sums, n))
        return false;
    bool unsure = are_sums(doc);
    for (unsigned i = 0; i < n; i++)
        attach(doc, &sums[i], unsure);
    if (s->ctx.reported_errors == 0)
        a3d_link_rest(doc, a3d_lead_bytes(doc, sums[0].from, sums[0].to + A3D_ADLER32_SIZE, sums[0].at), A3D_NO_NODE);
    return true;
}
