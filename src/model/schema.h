/* schema.h - the words that tables are written in. Included by schema files only, since the words are short.
 *
 *     #define SURFACE_FIELDS(F, P)                                   \
 *         F(P, indexBegin,   I32)                                    \
 *         F(P, materialId,   I32, OPTIONAL)                          \
 *         F(P, numTriangles, I32)
 *     A3D_RECORD_OF(SURFACE, surface, "Surface", 7)
 *
 * gives the slots SURFACE_indexBegin ..., the rows, and the record `surface`, each name spelled once. A list
 * of fields that several records begin with is a macro of its own, NODE_FIELDS(F, P), named inside theirs;
 * AT(P, id) is the slot of `id` in whichever record the list is spliced into. */
#ifndef A3D_MODEL_SCHEMA_H
#define A3D_MODEL_SCHEMA_H

#include "model/row.h"

/* --- fields, slots, rows, records --- */
#define AT(P, field) P##_##field
#define A3D_SLOT(P, field, ...) P##_##field,
#define A3D_ROW(P, field, ...) {.name = #field, __VA_ARGS__},
#define A3D_SLOTS(P) enum { P##_FIELDS(A3D_SLOT, P) P##_SLOTS };
/* Slots and rows. The record can be named by other tables before: declare it `extern const a3d_record var;`
 * or use A3D_DECLARE, since records refer to each other. */
