/* findings.h - making findings: rule, place, message, and what would repair them */
#ifndef A3D_ENGINE_DOCUMENT_FINDINGS_H
#define A3D_ENGINE_DOCUMENT_FINDINGS_H

#include "base/amount.h"
#include "engine/document/context.h"

/* The weight of a finding where documents are compared by what they break. Notes weigh too, but little: valid files
 * have them. */
static inline unsigned a3d_weight(a3d_severity severity)
{
    return severity >= A3D_ERROR ? 16 : severity == A3D_WARNING ? 8 : 1;
}

/* Reports that `rule` is broken at `size` bytes from `off` of `stream`. `node` is the node concerned, or A3D_NO_NODE
 * for the file. Returns the finding, to be completed by the functions below. Never NULL: for a finding that is not
 * kept it is a spare one. A repeat of the same rule in the same list is counted with the first. A NULL rule, which no
 * table may cause, is reported as rules[0]. */
a3d_finding *a3d_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node, uint32_t stream, uint32_t off,
                        uint32_t size);

/* Reports a fault of the engine by the rule that the format has for it. `make tables` checks that it has one. */
a3d_finding *a3d_fault_at(a3d_ctx *ctx, a3d_fault fault, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);

/* Reports a broken rule over the span of a node. */
a3d_finding *a3d_report_node(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node);

/* The rule that the format has for a fault, or NULL. */
const a3d_rule *a3d_rule_for(const a3d_format *format, a3d_fault fault);

/* The name of a field in messages. A single letter says little, so the record around it is named, too: "color.r". */
a3d_amount a3d_title_of(const a3d_doc *doc, uint32_t node);

/* Whether messages of this finding are kept, so that writing one is worth the time. */
static inline bool a3d_keeps_message(const a3d_ctx *ctx, const a3d_finding *f)
{
    return f != &ctx->spare && !f->wordless && !ctx->limits.wordless;
}
/* Whether the place inside the list is kept. It is for some repeats that have no message of their own. */
static inline bool a3d_keeps_suffix(const a3d_ctx *ctx, const a3d_finding *f)
{
    return (f == &ctx->spare ? ctx->repeat != NULL : !f->wordless) && !ctx->limits.wordless;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_set_message(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_set_suffix(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);

/* Sets the message. The text is copied into the arena. A macro, since the arguments are numbers in words, which are
 * not worth the time when the message is not kept. */
#define a3d_say(ctx, finding, ...)                     \
    do {                                               \
        a3d_finding *about_ = (finding);               \
        if (a3d_keeps_message(ctx, about_))            \
            a3d_set_message(ctx, about_, __VA_ARGS__); \
    } while (0)
/* Sets what follows the path of the node: the element and field inside a list that has no nodes for them. */
#define a3d_suffix(ctx, finding, ...)                 \
    do {                                              \
        a3d_finding *about_ = (finding);              \
        if (a3d_keeps_suffix(ctx, about_))            \
            a3d_set_suffix(ctx, about_, __VA_ARGS__); \
    } while (0)
/* Set what was expected, as a range of integers or as a text that outlives the document, and what was found. */
void a3d_expect(a3d_finding *f, int64_t min, int64_t max);
void a3d_expect_text(a3d_finding *f, const char *text);
/* Sets the text to a number in hex, as people write checksums. */
void a3d_expect_hex(a3d_ctx *ctx, a3d_finding *f, uint32_t value);
void a3d_actual(a3d_finding *f, int64_t value);

/* Suggests another field as the cause: with `value` in it the rule would hold. Only the first few are kept. */
void a3d_add_suspect(a3d_ctx *ctx, a3d_finding *f, uint32_t node, int64_t value);

/* The suspects of a finding, to be changed. Only for who changes the findings of a document that is still his own, such
 * as the search for causes and the checks that follow it; readers of a finding see them as const. */
a3d_suspect *a3d_own_suspects(a3d_finding *f);

/* Whether a finding at or before offset `last`, counted in its own stream, has a suspect that says which bytes should
 * be there. UINT32_MAX asks for all findings. */
bool a3d_is_explained(const a3d_doc *doc, uint32_t last);

/* A value of an array, or a field of an element of a plain list. */
typedef struct a3d_value_part {
    uint32_t node, index; /* the array or list; the element */
    uint32_t at, size;    /* the bytes, counted from the first byte of the content */
    const char *field;    /* NULL for a value of an array */
} a3d_value_part;
/* The same for such a part. */
void a3d_add_part_suspect(a3d_ctx *ctx, a3d_finding *f, const a3d_value_part *part, int64_t value);

/* Suggests a repair: the rule holds with `value` (the bits of a float) in a scalar, whose index is 0, or in one value
 * of an array, because the rest of the file allows no other. Kept only when repairs are wanted (a3d_limits.repairs). */
void a3d_suggest(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, int64_t value);

/* The same for a float, given as a number. */
void a3d_suggest_float(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, double value);

/* The offset in the file of an offset in a stream, or where the packed data begins that it is in. */
uint32_t a3d_file_offset(const a3d_doc *doc, uint32_t stream, uint32_t off);

/* Whether a finding allows more values than one byte has. */
bool a3d_is_of_many(const a3d_finding *f);

#endif
