/* row.h - the attributes of a table row, which describes one field of a format
 *
 * Every record of every format is a const table of rows in wire order. A row says what the bytes are (its shape), when
 * they are present (gate, when, optional) and what the specification demands of them (domain, derive). The engine
 * interprets rows in every direction, and no layout is described anywhere else. Tables are written with the macros of
 * schema.h. */
#ifndef A3D_MODEL_ROW_H
#define A3D_MODEL_ROW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_row a3d_row;
typedef struct a3d_record a3d_record;
typedef struct a3d_doc a3d_doc;
typedef struct a3d_custom a3d_custom;

#define A3D_NO_NODE UINT32_MAX
#define A3D_NO_SLOT UINT16_MAX

/* Wire types. The byte order belongs to the format. */
typedef enum a3d_type {
    A3D_U8, A3D_I8, A3D_BOOL, A3D_U16, A3D_I16, A3D_U32, A3D_I32, A3D_I64, A3D_F32, A3D_TYPES
} a3d_type;

typedef enum a3d_kind {
    A3D_NOTHING = 0, /* an alternative that has no bytes */
    A3D_SCALAR,      /* one value of a wire type */
    A3D_ARRAY,       /* values of a wire type; also bytes and text */
    A3D_RECORD,      /* one record */
    A3D_VECTOR,      /* records back to back */
    A3D_SWITCH,      /* one record, chosen by an earlier field */
    A3D_CUSTOM,      /* a few bytes that only a C function can read (A3D2 package header, null mask) */
    A3D_SLACK,       /* only in documents: bytes that no field owns, at the end of their record or stream */
    A3D_GAP          /* only in documents: bytes between placed elements that no address points to */
} a3d_kind;

/* The form of inline counts, one for each format. */
typedef enum a3d_prefix {
    A3D_PREFIX_U32 = 0, /* four bytes in the byte order of the format */
    A3D_PREFIX_A3D      /* one to three bytes: 0xxxxxxx, 10xxxxxx+1, 11xxxxxx+2, big-endian */
} a3d_prefix;

/* How many elements an array or vector has. */
typedef enum a3d_count_by {
    A3D_COUNT_PREFIX = 0, /* an inline count before the elements, in the prefix form of the format */
    A3D_COUNT_FIXED,      /* count_add */
    A3D_COUNT_FIELD,      /* max(0, field * count_mul + count_add), an earlier field of this record */
    A3D_COUNT_OUTER,      /* as above, with a field (if a list, its count) of the innermost enclosing record `outer` */
    A3D_COUNT_NUL,        /* bytes up to and including a NUL; the count does not include the NUL */
    A3D_COUNT_REST,       /* bytes up to the end of the window, less `reserve` */
    A3D_COUNT_FRAMED,     /* elements up to the end of the window; each states its size (frame_at, frame_add) */
    A3D_COUNT_CALL        /* count_call(doc, node of this record) */
} a3d_count_by;

typedef enum a3d_pack {
    A3D_PACK_NONE = 0,
    A3D_PACK_ZLIB, /* the content is a zlib stream that fills its window */
    A3D_PACK_BLOCK /* ODOL block: raw or packed by flag byte (version >= 64) or by size; packed size unknown */
} a3d_pack;

typedef enum a3d_op {
    A3D_ALWAYS = 0, A3D_EQ, A3D_NE, A3D_LT, A3D_LE, A3D_GT, A3D_GE, A3D_FORM_NE, A3D_NOT_EMPTY
} a3d_op;

/* A condition on an earlier field: of the same record, or of the innermost enclosing record `outer`.
 * A3D_FORM_NE compares the wire form of a custom field, A3D_NOT_EMPTY the count of an array with 0.
 * A field that is not present counts as 0. */
typedef struct a3d_when {
    const a3d_record *outer;
    uint16_t slot;
    uint8_t op;
    int64_t value;
} a3d_when;

/* The versions (document variable 0) and branches (bits of document variable 1) that have a row.
 * A zero `until` or `branches` means no restriction. */
typedef struct a3d_gate {
    uint8_t since, until, branches;
} a3d_gate;

/* One record for each value of a switch's field; a row with the key A3D_CASE_END ends the list. */
#define A3D_CASE_END INT64_MIN
typedef struct a3d_case {
    int64_t key;
    const a3d_record *record;
    const char *name;
} a3d_case;

