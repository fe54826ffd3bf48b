/* damage.c - see damage.h */
#include "report/triage/damage.h"
#include "engine/fix/offer.h"
#include "report/common/phrases.h"
#include "transfer/transfer.h"

#include <string.h>

const char *a3d_damage_name(a3d_damage damage)
{
    static const char *const names[] = {
#define DAMAGE(name, words, advice, safety) words,
#include "report/triage/damage.def"
#undef DAMAGE
    };
    return names[damage];
}

const char *a3d_damage_advice(a3d_damage damage)
{
    static const char *const advices[] = {
#define DAMAGE(name, words, advice, safety) advice,
#include "report/triage/damage.def"
#undef DAMAGE
    };
    return advices[damage];
}

a3d_safety a3d_damage_safety(a3d_damage damage)
{
    static const uint8_t safeties[] = {
#define DAMAGE(name, words, advice, safety) A3D_SAFETY_##safety,
#include "report/triage/damage.def"
#undef DAMAGE
    };
    return safeties[damage];
}

a3d_safety a3d_untried_safety(a3d_damage damage)
{
    a3d_safety safety = a3d_damage_safety(damage);
    bool unsure = safety == A3D_SAFETY_SEARCH || safety == A3D_SAFETY_UNKNOWN || damage == A3D_DAMAGE_PACKING;
    return unsure ? A3D_SAFETY_UNTRIED : safety;
}

const char *a3d_safety_answer(a3d_safety safety)
{
    static const char *const answers[] = {
#define SAFETY(name, answer, why) answer,
#include "report/triage/safety.def"
#undef SAFETY
    };
    return answers[safety];
}

const char *a3d_safety_why(a3d_safety safety)
{
    static const char *const reasons[] = {
#define SAFETY(name, answer, why) why,
#include "report/triage/safety.def"
#undef SAFETY
    };
    return reasons[safety];
}

/* By the fault that a rule stands for. A3D_DAMAGE_SENSE means that the rows of the tables decide. */
static const uint8_t by_fault[A3D_FAULTS] = {
    [A3D_FAULT_NONE] = A3D_DAMAGE_SENSE,
    [A3D_FAULT_MAGIC] = A3D_DAMAGE_IDENTITY,
    [A3D_FAULT_VERSION] = A3D_DAMAGE_IDENTITY,
    [A3D_FAULT_CONSTANT] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_TRUNCATED] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_COUNT] = A3D_DAMAGE_COUNT,
    [A3D_FAULT_COUNT_MASK] = A3D_DAMAGE_COUNT,
    [A3D_FAULT_OVERLONG] = A3D_DAMAGE_FORM,
    [A3D_FAULT_BOOLEAN] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_ENUM] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_RANGE] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_FLOAT] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_TYPE] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_LENGTH_SMALL] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_LENGTH_PAST] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_LENGTH_WRONG] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_LEFT_OVER] = A3D_DAMAGE_SURPLUS,
    [A3D_FAULT_TRAILING] = A3D_DAMAGE_SURPLUS,
    [A3D_FAULT_UNPACKED_SIZE] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_TOTAL] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_CHECKSUM] = A3D_DAMAGE_CHECKSUM,
    [A3D_FAULT_COUNT_WRONG] = A3D_DAMAGE_COUNT,
    [A3D_FAULT_MASK_SHORT] = A3D_DAMAGE_MASK,
    [A3D_FAULT_MASK_EMPTY] = A3D_DAMAGE_MASK,
    [A3D_FAULT_MASK_SURPLUS] = A3D_DAMAGE_FORM,
    [A3D_FAULT_MASK_PADDING] = A3D_DAMAGE_FORM,
    [A3D_FAULT_MASK_FORM] = A3D_DAMAGE_FORM,
    [A3D_FAULT_ZLIB_HEADER] = A3D_DAMAGE_PACKING,
    [A3D_FAULT_PACKED_DATA] = A3D_DAMAGE_PACKING,
    [A3D_FAULT_PACKED_ENDS] = A3D_DAMAGE_PACKING,
    [A3D_FAULT_PACKED_CHECKSUM] = A3D_DAMAGE_CHECKSUM,
    [A3D_FAULT_PACKED_TRAILING] = A3D_DAMAGE_SURPLUS,
    [A3D_FAULT_PACKED_EMPTY] = A3D_DAMAGE_FORM,
    [A3D_FAULT_PACK_RATIO] = A3D_DAMAGE_LENGTH,
    [A3D_FAULT_FLAG] = A3D_DAMAGE_VALUE,
    [A3D_FAULT_FLAG_ODD] = A3D_DAMAGE_FORM,
    [A3D_FAULT_TEXT_END] = A3D_DAMAGE_TEXT,
    [A3D_FAULT_TEXT_CODING] = A3D_DAMAGE_TEXT,
    [A3D_FAULT_PADDING] = A3D_DAMAGE_FORM,
    [A3D_FAULT_ADDRESS] = A3D_DAMAGE_ADDRESS,
    [A3D_FAULT_ADDRESS_OVERLAP] = A3D_DAMAGE_ADDRESS,
    [A3D_FAULT_ADDRESS_GAP] = A3D_DAMAGE_ADDRESS,
};

