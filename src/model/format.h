/* format.h - what a format brings to the engine: tables, rules and the few functions that tables cannot replace. */
#ifndef A3D_MODEL_FORMAT_H
#define A3D_MODEL_FORMAT_H

#include "model/finding.h"
#include "model/reader.h"
#include "model/row.h"

#include <stddef.h>

struct a3d_ctx;  /* the state of a decode (engine) */
struct a3d_enc;  /* the state of an encode (engine) */
struct a3d_cur;
struct a3d_text;
struct a3d_maker; /* the state of a random document in the making (engine) */
struct a3d_scene; /* what can be seen of a document (engine) */
typedef struct a3d_format a3d_format;

/* Bytes that only a function can read. All functions are required.
 * read: reads at the cursor, sets the node's value and form; 0, or the engine's status after reporting a fault.
 * write: puts the bytes for the node into the encoder's buffer.
 * fresh: gives the node the value and form that a new document should have. */
struct a3d_custom {
    int (*read)(struct a3d_ctx *ctx, struct a3d_cur *cur, uint32_t node);
    void (*write)(struct a3d_enc *enc, uint32_t node);
    void (*fresh)(a3d_doc *doc, uint32_t node);
    uint8_t least_size; /* bytes that it takes at least */
    const a3d_name *forms; /* names of the wire forms, for edits and dumps; may be NULL */
    /* The canonical form, when what follows in its window takes `unpacked` bytes unpacked. May be NULL. */
    unsigned (*canonical)(uint32_t unpacked);
};

/* A version of the format, for --as, generate and the reference. */
typedef struct a3d_version {
    uint32_t number;    /* value of A3D_VAR_VERSION */
    const char *text;   /* "2.6" */
    const char *branch; /* "dayz", or NULL */
    bool generated;     /* a fresh document of it can be made */
} a3d_version;

/* A branch of a format that nothing in the file names: tried in this order from `since` to `until`. */
typedef struct a3d_branch {
    const char *name; /* as in --as odol:dayz */
    uint32_t mask;    /* bit in A3D_VAR_BRANCH */
    uint8_t since, until;
} a3d_branch;

/* Where branches begin to differ: scalars, `from` up to `to`, of the record in a slot of the root; gates alone say which are
 * there. */
enum { A3D_FORK_FIELDS = 32 };
typedef struct a3d_fork {
    uint16_t slot, from, to;
} a3d_fork;

/* A named other reading, or the view of a known reader (--compat). A mask that is not 0 takes the place of the
 * format's usual bits in A3D_VAR_BRANCH, so that gates can ask for it; what a reader does stands in a3d_format.quirks. */
typedef struct a3d_compat {
    const char *name, *meaning;
    uint32_t mask;
    const char *who; /* the reader, as a sentence names it; NULL: a reading that is no one's */
} a3d_compat;

/* How blocks of known unpacked size (A3D_PACK_BLOCK) are stored: with a flag byte (0 raw, 2 packed) from
 * version `flag_since` on, else packed exactly when they have `pack_from` bytes or more; by LZO1X from
 * version `lzo_since` on, else by LZSS. An empty block has no bytes at all. */
typedef struct a3d_block_rule {
    uint32_t flag_since, lzo_since, pack_from;
} a3d_block_rule;

/* What stands behind a link to another file. Lives until the next one is looked up. */
typedef enum a3d_linked_state {
    A3D_LINKED_UNREAD,  /* nobody looked; `why` says why not */
    A3D_LINKED_MISSING, /* there is nothing that can be read; `why` */
    A3D_LINKED_CYCLE,   /* it is a file that is open already on the chain of links */
    A3D_LINKED_FILE,    /* of the linking file's own format: judged */
    A3D_LINKED_OTHER    /* bytes of some other kind */
} a3d_linked_state;

typedef struct a3d_linked {
    a3d_linked_state state;
    const char *why;
    const char *name;    /* two targets of one name are the same file */
    const uint8_t *data; /* of A3D_LINKED_FILE and A3D_LINKED_OTHER */
    size_t size;
    size_t errors;       /* of A3D_LINKED_FILE; in it and in all that it links to */
    const char *first;   /* message of the first of them */
    uint32_t roots;      /* elements that nothing in it names; 0: not known */
    int root_kind;       /* the first of them; -1: not known */
} a3d_linked;
typedef void (*a3d_look_fn)(void *user, const char *uri, a3d_linked *target);