typedef struct a3d_shape {
    uint8_t kind, type;
    uint8_t count_by, pack;
    uint8_t fill;    /* a condensed array: a boolean says whether one stored element is repeated for all */
    uint8_t pad;     /* zero bytes pad the content to a multiple of this size */
    uint8_t text;    /* the elements are characters */
    uint8_t reserve; /* bytes at the end of the window that belong to later rows */
    uint8_t frame_at, frame_add; /* A3D_COUNT_FRAMED: element size = u32 at frame_at, plus frame_add */
    uint16_t slot;   /* of the count or of the switch key */
    int32_t count_mul, count_add;
    uint16_t n_cases; /* without the row that ends them */
    const a3d_record *record; /* type of a record or of a vector's elements */
    const a3d_record *outer;  /* where `slot` is looked up for A3D_COUNT_OUTER */
    const a3d_case *cases;
    const a3d_custom *custom;
    uint32_t (*count_call)(const a3d_doc *doc, uint32_t record_node);
} a3d_shape;

/* One of several shapes of a field. The first whose gate and condition hold is taken. The list ends with one of the
 * kind A3D_NOTHING; if that is reached, the field is not present. */
typedef struct a3d_alt {
    a3d_gate gate;
    a3d_when when;
    a3d_shape shape;
} a3d_alt;

/* A value that follows from other bytes. Decoding recomputes it; if the stored value is the same, it is honest.
 * Encoding recomputes honest values and keeps all others as they were. */
typedef enum a3d_derive_kind {
    A3D_GIVEN = 0,
    A3D_SPAN,     /* bytes from `from` to `to`, plus bias */
    A3D_COUNT,    /* elements of the list in slot `to`, divided by bias when that is not 0 */
    A3D_UNPACKED, /* size of the content of slot `to` once unpacked */
    A3D_TOTAL,    /* size of the file */
    A3D_ADLER32,  /* Adler-32 of the stored bytes from the start of the record to this field */
    A3D_COMPUTED  /* compute(doc, node of this record) */
} a3d_derive_kind;

enum { A3D_FROM_RECORD, A3D_FROM_FIELD, A3D_AFTER_FIELD }; /* where a span starts */
enum { A3D_NO_WINDOW, A3D_EXACT, A3D_SOFT };
enum { A3D_CHECKED_APART = UINT16_MAX }; /* the rule of a derived value that the format's own functions check */

typedef struct a3d_derive_row {
    uint8_t kind, from;
    uint8_t window; /* A3D_EXACT: the rest of the record is inside the span. A3D_SOFT: so it claims, and is
                       believed only if the content does not contradict it */
    int8_t bias;
    uint16_t to;    /* a slot, or A3D_NO_SLOT for the end of the record */
    uint16_t rule;  /* 0: the format's rule for the fault; or A3D_CHECKED_APART */
    uint16_t zero_rule; /* the rule for a soft window of 0 bytes; 0: the same rule */
    uint64_t (*compute)(const a3d_doc *doc, uint32_t record_node);
} a3d_derive_row;

typedef struct a3d_name {
    int64_t value;
    const char *name; /* NULL ends a list */
} a3d_name;

typedef enum a3d_domain_kind {
    A3D_ANY = 0,
    A3D_IS,      /* the value is lo */
    A3D_RANGE,   /* lo <= value <= hi */
    A3D_ENUM,    /* one of the names' values */
    A3D_NOT,     /* the value is not lo */
    A3D_MULTIPLE, /* the value is a multiple of lo */
    A3D_BYTES,   /* the array's bytes are those of `bytes` (lo of them) */
    A3D_FINITE,  /* floats: no infinity, no NaN */
    A3D_STRICT,  /* floats: no infinity, NaN, denormal or negative zero (JSR-184) */
    A3D_UTF8     /* text */
} a3d_domain_kind;

/* What a value may be. The layout of what follows depends on a `vital` value, so any other value ends the decoding of
 * the record, unless fewer than `harmless` bytes follow: then nothing depends on it. */
typedef struct a3d_domain {
    uint8_t kind;
    uint8_t vital : 1, harmless : 7;
    bool bits; /* a bit set: messages show it in hexadecimal */
    uint16_t rule; /* 0: the format's rule for the fault */
    int64_t lo, hi;
    const a3d_name *names; /* of another kind than A3D_ENUM: what some values are called, or NULL */
    const char *bytes;
} a3d_domain;

/* A list whose elements references can refer to, by a key: the value of a field, or the position. All lists of one
 * space share its keys, and positions continue from one list of a space to the next. */
typedef struct a3d_keys {
    uint8_t space;       /* + 1; 0: the elements have no keys */
    uint8_t by_position; /* the key is the position, counted from `base` */
    uint8_t base;
    uint8_t kind_slot;   /* + 1; the value of this field is the space of the element */
    uint16_t slot;       /* the field that holds the key */
    uint16_t rule;       /* broken by a second element with the same key; 0: keys may repeat */
} a3d_keys;

/* A value that refers to an element by its key. */
typedef struct a3d_ref {
    uint64_t spaces;      /* a bit for each space where the element may be; 0: the value is no reference */
    uint16_t rule;        /* broken when there is no such element */
    uint16_t null_rule;   /* broken by the value `none` where an element is required; 0: `none` is allowed */
    uint16_t later_rule;  /* broken when the element does not come before the reference; 0: order does not matter */
    uint8_t has_none;     /* the value `none` refers to nothing */
    int64_t none;
} a3d_ref;