#define A3D_DECLARE(var) static const a3d_record var;
#define A3D_RECORD_OF(P, var, title, number)                        \
    static const a3d_row P##_ROWS[] = {P##_FIELDS(A3D_ROW, P)};     \
    static const a3d_record var = {.name = title, .rows = P##_ROWS, .n_rows = sizeof P##_ROWS / sizeof(a3d_row), .id = number};
/* The same with statements about its sizes: RELATION(COUNT_TERM(BOX_box), EQ, NUMBER(6), RULE) … */
#define A3D_RECORD_WITH(P, var, title, number, ...)                                                       \
    static const a3d_row P##_ROWS[] = {P##_FIELDS(A3D_ROW, P)};                                           \
    static const a3d_relation P##_RELATIONS[] = {__VA_ARGS__, {.op = A3D_ALWAYS}};                        \
    static const a3d_record var = {.name = title, .rows = P##_ROWS, .n_rows = sizeof P##_ROWS / sizeof(a3d_row), .id = number, .relations = P##_RELATIONS};
/* In place of a number: a record of which each is one of what statistics count. */
#define EACH(number, asset_) number, .each = A3D_##asset_
#define RELATION(left_, op_, right_, rule_) {left_, A3D_##op_, right_, rule_}
#define NUMBER(n) {A3D_TERM_NUMBER, 0, n}
#define COUNT_TERM(slot_) {A3D_TERM_COUNT, slot_, 1}
#define VALUE_TERM(slot_) {A3D_TERM_VALUE, slot_, 1}

/* --- scalars --- */
#define A3D_SHAPE_SCALAR(t) .shape.kind = A3D_SCALAR, .shape.type = A3D_##t
#define U8 A3D_SHAPE_SCALAR(U8)
#define I8 A3D_SHAPE_SCALAR(I8)
#define BOOL A3D_SHAPE_SCALAR(BOOL)
#define U16 A3D_SHAPE_SCALAR(U16)
#define I16 A3D_SHAPE_SCALAR(I16)
#define U32 A3D_SHAPE_SCALAR(U32)
#define I32 A3D_SHAPE_SCALAR(I32)
#define I64 A3D_SHAPE_SCALAR(I64)
#define F32 A3D_SHAPE_SCALAR(F32)

/* --- arrays of scalars, bytes, text; records and lists of records. An inline count, in the form of the
 *     format, stands in front unless a word below says otherwise --- */
#define ARRAY(t) .shape.kind = A3D_ARRAY, .shape.type = A3D_##t
#define BYTES ARRAY(U8)
#define TEXT ARRAY(U8), .shape.text = 1
#define ZTEXT TEXT, NUL_ENDED
#define OF(r) .shape.kind = A3D_RECORD, .shape.record = &r
#define LIST(r) .shape.kind = A3D_VECTOR, .shape.record = &r
#define CHOICE(slot_, list) .shape.kind = A3D_SWITCH, .shape.slot = slot_, .shape.cases = list
#define READ_BY(ops) .shape.kind = A3D_CUSTOM, .shape.custom = &ops
#define ALTS(...) .alts = (const a3d_alt[]){__VA_ARGS__, {.shape.kind = A3D_NOTHING}}

/* --- counts --- */
#define FIXED(n) .shape.count_by = A3D_COUNT_FIXED, .shape.count_add = n
#define COUNT_IN(slot_) COUNT_IS(slot_, 1, 0)
#define COUNT_IS(slot_, mul, add) .shape.count_by = A3D_COUNT_FIELD, .shape.slot = slot_, .shape.count_mul = mul, .shape.count_add = add
#define COUNT_OUT(r, slot_) .shape.count_by = A3D_COUNT_OUTER, .shape.outer = &r, .shape.slot = slot_, .shape.count_mul = 1
#define NUL_ENDED .shape.count_by = A3D_COUNT_NUL
#define REST .shape.count_by = A3D_COUNT_REST
#define FRAMED(at, add) .shape.count_by = A3D_COUNT_FRAMED, .shape.frame_at = at, .shape.frame_add = add
#define COUNT_BY(fn) .shape.count_by = A3D_COUNT_CALL, .shape.count_call = fn
#define RESERVE(n) .shape.reserve = n
#define PAD4 .shape.pad = 4
#define ZLIB .shape.pack = A3D_PACK_ZLIB
#define BLOCK .shape.pack = A3D_PACK_BLOCK
#define STREAM(name_) .stream_name = name_
#define FILL .shape.fill = 1
#define PLACED(start, end) .place_start = (start) + 1, .place_end = (end) + 1

/* --- presence --- */
#define SINCE(v) .gate.since = v
#define UNTIL(v) .gate.until = v
#define BRANCH(mask) .gate.branches = mask
#define OPTIONAL .optional = 1
/* In rows: two conditions at most. In alternatives: IF. */
#define WHEN(slot_, op_, k) .when[0] = {0, slot_, A3D_##op_, k}
#define AND(slot_, op_, k) .when[1] = {0, slot_, A3D_##op_, k}
#define WHEN_OUT(r, slot_, op_, k) .when[0] = {&r, slot_, A3D_##op_, k}
#define IF(slot_, op_, k) .when = {0, slot_, A3D_##op_, k}
#define WHEN_CALL(fn) .when_call = fn
/* Paths leave a transparent field out: what it holds belongs to the record around it. */
#define TRANSPARENT .transparent = 1
/* The name in paths, where it differs from that of the slot. */
#define SHOWN(text) .shown = text

/* --- meaning of values --- */
#define PUBLISH(var) .publish = A3D_VAR_##var + 1
#define PRESET(v) .preset = v
#define LEAST(n) .least = n
#define SPAN(from_, to_, bias_, window_) .derive = {.kind = A3D_SPAN, .from = from_, .to = to_, .bias = bias_, .window = window_}
#define SPAN_BY(from_, to_, bias_, window_, rule_, zero_rule_) \
    .derive = {.kind = A3D_SPAN, .from = from_, .to = to_, .bias = bias_, .window = window_, .rule = rule_, .zero_rule = zero_rule_}
#define COUNT_OF(slot_) .derive = {.kind = A3D_COUNT, .to = slot_}
#define COUNT_OF_BY(slot_, n) .derive = {.kind = A3D_COUNT, .to = slot_, .bias = n}
#define UNPACKED_OF(slot_) .derive = {.kind = A3D_UNPACKED, .to = slot_}
#define TOTAL .derive = {.kind = A3D_TOTAL}
#define ADLER32 .derive = {.kind = A3D_ADLER32}
#define COMPUTED(fn, rule_) .derive = {.kind = A3D_COMPUTED, .compute = fn, .rule = rule_}
#define NODES .nodes = 1
#define STORAGE .storage = 1
#define KEYED(space_, slot_, rule_) .keys = {.space = (space_) + 1, .slot = slot_, .rule = rule_}
#define BY_POSITION(space_, base_) .keys = {.space = (space_) + 1, .by_position = 1, .base = base_}
#define BY_POSITION_AND_KIND(base_, kind_slot_) \
    .keys = {.space = 1, .by_position = 1, .base = base_, .kind_slot = (kind_slot_) + 1}
#define REF(spaces_, rule_) .ref = {.spaces = spaces_, .rule = rule_}
#define REF_OR(none_, spaces_, rule_) .ref = {.spaces = spaces_, .rule = rule_, .has_none = 1, .none = none_}
#define REF_EARLIER(spaces_, rule_, null_rule_, later_rule_) \
    .ref = {.spaces = spaces_, .rule = rule_, .null_rule = null_rule_, .later_rule = later_rule_, .has_none = 1}
#define IS(v) .domain = {.kind = A3D_IS, .lo = v}
#define MUST_BE(v) .domain = {.kind = A3D_IS, .lo = v, .vital = 1}
#define MUST_BE_BY(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .vital = 1, .rule = rule_}
#define IS_BY(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .rule = rule_}
#define WITHIN(a, b) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b}
#define MUST_BE_WITHIN(a, b) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .vital = 1}
#define WITHIN_BY(a, b, rule_) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .rule = rule_}
#define NOT_BY(v, rule_) .domain = {.kind = A3D_NOT, .lo = v, .rule = rule_}
#define MULTIPLE_BY(n, rule_) .domain = {.kind = A3D_MULTIPLE, .lo = n, .rule = rule_}
#define ONE_OF(list) .domain = {.kind = A3D_ENUM, .names = list}
#define MUST_BE_ONE_OF(list) .domain = {.kind = A3D_ENUM, .names = list, .vital = 1}
#define ONE_OF_BY(list, rule_) .domain = {.kind = A3D_ENUM, .names = list, .rule = rule_}
#define MAGIC(text, n) .domain = {.kind = A3D_BYTES, .bytes = text, .lo = n, .vital = 1}
#define ASCENDS .ascends = 1
#define MEASURED .measured = 1
#define BOUNDED_IF(slot_, op_, value_) .bounded = {.slot = slot_, .op = A3D_##op_, .value = value_}
#define FINITE .domain = {.kind = A3D_FINITE}
#define FINITE_BY(rule_) .domain = {.kind = A3D_FINITE, .rule = rule_}
#define STRICT .domain = {.kind = A3D_STRICT}
#define UTF8 .domain = {.kind = A3D_UTF8}
#define ASSET(asset_, how_) .asset = A3D_##asset_, .asset_how = A3D_ASSET_##how_
#define SAYS(text) .cold = &(const a3d_cold){.meaning = text}

#endif
