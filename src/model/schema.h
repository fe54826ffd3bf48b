/* schema.h - the words that tables are written in. Only schema files include it, since the words are short.
 *
 *     #define SURFACE_FIELDS(F, P)                                                 \
 *         F(P, indexBegin,   I32, SAYS("first index"))                             \
 *         F(P, materialId,   I32, OPTIONAL, SAYS("material, -1 or absent: none"))  \
 *         F(P, numTriangles, I32, SAYS("triangles, three indices each"))
 *     A3D_SLOTS(SURFACE)
 *     A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE)
 *
 * A line F(P, name, words...) is a field. The lines are in wire order, and each name is written once: it gives the slot
 * SURFACE_indexBegin, the row, and the name in paths. Fields that several records begin with are a macro of their own,
 * NODE_FIELDS(F, P), which the records name inside theirs.
 *
 * Words that end in _BY name the rule that a bad value breaks. Without it the rule is the format's one for that fault
 * (RULE(..., RANGE, ...) in its rules.def). A row whose format has no such rule compiles; `make tables` names it.
 *
 * Each word below has a line of explanation and an example from a table. */
#ifndef A3D_MODEL_SCHEMA_H
#define A3D_MODEL_SCHEMA_H

#include "model/row.h"

/* ---- slots, rows, records ---- */

