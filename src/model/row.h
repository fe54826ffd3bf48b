/* row.h - what a table says of the bytes.
 *
 * Every record of every format is a const table of rows in wire order. A row says what the bytes are (its
 * shape), when they are there (gate, when, optional) and what the specification demands of them (domain,
 * derive). The engine interprets rows in every direction; nothing else knows a layout. The macros that make
 * the tables readable are in schema.h. */
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
    A3D_SLACK,       /* engine: bytes that no field owns, at the end of what holds them */
    A3D_GAP          /* engine: bytes between placed elements that nothing points to */
} a3d_kind;

/* The form of inline counts; it belongs to the format. */
typedef enum a3d_prefix {
    A3D_PREFIX_U32 = 0, /* four bytes in the byte order of the format */
    A3D_PREFIX_A3D      /* one to three bytes: 0xxxxxxx, 10xxxxxx+1, 11xxxxxx+2, big-endian */
} a3d_prefix;

/* How many elements an array or vector has. */
typedef enum a3d_count_by {
    A3D_COUNT_PREFIX = 0, /* an inline count before the elements, in the prefix form of the format */
    A3D_COUNT_FIXED,      /* count_add */
    A3D_COUNT_FIELD,      /* max(0, field * count_mul + count_add), an earlier field of this record */
    A3D_COUNT_OUTER,      /* the same with a field of the nearest enclosing record `outer` (its count, if it is a list) */
    A3D_COUNT_NUL,        /* bytes up to and including a NUL; the count leaves the NUL out */
    A3D_COUNT_REST,       /* bytes up to the end of the window, less `reserve` */
    A3D_COUNT_FRAMED,     /* elements up to the end of the window; each tells its own size (frame_at, frame_add) */
    A3D_COUNT_CALL        /* count_call(doc, node of this record) */
} a3d_count_by;

typedef enum a3d_pack {
    A3D_PACK_NONE = 0,
    A3D_PACK_ZLIB, /* the content is a zlib stream that fills its window */
    A3D_PACK_BLOCK /* ODOL block: raw or packed by flag byte (version >= 64) or by size; packed size unknown */
} a3d_pack;

typedef enum a3d_op { A3D_ALWAYS = 0, A3D_EQ, A3D_NE, A3D_LT, A3D_LE, A3D_GT, A3D_GE, A3D_FORM_NE, A3D_NOT_EMPTY } a3d_op;

/* A condition on an earlier field: of the same record, or of the nearest enclosing record `outer`.
 * A3D_FORM_NE compares the wire form of a custom field, A3D_NOT_EMPTY looks at the count of an array.
 * A field that is absent compares as 0. */
typedef struct a3d_when {
    const a3d_record *outer;
    uint16_t slot;
    uint8_t op;
    int64_t value;
} a3d_when;

/* Versions (document variable 0) and branches (bit mask over document variable 1) in which a row exists.
 * A zero `until` or `branches` means no bound. */
typedef struct a3d_gate {
    uint8_t since, until, branches;
} a3d_gate;

/* One record for each value of the switch's field; `other` (key A3D_CASE_OTHER) ends the list or stands in it. */
#define A3D_CASE_END INT64_MIN
typedef struct a3d_case {
    int64_t key;
    const a3d_record *record;
    const char *name;
} a3d_case;

typedef struct a3d_shape {
    uint8_t kind, type;
    uint8_t count_by, pack;
    uint8_t fill;    /* a condensed array: a boolean says whether one element stands for all */
    uint8_t pad;     /* zero bytes follow up to a multiple of this, counted from the start of the content */
    uint8_t text;    /* the elements are characters */
    uint8_t reserve; /* bytes at the end of the window that belong to later rows */
    uint8_t frame_at, frame_add; /* A3D_COUNT_FRAMED: element size = u32 at frame_at, plus frame_add */
    uint16_t slot;   /* of the count or of the switch key */
    int32_t count_mul, count_add;
    const a3d_record *record; /* of a record, of a vector's element */
    const a3d_record *outer;  /* where `slot` is looked up for A3D_COUNT_OUTER */
    const a3d_case *cases;
    const a3d_custom *custom;
    uint32_t (*count_call)(const a3d_doc *doc, uint32_t record_node);
} a3d_shape;

/* An alternative shape under one name; the first whose gate and condition hold is taken. A list of
 * alternatives ends with one that has kind A3D_NOTHING; when it comes to that, the field is not there. */
typedef struct a3d_alt {
    a3d_gate gate;
    a3d_when when;
    a3d_shape shape;
} a3d_alt;

/* A value that follows from other bytes. After decoding it is recomputed: equal means honest, and encode
 * recomputes honest values; anything else is kept as it was. */
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
enum { A3D_CHECKED_APART = UINT16_MAX }; /* as the rule of a derived value: the format's own rules judge it */

