/* format.h - a format as the engine sees it: tables, rules, and a few functions for what tables cannot express */
#ifndef A3D_MODEL_FORMAT_H
#define A3D_MODEL_FORMAT_H

#include "model/finding.h"
#include "model/reader.h"
#include "model/row.h"

#include <stddef.h>
#include <stdint.h>

struct a3d_ctx;  /* the state of a decode (engine) */
struct a3d_enc;  /* the state of an encode (engine) */
struct a3d_cur;
struct a3d_text;
struct a3d_maker; /* the state of a random document that is being made (engine) */
struct a3d_scene; /* the 3D scene that a document describes (engine) */
typedef struct a3d_format a3d_format;

/* Bytes that only a function can read. Functions are required unless they say otherwise.
 * read: reads at the cursor and sets the value and the form of the node. Returns 0, or the engine's status after it has
 *     reported a fault.
 * write: puts the bytes of the node into the encoder's buffer.
 * fresh: gives the node the value and the form that a new document has. */
struct a3d_custom {
    int (*read)(struct a3d_ctx *ctx, struct a3d_cur *cur, uint32_t node);
    void (*write)(struct a3d_enc *enc, uint32_t node);
    void (*fresh)(a3d_doc *doc, uint32_t node);
    uint8_t least_size; /* bytes of its smallest form */
    const a3d_name *forms; /* names of the wire forms, for edits and dumps; may be NULL */
    /* The canonical form when the content of its window has `unpacked` bytes before packing. May be NULL. */
    unsigned (*canonical)(uint32_t unpacked);
};

/* A version of the format, for --as, `generate` and the printed reference. */
typedef struct a3d_version {
    uint32_t number;    /* value of A3D_VAR_VERSION */
    const char *text;   /* "2.6" */
    const char *branch; /* "dayz", or NULL */
    bool generated;     /* `generate` can make files of it */
} a3d_version;

/* A variant of a format that no field of the file identifies. Those that have the version are tried in this order. */
typedef struct a3d_branch {
    const char *name; /* as in --as odol:dayz */
    uint32_t mask;    /* bit in A3D_VAR_BRANCH */
    uint8_t since, until; /* versions */
} a3d_branch;

/* Where branches begin to differ: the scalars `from` up to `to` of the record in `slot` of the root. Nothing but gates
 * decides which of them are present. */
enum { A3D_FORK_FIELDS = 32 };
typedef struct a3d_fork {
    uint16_t slot, from, to;
} a3d_fork;

/* A choice of --compat: another reading of the format, or a known reader, whose behavior is in a3d_format.quirks. A
 * reading has a bit in A3D_VAR_BRANCH, on which gates depend, instead of one of the format's usual bits. */
typedef struct a3d_compat {
    const char *name, *meaning;
    uint32_t mask, replaces; /* 0: no other reading */
    const char *who; /* the reader, as named in a sentence; NULL: no reader, only another reading */
} a3d_compat;

/* How blocks of known unpacked size (A3D_PACK_BLOCK) are stored. From version `flag_since` on a flag byte says whether
 * a block is raw (0) or packed (2); before, a block is packed if it has `pack_from` bytes or more. Packing is LZO1X
 * from version `lzo_since` on and LZSS before. An empty block takes no bytes. */
typedef struct a3d_block_rule {
    uint32_t flag_since, lzo_since, pack_from;
} a3d_block_rule;

typedef enum a3d_linked_state {
    A3D_LINKED_UNREAD,  /* not looked up; `why` says why not */
    A3D_LINKED_MISSING, /* cannot be read; `why` says why not */
    A3D_LINKED_CYCLE,   /* a file that is already open on the chain of links */
    A3D_LINKED_FILE,    /* a file of the same format, which has been checked */
    A3D_LINKED_OTHER    /* a file of another kind */
} a3d_linked_state;

/* The target of a link to another file. Valid until the next one is looked up. */
typedef struct a3d_linked {
    a3d_linked_state state;
    const char *why;
    const char *name;    /* two targets with the same name are the same file */
    const uint8_t *data; /* of A3D_LINKED_FILE and A3D_LINKED_OTHER */
    size_t size;
    size_t errors;       /* of A3D_LINKED_FILE: in it and in everything that it links to */
    const char *first;   /* message of the first of these errors */
    uint32_t roots;      /* elements that nothing in the file refers to; 0: not known */
    int root_kind;       /* what kind of element the first root is; -1: not known */
} a3d_linked;

/* Looks up the target of a link and fills *target. */
typedef void (*a3d_look_fn)(void *user, const char *uri, a3d_linked *target);

/* A possible repair of a damaged head: `size` bytes that replace the first `replaced` bytes of the file. If they are
 * one number, `what` is its name; the file has `number` and needs `right`. */