struct a3d_format {
    const char *name;       /* "a3d2" */
    const char *title;      /* "Alternativa3D scene, A3D2" */
    const char *extensions; /* "a3d,A3D" */
    bool big_endian;
    const a3d_record *root;
    const a3d_record *const *records; /* by id */
    uint16_t n_records;
    const a3d_rule *rules;
    uint16_t n_rules;       /* rules[0] is A3D_NO_RULE: index 0 means no rule */
    const char *const *twins; /* recipes of files that break each rule, and of their neighbours; ends with NULL */
    const a3d_version *versions; /* ends with text NULL */
    const a3d_branch *branches;  /* ends with name NULL, or NULL */
    a3d_fork fork;               /* of nothing: not known */
    uint8_t version_at;          /* file offset of the u32 that the choice of branches looks at */
    const a3d_compat *compats;   /* 32 at most; ends with name NULL */
    const a3d_quirk *quirks;     /* what readers do; ends with reader NULL */
    uint32_t usual;              /* bits of A3D_VAR_BRANCH that are set unless a compat takes their place */
    const a3d_block_rule *blocks; /* NULL: the format has none */
    uint8_t prefix;              /* a3d_prefix of lists in general: what LIST, ARRAY, TEXT mean without a word */
    /* How sure the first bytes make us: 0 not ours, 1 possible, 2 by a short mark, 3 by a long magic. */
    int (*probe)(const uint8_t *data, size_t size);
    /* Structural findings that tables cannot express; called once after the decode. May be NULL. */
    void (*examine)(struct a3d_ctx *ctx);
    /* Judges the links of a document to other files: `look` fills in what stands behind one. Called last. May be NULL. */
    void (*follow)(struct a3d_ctx *ctx, a3d_look_fn look, void *user);
    /* Text of the version that a document has, from its variables and fields ("2.6"); into `out`. */
    void (*version_text)(const a3d_doc *doc, char *out, size_t room);
    /* Makes a fresh document valid where presets do not suffice (adds the one object M3G needs). May be NULL. */
    int (*fresh)(struct a3d_ctx *ctx, uint32_t root);
    /* Random documents (engine/generate/maker.h). choose: before a field that is there or may be gets its content; gives it
     * that content, or leaves an optional one out, and returns 0, or leaves it to the engine (A3D_UNCHOSEN). mend:
     * puts the whole document right in what tables cannot say. Both may be NULL and return the engine's status. */
    int (*choose)(struct a3d_maker *m, uint32_t node);
    int (*repair)(struct a3d_maker *m);
    /* Bytes behind the start of a field that a known exporter writes too much, in a document with bytes left over: the first
     * such field, and the bytes in its stream. False when there are none. May be NULL. */
    bool (*surplus)(const a3d_doc *doc, uint32_t *node, uint32_t *off, uint32_t *size);
    /* Elements at..at + n of a list are gone: numbers that name its elements, which tables do not know of, follow. May be
     * NULL. */
    void (*removed)(a3d_doc *doc, uint32_t list, uint32_t at, uint32_t n);
    /* What a file says about the program that wrote it: appends a phrase such as "like the Flash exporter", or text from
     * the file in quotes, which may hold any bytes. `zlib_level` is the level that the header of the first zlib stream
     * states, 0 to 3, or -1 when there is none. Nothing when the file says nothing. May be NULL. */
    void (*writer)(const a3d_doc *doc, int zlib_level, struct a3d_text *out);
    /* Canonical choices that tables cannot make (which sections to pack, dropping what is empty); called before
     * a canonical encode. Returns 0, or -1 when memory ran out. May be NULL. */
    int (*canonical)(a3d_doc *doc);
    /* Adds what can be seen of a document (engine/scene/scene.h), sound or not. NULL: nothing can. */
    void (*scene)(struct a3d_scene *v);
};

#endif