typedef struct a3d_derive_row {
    uint8_t kind, from;
    uint8_t window; /* the span is a window: what follows in the record lies inside it. A3D_SOFT: the span is
                       only a claim, which content and neighbours may refute */
    int8_t bias;
    uint16_t to;    /* a slot, or A3D_NO_SLOT for the end of the record */
    uint16_t rule;  /* 0: the format's rule for the fault that fits; or A3D_CHECKED_APART */
    uint16_t zero_rule; /* the rule when a soft window claims nothing at all; 0: the same rule */
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

/* What a value may be. `vital`: the layout of what follows depends on it, so decoding of the record stops
 * at another value. */
typedef struct a3d_domain {
    uint8_t kind, vital;
    uint16_t rule; /* 0: the format's rule for the fault that fits */
    int64_t lo, hi;
    const a3d_name *names;
    const char *bytes;
} a3d_domain;

/* A list whose elements others name: by a field of theirs, or by their position. Lists of one space share their
 * names; positions count on from list to list of a space. */
typedef struct a3d_keys {
    uint8_t space;       /* + 1; 0: nobody names them */
    uint8_t by_position; /* the key is the position, from `base` on */
    uint8_t base;
    uint8_t kind_slot;   /* + 1: the space of an element is the value of this field instead (what it is) */
    uint16_t slot;       /* the field that holds the key */
    uint16_t rule;       /* broken by a second element with the same key; 0: may repeat */
} a3d_keys;

/* A value that names an element. */
typedef struct a3d_ref {
    uint64_t spaces;      /* bit for each space that it may name; 0: the value names nothing */
    uint16_t rule;        /* broken when there is no such element */
    uint16_t null_rule;   /* broken by the value `none` where something must be named; 0: none is allowed */
    uint16_t later_rule;  /* broken by naming an element that does not come before; 0: order does not matter */
    uint8_t has_none;     /* `none` means nothing */
    int64_t none;
} a3d_ref;

/* What people count in any 3D file, whatever the format calls it. */
typedef enum a3d_asset {
    A3D_NO_ASSET, A3D_MESHES, A3D_TRIANGLES, A3D_VERTICES, A3D_MATERIALS, A3D_IMAGES, A3D_BONES, A3D_TRACKS, A3D_ASSETS
} a3d_asset;

/* How a field says how many there are. */
typedef enum a3d_asset_how {
    A3D_ASSET_VALUE,  /* the field is their number */
    A3D_ASSET_LENGTH, /* each element of the list is one */
    A3D_ASSET_FILLED, /* a list with any elements is one */
    A3D_ASSET_THIRDS, /* three elements of the list are one */
    A3D_ASSET_SIDES,  /* the field counts the corners of a polygon, which is cut into triangles */
    A3D_ASSET_STRIPS, /* each value of the array counts the corners of a strip of triangles */
    A3D_ASSET_NAMED,  /* the field names an object by position, and that one says how many (A3D_ASSET_OWN) */
    A3D_ASSET_OWN     /* the field is their number, but they count only where a field names the object */
} a3d_asset_how;

/* For people: never read while decoding or encoding. */
typedef struct a3d_cold {
    const char *meaning; /* one phrase */
} a3d_cold;

struct a3d_row {
    const char *name;
    const char *shown; /* the name in paths, when it is not `name` */
    a3d_shape shape;
    const a3d_alt *alts; /* instead of shape */
    a3d_gate gate;
    uint8_t optional; /* uses one bit of the null mask */
    uint8_t publish;  /* document variable + 1 that takes the value (a3d_publish) */
    uint8_t transparent; /* paths leave it out: its fields belong to the record around it */
    uint8_t least;    /* what the smallest valid document needs in this list */
    a3d_when when[2]; /* both must hold */
    bool (*when_call)(const a3d_doc *doc, uint32_t record_node); /* last resort */
    a3d_derive_row derive;
    a3d_domain domain;
    a3d_keys keys;
    a3d_ref ref;
    uint8_t storage;  /* says how other bytes are stored and means nothing beyond that: a canonical encode may change it */
    uint8_t nodes;    /* elements get nodes even when they are plain: they hold large or many parts */
    uint8_t ascends;  /* of an unsigned word below 2^31 in a plain element: whether it ever falls along the list is found out while
                         values are checked, for the format's own rules (a3d_never_falls) */
    uint8_t measured; /* of a list of plain vectors of three finite floats: their extent is found out at the same time (a3d_extent_of) */
    a3d_when bounded; /* of a measured list: where this, which asks the same record, does not hold, only lengths are */
    uint16_t place_start, place_end; /* + 1; slots of the arrays that hold where each element lies in the file */
    const char *stream_name; /* of the stream that the field unpacks to ("section", with the index of the element
                                it stands in), when the path will not do */
    int64_t preset;   /* value in a fresh document where 0 will not do */
    uint8_t asset, asset_how; /* a3d_asset and a3d_asset_how: what the field counts, for statistics */
    const a3d_cold *cold;
};

/* A statement about two sizes of a record: left op right. Holds where both fields are there. */
typedef enum a3d_term_kind { A3D_TERM_NUMBER, A3D_TERM_VALUE, A3D_TERM_COUNT } a3d_term_kind;
typedef struct a3d_term {
    uint8_t kind;  /* `factor` itself; factor x the value of a scalar; factor x the count of a list */
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
    uint16_t n_rows; /* A3D_ROWS_MOST at most */
    uint16_t id; /* unique in the format, below its n_records */
    const a3d_relation *relations; /* or NULL */
    uint8_t each; /* an a3d_asset: each record of this type is one */
};

/* Document variables. */
enum { A3D_VAR_VERSION, A3D_VAR_BRANCH, A3D_VAR_USER, A3D_VARS = 8 };

#endif