/* The slot of a field in whichever record its macro is used: COUNT_IN(AT(P, numKeys)). */
#define AT(P, field) P##_##field
#define A3D_SLOT(P, field, ...) P##_##field,
#define A3D_ROW(P, field, ...) {.name = #field, __VA_ARGS__},
/* The slots of a record, and SURFACE_SLOTS, how many there are: A3D_SLOTS(SURFACE). */
#define A3D_SLOTS(P) enum { P##_FIELDS(A3D_SLOT, P) P##_SLOTS };
/* A record that tables above its definition refer to: A3D_DECLARE(mesh). */
#define A3D_DECLARE(var) static const a3d_record var;
/* The rows and the record: A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE). */
#define A3D_RECORD_OF(P, var, title, number)                                                                           \
    static const a3d_row P##_ROWS[] = {P##_FIELDS(A3D_ROW, P)};                                                        \
    static const a3d_record var = {                                                                                    \
        .name = title, .rows = P##_ROWS, .n_rows = sizeof P##_ROWS / sizeof(a3d_row), .id = number};
/* The same with relations of its sizes: A3D_RECORD_WITH(BOX, box, "Box", REC_BOX, RELATION(...), RELATION(...)). */
#define A3D_RECORD_WITH(P, var, title, number, ...)                                                                    \
    static const a3d_row P##_ROWS[] = {P##_FIELDS(A3D_ROW, P)};                                                        \
    static const a3d_relation P##_RELATIONS[] = {__VA_ARGS__, {.op = A3D_ALWAYS}};                                     \
    static const a3d_record var = {                                                                                    \
        .name = title, .rows = P##_ROWS, .n_rows = sizeof P##_ROWS / sizeof(a3d_row), .id = number,                    \
        .relations = P##_RELATIONS};
/* In place of the number: statistics count each record as one of these: EACH(REC_MESH, MESHES). */
#define EACH(number, asset_) number, .each = A3D_##asset_
/* Two sizes of a record must compare so: RELATION(COUNT_TERM(SKIN_numJoints), EQ, COUNT_TERM(SKIN_surfaces), RULE). */
#define RELATION(left_, op_, right_, rule_) {left_, A3D_##op_, right_, rule_}
/* A number: NUMBER(6). */
#define NUMBER(n) {A3D_TERM_NUMBER, 0, n}
/* The number of elements of a list: COUNT_TERM(BOX_box). */
#define COUNT_TERM(slot_) {A3D_TERM_COUNT, slot_, 1}
/* The value of a field: VALUE_TERM(MESH_vertexCount). */
#define VALUE_TERM(slot_) {A3D_TERM_VALUE, slot_, 1}

/* ---- scalars: F(P, vertexCount, U16) ---- */

#define A3D_SHAPE_SCALAR(t) .shape.kind = A3D_SCALAR, .shape.type = A3D_##t
/* An unsigned byte: F(P, major, U8). */
#define U8 A3D_SHAPE_SCALAR(U8)
/* A signed byte: F(P, x, I8). */
#define I8 A3D_SHAPE_SCALAR(I8)
/* A byte that is 0 or 1: F(P, visible, BOOL). */
#define BOOL A3D_SHAPE_SCALAR(BOOL)
/* An unsigned 16-bit number in the byte order of the format: F(P, vertexCount, U16). */
#define U16 A3D_SHAPE_SCALAR(U16)
/* A signed 16-bit number: F(P, u, I16). */
#define I16 A3D_SHAPE_SCALAR(I16)
/* An unsigned 32-bit number: F(P, version, U32). */
#define U32 A3D_SHAPE_SCALAR(U32)
/* A signed 32-bit number: F(P, materialId, I32). */
#define I32 A3D_SHAPE_SCALAR(I32)
/* A signed 64-bit number: F(P, id, I64). */
#define I64 A3D_SHAPE_SCALAR(I64)
/* A 32-bit float: F(P, radius, F32). */
#define F32 A3D_SHAPE_SCALAR(F32)

/* ---- arrays, records, lists. The format's inline count precedes them, unless a word below says otherwise ---- */

/* An array of scalars: F(P, box, ARRAY(F32)). */
#define ARRAY(t) .shape.kind = A3D_ARRAY, .shape.type = A3D_##t
/* An array of bytes that are not text: F(P, byteBuffer, BYTES). */
#define BYTES ARRAY(U8)
/* Text: F(P, url, TEXT). */
#define TEXT ARRAY(U8), .shape.text = 1
/* Text that a NUL ends: F(P, name, ZTEXT). */
#define ZTEXT TEXT, NUL_ENDED
/* One record: F(P, matrix, OF(matrix)). */
#define OF(r) .shape.kind = A3D_RECORD, .shape.record = &r
/* A list of records: F(P, surfaces, LIST(surface)). */
#define LIST(r) .shape.kind = A3D_VECTOR, .shape.record = &r
/* A record whose type a field chooses from a list of cases: F(P, body, CHOICE(AT(P, objectType), classes)). */
#define CHOICE(slot_, list)                                                   \
    .shape.kind = A3D_SWITCH, .shape.slot = slot_, .shape.cases = list, \
    .shape.n_cases = sizeof list / sizeof(a3d_case) - 1
/* Bytes that only C functions can read and write: F(P, nullMask, READ_BY(a3d_null_mask)). */
#define READ_BY(ops) .shape.kind = A3D_CUSTOM, .shape.custom = &ops
/* Several wire forms of one field, the first that fits: ALTS({SINCE(69), ARRAY(U32)}, {ARRAY(U16)}). */
#define ALTS(...) .alts = (const a3d_alt[]){__VA_ARGS__, {.shape.kind = A3D_NOTHING}}

/* ---- counts of arrays and lists ---- */

/* Always so many: ARRAY(U8), FIXED(4). */
#define FIXED(n) .shape.count_by = A3D_COUNT_FIXED, .shape.count_add = n
/* As many as an earlier field says: LIST(key), COUNT_IN(AT(P, numKeys)). */
#define COUNT_IN(slot_) COUNT_IS(slot_, 1, 0)
/* The value of an earlier field times `mul` plus `add`: ARRAY(U16), COUNT_IS(AT(P, faceCount), 3, 0). */
#define COUNT_IS(slot_, mul, add) \
    .shape.count_by = A3D_COUNT_FIELD, .shape.slot = slot_, .shape.count_mul = mul, .shape.count_add = add
/* As many as a field of the enclosing record `r` says: LIST(vec3), COUNT_OUT(mesh, MESH_vertexCount). */
#define COUNT_OUT(r, slot_) \
    .shape.count_by = A3D_COUNT_OUTER, .shape.outer = &r, .shape.slot = slot_, .shape.count_mul = 1
/* Up to a NUL, which belongs to the array: ARRAY(U8), NUL_ENDED. */
#define NUL_ENDED .shape.count_by = A3D_COUNT_NUL
/* Up to the end of what holds it: LIST(section), REST. */
#define REST .shape.count_by = A3D_COUNT_REST
/* Elements fill the rest; each states its size `at` bytes after its start, less `add`: LIST(object), FRAMED(1, 5). */
#define FRAMED(at, add) .shape.count_by = A3D_COUNT_FRAMED, .shape.frame_at = at, .shape.frame_add = add
/* As many as a C function says: LIST(lod), COUNT_BY(count_lods). */
#define COUNT_BY(fn) .shape.count_by = A3D_COUNT_CALL, .shape.count_call = fn
/* With REST or ZLIB: the last n bytes belong to what follows: ZLIB, RESERVE(4). */
#define RESERVE(n) .shape.reserve = n
/* Zeros follow up to a multiple of 4 bytes: TEXT, PAD4. */
#define PAD4 .shape.pad = 4

/* ---- packing and places ---- */

/* The content is a zlib stream: F(P, scene, OF(scene), ZLIB). */
#define ZLIB .shape.pack = A3D_PACK_ZLIB
/* The content is raw or packed, by its size or a flag (a3d_block_rule): LIST(point), BLOCK. */
#define BLOCK .shape.pack = A3D_PACK_BLOCK
/* The name of the unpacked stream in reports, where the path is too long for it: ZLIB, STREAM("section"). */
#define STREAM(name_) .stream_name = name_
/* A flag after the count says that one stored element represents all: LIST(uv), FILL. */
#define FILL .shape.fill = 1
/* Elements are where two arrays of offsets say, start and end: LIST(lod), PLACED(FILE_starts, FILE_ends). */
#define PLACED(start, end) .place_start = (start) + 1, .place_end = (end) + 1

/* ---- presence ---- */

/* From this version on: F(P, uvScale, F32, SINCE(45)). */
#define SINCE(v) .gate.since = v
/* Up to this version: F(P, faceCount, U32, UNTIL(2)). */
#define UNTIL(v) .gate.until = v
/* Only in these branches of the format: F(P, extra, U32, BRANCH(ODOL_DAYZ)). */
#define BRANCH(mask) .gate.branches = mask
/* A bit of the null mask says whether it is present: F(P, parentId, I32, OPTIONAL). */
#define OPTIONAL .optional = 1
/* Only when an earlier field compares so: F(P, scale, OF(vec3), WHEN(AT(P, hasScale), EQ, 1)). */
#define WHEN(slot_, op_, k) .when[0] = {0, slot_, A3D_##op_, k}
/* And when another one does, too: WHEN(AT(P, type), EQ, 2), AND(AT(P, size), GT, 0). */
#define AND(slot_, op_, k) .when[1] = {0, slot_, A3D_##op_, k}
/* The same of a field of the enclosing record `r`: WHEN_OUT(material, MATERIAL_version, GE, 9). */
#define WHEN_OUT(r, slot_, op_, k) .when[0] = {&r, slot_, A3D_##op_, k}
/* The same inside ALTS: ALTS({IF(AT(P, encoding), EQ, 0), LIST(key_f32)}, {LIST(key_u8)}). */
#define IF(slot_, op_, k) .when = {0, slot_, A3D_##op_, k}
/* When a C function says so, as a last resort: F(P, layout, U32, WHEN_CALL(has_layout)). */
#define WHEN_CALL(fn) .when_call = fn
/* Paths leave the field out; what it holds belongs to the record around it: OF(transform), TRANSPARENT. */
#define TRANSPARENT .transparent = 1
/* The name in paths, where it differs from the slot: F(P, byteBuffer, BYTES, SHOWN("bytes")). */
#define SHOWN(text) .shown = text

/* ---- values that other bytes give. They are honest or not; encoding recomputes those that are ---- */

/* Bytes from the record, this field or after it, up to slot `to_`, plus a bias. A3D_EXACT: it bounds what follows.
 * A3D_SOFT: it only claims to. F(P, length, U32, SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_EXACT)). */
#define SPAN(from_, to_, bias_, window_) \
    .derive = {.kind = A3D_SPAN, .from = from_, .to = to_, .bias = bias_, .window = window_}
/* The same with a rule for a wrong length and one for 0: SPAN_BY(..., A3D_SOFT, BLOCK_LENGTH, BLOCK_ZERO). */
#define SPAN_BY(from_, to_, bias_, window_, rule_, zero_rule_)                                                         \
    .derive = {.kind = A3D_SPAN, .from = from_, .to = to_, .bias = bias_, .window = window_, .rule = rule_,            \
               .zero_rule = zero_rule_}
/* The number of elements of a later list: F(P, numKeys, U32, COUNT_OF(AT(P, keys))). */
#define COUNT_OF(slot_) .derive = {.kind = A3D_COUNT, .to = slot_}
/* That number divided by n: F(P, faceCount, U32, COUNT_OF_BY(AT(P, indices), 3)). */
#define COUNT_OF_BY(slot_, n) .derive = {.kind = A3D_COUNT, .to = slot_, .bias = n}
/* The size of a later field once unpacked: F(P, uncompressedLength, U32, UNPACKED_OF(AT(P, objects))). */
#define UNPACKED_OF(slot_) .derive = {.kind = A3D_UNPACKED, .to = slot_}
/* The size of the file: F(P, totalFileSize, U32, TOTAL). */
#define TOTAL .derive = {.kind = A3D_TOTAL}
/* The Adler-32 of the record up to this field: F(P, checksum, U32, ADLER32). */
#define ADLER32 .derive = {.kind = A3D_ADLER32}
/* What a C function computes: F(P, numPoints, U32, COMPUTED(count_points, RULE)). */
#define COMPUTED(fn, rule_) .derive = {.kind = A3D_COMPUTED, .compute = fn, .rule = rule_}
/* A choice of how other bytes are stored, which means nothing else: F(P, compression, U8, STORAGE). */
#define STORAGE .storage = 1
/* The value becomes a variable of the document, which gates ask: F(P, minor, U16, PUBLISH(VERSION)). */
#define PUBLISH(var) .publish = A3D_VAR_##var + 1
/* The value in a fresh document, where 0 will not do: F(P, a, F32, PRESET(0x3f800000)). */
#define PRESET(v) .preset = v
/* Elements in a fresh document: ARRAY(F32), LEAST(6). */
#define LEAST(n) .least = n
/* Elements get nodes although they are plain, since they have large parts: LIST(buffer), NODES. */
#define NODES .nodes = 1

/* ---- names: elements that others refer to, and the fields that do ---- */

/* A list whose elements have keys, in a space of names, by a field of theirs; the rule is that of a repeated key:
 * LIST(mesh), KEYED(A3D2_NODE, MESH_id, A3D2_RULE_ID_TWICE). */
#define KEYED(space_, slot_, rule_) .keys = {.space = (space_) + 1, .slot = slot_, .rule = rule_}
/* The key is the position, counted from a base: LIST(bone), BY_POSITION(ODOL_BONE, 0). */
#define BY_POSITION(space_, base_) .keys = {.space = (space_) + 1, .by_position = 1, .base = base_}
/* The same, and a field of the element gives the space: LIST(object), BY_POSITION_AND_KIND(1, OBJECT_type). */
#define BY_POSITION_AND_KIND(base_, kind_slot_) \
    .keys = {.space = 1, .by_position = 1, .base = base_, .kind_slot = (kind_slot_) + 1}
/* The value is a key in one of these spaces (bits): F(P, mapId, U32, REF(1u << A3D1_MAP, A3D1_RULE_MAP_REF)). */
#define REF(spaces_, rule_) .ref = {.spaces = spaces_, .rule = rule_}
/* The same, and one value means none: REF_OR(-1, 1u << A3D2_MATERIAL, A3D2_RULE_MATERIAL_REF). */
#define REF_OR(none_, spaces_, rule_) .ref = {.spaces = spaces_, .rule = rule_, .has_none = 1, .none = none_}
/* The element comes before the field, and 0 means none, with a rule for a 0 that is not allowed (or 0) and one for an
 * element that comes later: REF_EARLIER(spaces, RULE_REF, RULE_NULL, RULE_LATER). */
#define REF_EARLIER(spaces_, rule_, null_rule_, later_rule_) \
    .ref = {.spaces = spaces_, .rule = rule_, .null_rule = null_rule_, .later_rule = later_rule_, .has_none = 1}

/* ---- what a value may be. MUST_BE: decoding of the record stops at another value ---- */

/* One value: F(P, major, U16, IS(2)). */
#define IS(v) .domain = {.kind = A3D_IS, .lo = v}
#define MUST_BE(v) .domain = {.kind = A3D_IS, .lo = v, .vital = 1}
#define MUST_BE_BY(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .vital = 1, .rule = rule_}
#define IS_BY(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .rule = rule_}
/* A range, both ends included: F(P, semantic, I8, WITHIN(0, 5)). */
#define WITHIN(a, b) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b}
#define MUST_BE_WITHIN(a, b) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .vital = 1}
#define WITHIN_BY(a, b, rule_) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .rule = rule_}
/* The same, and people's text names some of the values: WITHIN_NAMED_BY(0, 8, sources, ODOL_RULE_UV_SOURCE). */
#define WITHIN_NAMED(a, b, list) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .names = list}
#define WITHIN_NAMED_BY(a, b, list, rule_) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .names = list, .rule = rule_}
/* Any value at all, and some have names: F(P, map_type, U8, ANY_NAMED(map_types)). */
#define ANY_NAMED(list) .domain = {.kind = A3D_ANY, .names = list}
/* Any value but one: F(P, id, U32, NOT_BY(0xffffffff, A3D1_RULE_ID_NONE)). */
#define NOT_BY(v, rule_) .domain = {.kind = A3D_NOT, .lo = v, .rule = rule_}
/* A multiple: F(P, indexCount, U32, MULTIPLE_BY(3, TANKI_RULE_TRIANGLES)). */
#define MULTIPLE_BY(n, rule_) .domain = {.kind = A3D_MULTIPLE, .lo = n, .rule = rule_}
/* One of a list of names and values: F(P, projection, U8, ONE_OF(projections)). */
#define ONE_OF(list) .domain = {.kind = A3D_ENUM, .names = list}
#define MUST_BE_ONE_OF(list) .domain = {.kind = A3D_ENUM, .names = list, .vital = 1}
#define ONE_OF_BY(list, rule_) .domain = {.kind = A3D_ENUM, .names = list, .rule = rule_}
#define ONE_OF_BITS(list, rule_) .domain = {.kind = A3D_ENUM, .names = list, .rule = rule_, .bits = 1} /* a bit set */
/* The n bytes that a file begins with: F(P, magic, BYTES, FIXED(4), MAGIC("ODOL", 4)). */
#define MAGIC(text, n) .domain = {.kind = A3D_BYTES, .bytes = text, .lo = n, .vital = 1}
/* A float that is neither infinite nor NaN: F(P, x, F32, FINITE). */
#define FINITE .domain = {.kind = A3D_FINITE}
#define FINITE_BY(rule_) .domain = {.kind = A3D_FINITE, .rule = rule_}
/* The same, and some have names, listed by their bits: FINITE_NAMED_BY(lod_kinds, ODOL_RULE_RESOLUTION). */
#define FINITE_NAMED_BY(list, rule_) .domain = {.kind = A3D_FINITE, .names = list, .rule = rule_}
/* A float that is neither infinite, NaN, denormal nor -0, as JSR-184 wants it: F(P, x, F32, STRICT). */
#define STRICT .domain = {.kind = A3D_STRICT}
/* Text that is well-formed UTF-8: F(P, name, TEXT, UTF8). */
#define UTF8 .domain = {.kind = A3D_UTF8}

/* ---- what the format's own rules want to know, found out while values are checked ---- */

/* Whether the field ever falls along the list of its elements: F(P, time, U32, ASCENDS). */
#define ASCENDS .ascends = 1
/* The extent of a list of vectors: F(P, positions, LIST(vec3), MEASURED). */
#define MEASURED .measured = 1
/* Where this does not hold, only their lengths are needed: MEASURED, BOUNDED_IF(AT(P, type), EQ, 1). */
#define BOUNDED_IF(slot_, op_, value_) .bounded = {.slot = slot_, .op = A3D_##op_, .value = value_}

/* ---- for people ---- */

/* What the field counts in any 3D file, and how (a3d_asset_how): F(P, numTriangles, I32, ASSET(TRIANGLES, VALUE)). */
#define ASSET(asset_, how_) .asset = A3D_##asset_, .asset_how = A3D_ASSET_##how_
/* What the field means, in one phrase: F(P, url, NAME, SAYS("file of the picture")). */
#define SAYS(text) .cold = &(const a3d_cold){.meaning = text}
/* Also what a wrong value is known for: F(P, major, U16, IS(2), SAYS_OF("version", 1, "the format of old")). */
#define SAYS_OF(text, value, what) .cold = &(const a3d_cold){.meaning = text, .known = what, .known_value = value}
/* Also what messages call the field, where its name says nothing: F(P, S, U32, SAYS_AS("version", "PhysX version")). */
#define SAYS_AS(text, name)                                                                                            \
    .cold = &(const a3d_cold)                                                                                          \
    {                                                                                                                  \
        .meaning = text, .called = name                                                                                \
    }
/* Also what messages about a wrong value add: F(P, kind, U8, WITHIN(1, 3), SAYS_NOTING("kind", "1 is not read")). */
#define SAYS_NOTING(text, what)                                                                                        \
    .cold = &(const a3d_cold)                                                                                          \
    {                                                                                                                  \
        .meaning = text, .note = what                                                                                  \
    }

#endif