/* Rules about numbers by which something is found in a list, where no row says so. */
static const char *const of_indices[] = {"index-range", "surface-range", "face-vertex", "point-vertex", "vertex-point",
                                         "selection-vertex", "vertex-bone", "neighbour-vertex", "submesh-index",
                                         "bone-vertex", "palette-index", "joint-index-range"};

static bool is_of_indices(const a3d_rule *rule)
{
    const char *slash = strchr(rule->id, '/');
    for (unsigned i = 0; slash != NULL && i < sizeof of_indices / sizeof *of_indices; i++)
        if (strcmp(slash + 1, of_indices[i]) == 0)
            return true;
    return false;
}

/* The damage by the reason for which a row names the rule. */
static a3d_damage damage_by_row(const a3d_row *row, uint16_t rule)
{
    if (row->ref.rule == rule || row->ref.null_rule == rule || row->ref.later_rule == rule)
        return A3D_DAMAGE_REFERENCE;
    if (row->keys.rule == rule)
        return A3D_DAMAGE_KEY;
    if (row->domain.rule == rule)
        return A3D_DAMAGE_VALUE;
    if (row->derive.rule == rule || row->derive.zero_rule == rule)
        return A3D_DAMAGE_LENGTH;
    return A3D_DAMAGE_SENSE;
}

static a3d_damage damage_by_rule(const a3d_format *format, const a3d_rule *rule)
{
    uint16_t index = (uint16_t)a3d_rule_index(format, rule);
    if (by_fault[rule->fault] != A3D_DAMAGE_SENSE)
        return by_fault[rule->fault];
    if (is_of_indices(rule))
        return A3D_DAMAGE_INDEX;
    for (unsigned i = 0; i < format->n_records; i++) {
        const a3d_record *record = format->records[i];
        for (unsigned k = 0; k < record->n_rows; k++) {
            a3d_damage damage = damage_by_row(&record->rows[k], index);
            if (damage != A3D_DAMAGE_SENSE)
                return damage;
        }
    }
    return A3D_DAMAGE_SENSE;
}

static bool counts_by(const a3d_shape *s, const a3d_record *record, const a3d_row *field)
{
    const a3d_record *of = s->count_by == A3D_COUNT_OUTER ? s->outer : record;
    bool counts = s->count_by == A3D_COUNT_OUTER || s->count_by == A3D_COUNT_FIELD;
    return counts && of != NULL && s->slot < of->n_rows && &of->rows[s->slot] == field;
}

/* Whether some array has as many elements as this field of its record, or of one around it, says. */
static bool is_count(const a3d_format *format, const a3d_row *field)
{
    for (unsigned i = 0; i < format->n_records; i++) {
        const a3d_record *record = format->records[i];
        for (unsigned k = 0; k < record->n_rows; k++) {
            const a3d_row *row = &record->rows[k];
            if (row->alts == NULL && counts_by(&row->shape, record, field))
                return true;
            for (const a3d_alt *a = row->alts; a != NULL && a->shape.kind != A3D_NOTHING; a++)
                if (counts_by(&a->shape, record, field))
                    return true;
        }
    }
    return false;
}

static bool is_version(const a3d_doc *doc, uint32_t node)
{
    const a3d_row *row = node != A3D_NO_NODE ? a3d_at(doc, node)->row : NULL;
    return row != NULL && row->publish == A3D_VAR_VERSION + 1;
}

static a3d_damage damage_by_suspect(const a3d_doc *doc, const a3d_suspect *s)
{
    const a3d_node *node = s->place.node != A3D_NO_NODE ? a3d_at(doc, s->place.node) : NULL;
    if (s->bit != A3D_NO_BIT || node == NULL || s->place.node == doc->mask.node)
        return A3D_DAMAGE_MASK;
    if (strcmp(s->place.suffix, ".$fill") == 0 || strcmp(s->place.suffix, ".$pack") == 0)
        return A3D_DAMAGE_VALUE;
    if (a3d_shape_of(node)->kind == A3D_ARRAY && a3d_shape_of(node)->count_by == A3D_COUNT_NUL)
        return A3D_DAMAGE_TEXT;
    if (strncmp(s->repair, "hex:", 4) == 0) /* one byte of packed content */
        return A3D_DAMAGE_PACKING;
    if (s->place.suffix[0] != '\0')
        return A3D_DAMAGE_ADDRESS; /* an element of a table of addresses */
    unsigned kind = a3d_shape_of(node)->kind, derive = node->row->derive.kind;
    if (is_version(doc, s->place.node))
        return A3D_DAMAGE_IDENTITY;
    if (is_count(doc->format, node->row))
        return A3D_DAMAGE_COUNT;
    if (kind == A3D_ARRAY || kind == A3D_VECTOR || derive == A3D_COUNT)
        return A3D_DAMAGE_COUNT;
    return derive == A3D_GIVEN ? A3D_DAMAGE_VALUE : A3D_DAMAGE_LENGTH;
}