typedef struct a3d_head {
    uint8_t bytes[16];
    uint8_t size, replaced;
    const char *what; /* NULL: bytes */
    uint32_t number, right;
} a3d_head;
enum { A3D_HEADS = 8 };

struct a3d_format {
    const char *name;       /* "a3d2" */
    const char *title;      /* "Alternativa3D scene, A3D2" */
    const char *extensions; /* "a3d,A3D" */
    bool big_endian;
    bool sparse; /* large files may have sparse records (a3d_limits.sparse_from) */
    const a3d_record *root;
    const a3d_record *const *records; /* by id */
    uint16_t n_records;
    const a3d_rule *rules;
    uint16_t n_rules;       /* rules[0] is A3D_NO_RULE: index 0 means no rule */
    const char *const *twins; /* for each rule, recipes of a file that breaks it and of a valid one; ends with NULL */
    const a3d_version *versions; /* ends with text NULL */
    const a3d_branch *branches;  /* ends with name NULL; NULL: none */
    a3d_fork fork;               /* empty: not known */
    uint8_t version_at;          /* file offset of the u32 version on which the choice of branches depends */
    const a3d_compat *compats;   /* at most 32; ends with name NULL */
    const a3d_quirk *quirks;     /* what readers do; ends with reader NULL */
    uint32_t usual;              /* bits of A3D_VAR_BRANCH that are set unless a compat replaces them */
    const a3d_block_rule *blocks; /* NULL: the format has none */
    uint8_t prefix;              /* a3d_prefix: the inline count of LIST, ARRAY and TEXT */
    /* How well the first bytes match: 0 not at all, 1 possibly, 2 by a short magic, 3 by a long one. */
    int (*probe)(const uint8_t *data, size_t size);
    /* Whether a whole file of the format starts here, beyond chance. NULL: when probe returns 3. */
    bool (*starts)(const uint8_t *data, size_t size);
    /* Stores what the first bytes of a damaged file may have been, likeliest first, and returns their number. NULL:
     * only the magic is tried, which is the first row of the root. */
    size_t (*heads)(const uint8_t *data, size_t size, a3d_head heads[A3D_HEADS]);
    /* Structural findings that tables cannot express; called once after the decode. May be NULL. */
    void (*examine)(struct a3d_ctx *ctx);
    /* Checks the links of a document to other files; `look` looks up a target. Called last. May be NULL. */
    void (*follow)(struct a3d_ctx *ctx, a3d_look_fn look, void *user);
    /* Writes the version of a document as text ("2.6") to `out`, which has `room` bytes. */
    void (*version_text)(const a3d_doc *doc, char *out, size_t room);
    /* Makes a fresh document valid where presets are not enough (adds the object that M3G requires). May be NULL. */
    int (*fresh)(struct a3d_ctx *ctx, uint32_t root);
    /* Random documents (engine/generate/maker.h). Both return the engine's status and may be NULL.
     * choose: called before a field gets its content. Gives the field its content, or leaves out an optional field, and
     *     returns 0; or returns A3D_UNCHOSEN to leave the choice to the engine.
     * repair: called once at the end. Corrects what tables cannot express. */
    int (*choose)(struct a3d_maker *m, uint32_t node);
    int (*repair)(struct a3d_maker *m);
    /* Finds surplus bytes that a known exporter writes inside a field, in a document with bytes left over. Stores the
     * first such field and the span of the bytes in its stream. False when there are none. May be NULL. */
    bool (*surplus)(const a3d_doc *doc, uint32_t *node, uint32_t *off, uint32_t *size);
    /* Called after `n` elements of a list were removed at `at`: adjusts indices of elements that tables do not describe
     * as references. May be NULL. */
    void (*removed)(a3d_doc *doc, uint32_t list, uint32_t at, uint32_t n);
    /* Appends what a file says about the program that wrote it: a phrase such as "like the Flash exporter", or text
     * from the file in quotes, which may hold any bytes. Appends nothing when the file says nothing. `zlib_level` is
     * the level in the header of the first zlib stream, 0 to 3, or -1 when there is none. May be NULL. */
    void (*writer)(const a3d_doc *doc, int zlib_level, struct a3d_text *out);
    /* Makes the canonical choices that tables cannot express (which sections to pack, dropping what is empty). Called
     * before a canonical encode. Returns 0, or -1 when memory ran out. May be NULL. */
    int (*canonical)(a3d_doc *doc);
    /* Adds the 3D content of a document, damaged or not (engine/scene/scene.h). NULL: the format has none. */
    void (*scene)(struct a3d_scene *v);
};

/* The index of a rule among those of the format; 0 for a rule of another set, such as those of whole files. */
static inline unsigned a3d_rule_index(const a3d_format *format, const a3d_rule *rule)
{
    uintptr_t at = (uintptr_t)rule - (uintptr_t)format->rules;
    return at < format->n_rules * sizeof *rule ? (unsigned)(at / sizeof *rule) : 0;
}

#endif
