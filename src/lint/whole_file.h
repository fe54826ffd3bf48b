/* whole_file.h - what happened to a file as a whole: damage that makes its fields meaningless
 *
 * transfer/ finds traces in the bytes. Here each is judged by what the undone bytes decode to, and the document shows
 * what no bytes alone can show: where the model ends, and what is missing. */
#ifndef A3D_LINT_WHOLE_FILE_H
#define A3D_LINT_WHOLE_FILE_H

#include "lint/lint.h"
#include "transfer/transfer.h"

/* A damaged file, and what it cost to explain it so far. */
typedef struct a3d_whole {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size;
    const a3d_options *options;
    const a3d_format *format; /* NULL: not recognized */
    a3d_doc *doc;             /* as `format`, or as a3d_format_file */
    uint32_t end;             /* where bytes follow a model that is sound without them; 0: not known, or nowhere */
    unsigned tries;           /* versions that were decoded */
    uint64_t steps;           /* of these decodes */
    uint64_t allowed;         /* how many they may take for now; 0: as many as usual */
    bool unfinished;          /* a trial of line ends took too long, so other places for a CR may fit */
    bool unplaced;            /* trials leave out what is in elements that have addresses */
    /* what was found */
    const a3d_rule *rule;     /* NULL: nothing */
    uint32_t off, size_shown;
    const char *message;
    const uint8_t *undone;    /* the file before, if that is proven */
    size_t undone_size;
    a3d_trace traces[A3D_TRACES];
    size_t n_traces;
} a3d_whole;

/* Whether the bytes are a model without a structural error. Stores its format, and whether it has no error at all. */
bool a3d_is_sound(a3d_whole *w, const uint8_t *data, size_t size, const a3d_format **format, bool *clean);

/* Addresses that are all greater, or all less, than what they name. No bytes are lost or inserted then. */
typedef struct a3d_moved {
    uint32_t by; /* bytes; 0: they are not */
    bool before; /* they are less */
} a3d_moved;

/* What a version of the file decodes to. */
typedef struct a3d_tried {
    const a3d_format *format; /* NULL: not recognized, or not read to the end */
    size_t errors;            /* SIZE_MAX then */
    size_t findings;          /* with warnings and notes */
    size_t warnings;
    size_t fault;             /* where the first fault ends; SIZE_MAX: there is none */
    bool whole, sound;        /* everything could be read; without a structural error */
    bool ends_early;          /* it declares more bytes than it has */
    bool limited;             /* it was not read to the end, which takes too long */
    a3d_moved moved;
} a3d_tried;
a3d_tried a3d_try_file(a3d_whole *w, const uint8_t *data, size_t size);
size_t a3d_count_warnings(const a3d_doc *doc);
/* Lets the versions that are tried next take so many more steps together. 0: as many as usual again. */
void a3d_allow_trials(a3d_whole *w, uint64_t steps);

/* Looks for something that can be undone, with proof. */
bool a3d_find_undo(a3d_whole *w);
/* Looks for what cannot be undone but explains the errors. Call it when the suspects of the document are known. */
bool a3d_find_loss(a3d_whole *w);

/* Looks for blocks of zeros in a file without an error: what they overwrote may have been numbers. */
bool a3d_find_zeros(a3d_whole *w);

/* Looks for a value that was replaced in a file without an error: what it became may be numbers. */
bool a3d_find_values(a3d_whole *w);

/* Repairs of a damaged head: the first with which the file is a sound model. */
bool a3d_find_head(a3d_whole *w, const a3d_format *format);
/* The same with the heads of all formats. Sets the format that was found. */
bool a3d_find_any_head(a3d_whole *w);

/* The same for heads of which more than the magic is lost, in a file of no known format. Takes more trials. */
bool a3d_find_lost_version(a3d_whole *w);

/* A version that differs in one bit as which the file decodes without an error. It is undone only if the file decodes
 * as no other version. A version that does not exist is left to the search for suspects, which tries all of them. */
bool a3d_find_version(a3d_whole *w);
/* The same for all other versions. Call it when the suspects of the document are known: it does nothing if something
 * other than the version is one. */
bool a3d_find_far_version(a3d_whole *w);

/* What follows the end of the model, or is missing there (ends.c). */
bool a3d_find_end(a3d_whole *w);
/* The same for bytes of no known kind, where the format reads on until the file ends. Call it after a3d_find_end. */
bool a3d_find_rest(a3d_whole *w);
bool a3d_find_cut(a3d_whole *w);
/* PROVEN: with as many bytes put into the place the file is sound, and not with them before it. PACKED: what is packed
 * is damaged, too. LIKELY: there is a fault that the missing end cannot cause. MOVED: nothing is missing, the addresses
 * are too great. */
typedef enum a3d_gap_found {
    A3D_GAP_MOVED,
    A3D_GAP_NONE,
    A3D_GAP_LIKELY,
    A3D_GAP_PACKED,
    A3D_GAP_PROVEN
} a3d_gap_found;

/* Whether some of so many missing bytes are missing inside the file, not only at its end (gaps.c). Sets the place in
 * which they are missing. */
a3d_gap_found a3d_find_gap(a3d_whole *w, uint64_t missing);
/* Where the packed data begin that a finding is in. */
uint32_t a3d_packed_from(const a3d_doc *doc, const a3d_finding *f);
/* Where the last field, element or content of an array begins before an offset, or 0 (inserted.c). */
uint32_t a3d_field_before(const a3d_doc *doc, uint32_t off);
/* Whether bytes were put into the file (inserted.c), or are missing where it does not declare its size. */
bool a3d_find_inserted(a3d_whole *w);
/* Whether a fault shows at a size or an address, far from what makes it wrong. */
bool a3d_is_of_size(a3d_fault fault);
/* Whether an error ended the decoding of something in the file: a fault, but of a size, or a value on which the layout
 * depends. */
bool a3d_is_fault(const a3d_doc *doc, const a3d_finding *f);
/* How many bytes the first address is after the end of the sound content before it, or before that end. */
a3d_moved a3d_addresses_moved(const a3d_doc *doc);
/* Marks suspects as unsure that would make a cut file look whole, by leaving out a field. */
void a3d_doubt_cuts(a3d_doc *doc);

/* Reports an extension that belongs to other formats only. */
bool a3d_check_extension(a3d_whole *w);

/* Whether a model of any format starts with these bytes, by its magic. */
bool a3d_starts_model(const uint8_t *data, size_t size);

/* Whether the options turn a rule of files off (A3D_FILE_...). */
bool a3d_is_rule_off(const a3d_whole *w, unsigned rule);

/* Sets what was found. The message is formatted into the arena. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool a3d_found(a3d_whole *w, unsigned rule, const char *format, ...);

/* Reports what was found as the first finding and as the cause of all others. False when memory ran out. */
bool a3d_report_whole(const a3d_whole *w);

#endif