static bool reaches_end(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t chain[A3D_CHAIN];
    uint64_t end = doc->streams[0].size;
    if (a3d_stream_chain(doc, f->stream, chain, A3D_CHAIN) < 2)
        return (uint64_t)f->off + f->size >= end;
    const a3d_stream *inner = &doc->streams[chain[1]];
    return (uint64_t)inner->off + inner->packed_size >= end;
}

static bool beyond_end(const a3d_doc *doc, const a3d_finding *f)
{
    uint64_t actual = f->actual.kind == A3D_Q_UINT ? f->actual.u : (uint64_t)f->actual.i;
    return f->actual.kind != A3D_Q_NONE && actual > doc->streams[0].size && actual >> 32 == 0;
}

/* Whether a length around the place says that the file is longer than it is. */
static bool promised_more(const a3d_doc *doc, const a3d_finding *f)
{
    for (uint32_t i = f->place.node; i != A3D_NO_NODE; i = a3d_at(doc, i)->parent) {
        const a3d_record *type = a3d_record_type(doc, i);
        for (unsigned k = 0; type != NULL && k < type->n_rows; k++) {
            const a3d_node *field = a3d_at(doc, a3d_field(doc, i, k));
            bool length = field->state == A3D_PRESENT && field->row != NULL && field->row->derive.kind == A3D_SPAN;
            if (length && a3d_shape_of(field)->kind == A3D_SCALAR && field->stream == 0 && field->v.i > 0 &&
                (uint64_t)field->off + field->size + field->v.u > doc->streams[0].size)
                return true;
        }
    }
    return false;
}

/* Whether bytes are missing at the end of the file, and not in a part whose size is too small. */
static bool is_cut(const a3d_doc *doc, const a3d_finding *f)
{
    switch (f->rule->fault) {
    case A3D_FAULT_LENGTH_PAST: return f->stream == 0;
    case A3D_FAULT_COUNT: return f->stream == 0 && promised_more(doc, f);
    case A3D_FAULT_TRUNCATED: return f->stream == 0 && reaches_end(doc, f);
    case A3D_FAULT_PACKED_ENDS: return reaches_end(doc, f);
    case A3D_FAULT_TOTAL:
    case A3D_FAULT_ADDRESS: return beyond_end(doc, f);
    default: return false;
    }
}

/* The kind of damage of a whole file. */
static a3d_damage damage_of_whole(const a3d_result *result, unsigned rule)
{
    switch (rule) {
    case A3D_FILE_TWO_FILES:
    case A3D_FILE_TRAILING_FILE: return A3D_DAMAGE_SEVERAL;
    case A3D_FILE_TRUNCATED: return A3D_DAMAGE_CUT;
    case A3D_FILE_ZEROED_BLOCKS:
    case A3D_FILE_ZEROED_HEAD:
    case A3D_FILE_ALL_ZEROS: return A3D_DAMAGE_ZEROED;
    case A3D_FILE_WRONG_EXTENSION: return A3D_DAMAGE_NAME;
    case A3D_FILE_GIT_LFS_POINTER: return A3D_DAMAGE_POINTER;
    case A3D_FILE_OTHER_KIND: return A3D_DAMAGE_OTHER;
    case A3D_FILE_UNKNOWN_KIND: return A3D_DAMAGE_UNREADABLE;
    default: return result->undone != NULL ? A3D_DAMAGE_UNDONE : A3D_DAMAGE_WHOLE;
    }
}

a3d_damage a3d_damage_of(const a3d_result *result, const a3d_finding *f)
{
    unsigned whole = a3d_rule_index(&a3d_format_file, f->rule);
    if (whole > 0)
        return damage_of_whole(result, whole);
    if (f->n_suspects > 0 && f->rule->fault != A3D_FAULT_NONE && f->rule->fault != A3D_FAULT_CHECKSUM)
        return damage_by_suspect(result->doc, &f->suspects[0]);
    if (is_version(result->doc, f->place.node))
        return A3D_DAMAGE_IDENTITY;
    if (a3d_is_text_beyond(result->doc, f))
        return A3D_DAMAGE_RENAMED;
    if (is_cut(result->doc, f))
        return A3D_DAMAGE_CUT;
    a3d_damage damage = damage_by_rule(result->format, f->rule);
    if (a3d_offer_of(result->doc, f) != A3D_OFFER_CONTENT)
        return damage;
    return damage == A3D_DAMAGE_LENGTH  ? A3D_DAMAGE_ASSUMED
           : damage == A3D_DAMAGE_SENSE ? A3D_DAMAGE_WORKED_OUT
                                        : damage;
}
