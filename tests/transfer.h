/* transfer.h - the parts of the measure of whole-file damage.
 *
 * transfer_kinds.c lists the kinds of damage; transfer_text.c, transfer_wrap.c, transfer_other.c and transfer_bytes.c
 * do them. transfer_check.c compares what is reported and repaired with the truth, transfer_sound.c and
 * transfer_foreign.c look for false alarms, transfer_print.c prints the figures. Nothing here uses src/transfer: a
 * mistake there must show. */
#ifndef A3D_TESTS_TRANSFER_H
#define A3D_TESTS_TRANSFER_H

#include "lint/lint.h"
#include "base/text.h"

/* What becomes of the content. */
typedef enum fate {
    KEPT,    /* all of it is there, so `fix` can give the file back byte for byte */
    PERHAPS, /* it can be given back only where the rest of the file decides */
    LOST,    /* some of it is gone or packed by others: nothing may make a valid file of the rest */
    NAMED    /* the bytes are those of the sound file: nothing is to be repaired */
} fate;

/* A damage in the making. */
typedef struct maker {
    a3d_arena *arena;
    const a3d_format *format;
    const char *path;     /* the sound file */
    const uint8_t *data;
    size_t size;
    const uint8_t *other; /* another sound file of the family */
    size_t other_size;
    unsigned arg;         /* of the kind */
    const char *extension; /* of the name that the check gets; a maker may change it */
    a3d_text *out;        /* the damaged file */
    uint32_t at;          /* of damage in the head: the offset of the byte, in its stream */
} maker;

typedef struct kind {
    const char *name;
    bool (*make)(maker *m); /* false: the file cannot have this damage */
    unsigned arg;
    const char *rules;      /* of the root finding, without "file/"; HEAD: any rule at the byte or in the first 16 */
    fate fate;
} kind;
extern const kind kinds[];
enum { MOST_KINDS = 100 };

/* The same numbers on every machine. */
extern uint64_t draw_state;
uint64_t draw(void);
void draw_from(uint64_t seed, uint64_t a, uint64_t b);

typedef struct tally {
    unsigned drawn, named, restored, sealed, wrong, advised, by_command, unequal;
    unsigned long errors;
} tally;

typedef struct input {
    char *path; /* owned, like the bytes */
    uint8_t *data;
    size_t size;
} input;

/* The sound files of one format. */
typedef struct family {
    const a3d_format *format;
    input *files;
    size_t n;
    tally tallies[MOST_KINDS];
} family;

/* Files in which nothing may be reported. */
typedef struct alarms {
    unsigned long checked, false_ones;
} alarms;

typedef struct wish {
    unsigned long seed, most, random, generated, foreign;
    bool show;
    const char *keep, *base, *command; /* NULL: none */
    const char *kind, *format;         /* NULL: all */
    const char *folders[8];            /* of foreign files */
    size_t n_folders;
} wish;

/* Reads a file of at most `most` bytes; NULL when it is longer or cannot be read. The caller frees it. */
uint8_t *read_file(const char *path, size_t most, size_t *size);

/* Does one damage in one file and counts what comes of it. */
void try_damage(family *f, size_t file, unsigned k, const wish *w);
/* The first extension of a format. The text is overwritten by the next call. */
const char *first_extension(const a3d_format *format);

/* Adds w->random files to those of a family. */
void take_random(family *f, const wish *w);

/* Sound files, given and generated: no finding may be of a rule for whole files. */
void check_sound(const family *f, const wish *w, alarms *a);
void check_generated(const a3d_format *format, const wish *w, alarms *a);
/* Files of other kinds: none may be called a model, damaged or not. */
void check_foreign(const wish *w, alarms *a);

void print_family(const family *f);
void print_alarms(const char *what, const alarms *a);
/* Appends tables to BASE.md and BASE.json, which the measure of single damages has written. */
void append_report(const family *families, const wish *w, const alarms *sound, const alarms *generated,
                   const alarms *foreign);

/* Makers: transfer_text.c */
bool make_crlf(maker *m);
bool make_lone_crlf(maker *m);
bool make_lf(maker *m);
bool make_utf8(maker *m);
bool make_replaced(maker *m);
bool make_utf16(maker *m);
bool make_seven_bits(maker *m);
bool make_base64(maker *m);
bool make_hex(maker *m);
/* transfer_wrap.c */
bool put_file(maker *m); /* the file as it is */
void put_png(a3d_text *out, a3d_arena *arena);
bool make_packed(maker *m);
bool make_packed_by(maker *m);
bool make_packed_base64(maker *m);
bool make_marked(maker *m);
bool make_http(maker *m);
bool make_text_before(maker *m);
bool make_twice(maker *m);
bool make_two(maker *m);
bool make_image_after(maker *m);
/* transfer_other.c */
bool make_page(maker *m);
bool make_pointer(maker *m);
bool make_image(maker *m);
bool make_zip(maker *m);
bool make_other_kind(maker *m);
bool make_renamed(maker *m);
/* transfer_bytes.c */
bool make_padded(maker *m);
bool make_zero_blocks(maker *m);
bool make_zero_end(maker *m);
bool make_zeros(maker *m);
bool make_zero_head(maker *m);
bool make_swapped(maker *m);
bool make_cut(maker *m);
bool make_cut_anywhere(maker *m);
bool make_cut_end(maker *m);
bool make_cut_block(maker *m);
bool make_empty(maker *m);
bool make_head_flip(maker *m);
bool make_version_flip(maker *m);
bool make_first_lost(maker *m);

enum { PLAIN, MIME, DATA_URI, PEM, UNPADDED };   /* of make_base64 */
enum { PAIRS, CAPITALS, SPACED, XXD, HEXDUMP };  /* of make_hex */
enum { PARTS, SINGLE_BYTES };                    /* of make_replaced: what becomes one U+FFFD */
enum { GZIP = 31, ZLIB = 15 };                   /* of make_packed: zlib's window bits */
enum { XZ, ZSTD };                               /* of make_packed_by */
enum { LATIN1, CP1252, LATIN1_TWICE };           /* of make_utf8 */
enum { RAW, AS_UTF8 };                           /* of make_marked: what the mark is before */
enum { CRLF, LF_ONLY };                          /* of make_http */
enum { OF_THE_FAMILY, OF_ANOTHER_FAMILY };       /* of make_two */
enum { HTML, JSON, XML, TEXT };                  /* of make_page */
enum { PNG, JPEG };                              /* of make_image */

#endif