/* What statistics count in any 3D file, whatever the format calls it. */
typedef enum a3d_asset {
    A3D_NO_ASSET, A3D_MESHES, A3D_TRIANGLES, A3D_VERTICES, A3D_MATERIALS, A3D_IMAGES, A3D_BONES, A3D_TRACKS, A3D_ASSETS
} a3d_asset;

/* How a field gives the number of them. */
typedef enum a3d_asset_how {
    A3D_ASSET_VALUE,  /* the field is the number */
    A3D_ASSET_LENGTH, /* each element of the list is one */
    A3D_ASSET_FILLED, /* a list with any elements is one */
    A3D_ASSET_THIRDS, /* three elements of the list are one */
    A3D_ASSET_SIDES,  /* the field counts the corners of a polygon, which is cut into triangles */
    A3D_ASSET_STRIPS, /* each value of the array counts the corners of a strip of triangles */
    A3D_ASSET_NAMED,  /* the field refers to an object by position, which has the number (A3D_ASSET_OWN) */
    A3D_ASSET_OWN     /* the field is the number, but counts only where another field refers to the object */
} a3d_asset_how;

/* Text for people, kept apart from what decoding and encoding read. */
typedef struct a3d_cold {
    const char *meaning; /* one phrase */
    const char *known;   /* what a file is whose value is known_value, which is not allowed; or NULL */
    int64_t known_value;
    const char *called; /* what messages call the field, where its name on the wire says nothing; or NULL */
    const char *note; /* what messages about a wrong value add to what is expected; or NULL */
} a3d_cold;

struct a3d_row {
    const char *name;
    const char *shown; /* the name in paths, when it is not `name` */
    a3d_shape shape;
    const a3d_alt *alts; /* instead of shape */
    a3d_gate gate;
    uint8_t optional; /* uses one bit of the null mask */
    uint8_t publish;  /* + 1; the document variable that takes the value (a3d_publish) */
    uint8_t transparent; /* paths leave it out: its fields belong to the record around it */
    uint8_t least;    /* how many elements the smallest valid document needs in this list */
    a3d_when when[2]; /* both must hold */
    bool (*when_call)(const a3d_doc *doc, uint32_t record_node); /* for conditions that `when` cannot express */
    a3d_derive_row derive;
    a3d_domain domain;
    a3d_keys keys;
    a3d_ref ref;
    uint8_t storage;  /* only says how other bytes are stored, so that a canonical encode may change it */
    uint8_t nodes;    /* elements get nodes even when they are plain, because they hold large or many parts */
    uint8_t ascends;  /* a u32 below 2^31 in a plain element: the check of values also finds out whether it decreases
                         anywhere along the list, for the format's own rules (a3d_never_falls) */
    uint8_t measured; /* a list of plain vectors of three finite floats: the check of values also finds their bounds
                         and lengths, for the format's own rules (a3d_extent_of) */
    a3d_when bounded; /* a condition on the record of a measured list; where it fails, no bounds are needed */
    uint16_t place_start, place_end; /* + 1; slots of the arrays with the file offsets of the elements */
    const char *stream_name; /* of the stream that the field unpacks to, if a path is not clear enough; reports
                                add the index of the element that holds it ("section") */
    int64_t preset;   /* the value in a fresh document, if not 0 */
    uint8_t asset, asset_how; /* a3d_asset and a3d_asset_how: what the field counts, for statistics */
    const a3d_cold *cold;
};

/* A statement about two sizes of a record: left op right. It applies where both fields are present. */
typedef enum a3d_term_kind { A3D_TERM_NUMBER, A3D_TERM_VALUE, A3D_TERM_COUNT } a3d_term_kind;
typedef struct a3d_term {
    uint8_t kind;  /* the factor alone, times the value of a scalar, or times the count of a list */
    uint16_t slot;
    int64_t factor;
} a3d_term;
typedef struct a3d_relation {
    a3d_term left;
    uint8_t op; /* A3D_EQ to A3D_GE; A3D_ALWAYS ends a list of relations */
    a3d_term right;
    uint16_t rule;
} a3d_relation;

enum { A3D_ROWS_MOST = 96 };

struct a3d_record {
    const char *name;
    const a3d_row *rows;
    uint16_t n_rows; /* at most A3D_ROWS_MOST */
    uint16_t id; /* unique in the format and below its n_records */
    const a3d_relation *relations; /* or NULL */
    uint8_t each; /* an a3d_asset: each record of this type is one */
};

/* Document variables. */
enum { A3D_VAR_VERSION, A3D_VAR_BRANCH, A3D_VAR_USER, A3D_VARS = 8 };

#endif
