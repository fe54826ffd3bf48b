/* findings.h - findings as they are made: rule, place, words, and what would repair them */
#ifndef A3D_ENGINE_DOCUMENT_FINDINGS_H
#define A3D_ENGINE_DOCUMENT_FINDINGS_H

#include "engine/document/context.h"

/* What a finding weighs where documents are compared by what they break: sound ones have notes, too. */
static inline unsigned a3d_weight(a3d_severity severity)
{
    return severity >= A3D_ERROR ? 16 : severity == A3D_WARNING ? 8 : 1;
}

/* Reports that `rule` is broken at `size` bytes from `off` of `stream`, on behalf of `node` (A3D_NO_NODE: the
 * file). Returns the finding to be completed with the functions below; never NULL: beyond the limit it is
 * one that is thrown away. A NULL rule, which no table may bring about, is reported as rules[0]. A repeat of the same rule in the same list is counted with the first. */
a3d_finding *a3d_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);

/* The same for an engine fault, by the format's rule for it. `make tables` checks that a format has a rule for each fault
 * that its tables can bring about. */
a3d_finding *a3d_fault_at(a3d_ctx *ctx, a3d_fault fault, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);

/* The same over the span of a node. */
a3d_finding *a3d_report_node(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node);

const a3d_rule *a3d_rule_for(const a3d_format *format, a3d_fault fault);

/* The ending of a word behind a number. */
static inline const char *a3d_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Whether anybody reads what is put into words of this finding. */
static inline bool a3d_is_read(const a3d_ctx *ctx, const a3d_finding *f)
{
    return f != &ctx->spare && !ctx->limits.wordless;
}
/* The same of where in its list one stands that was just reported, which is told of some repeats, too. */
static inline bool a3d_is_placed(const a3d_ctx *ctx, const a3d_finding *f)
{
    return (f != &ctx->spare || ctx->repeat != NULL) && !ctx->limits.wordless;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_say(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);
/* What follows the path of the node: an element and a field inside a list that has no nodes for them. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_suffix(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);
void a3d_expect(a3d_finding *f, int64_t min, int64_t max);
void a3d_expect_text(a3d_finding *f, const char *text);
void a3d_actual(a3d_finding *f, int64_t value);

/* Names another field that could be to blame for a finding on values: with `value` there the rule would hold.
 * The first few are kept. */
void a3d_also(a3d_ctx *ctx, a3d_finding *f, uint32_t node, int64_t value);

/* Says that the rule would hold with `value` (of a float its bits) in a scalar, whose index is 0, or in one value of an
 * array, because the rest of the file leaves no other. Kept only where repairs are asked for (a3d_limits.repairs). */
void a3d_suggest(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, int64_t value);

void a3d_suggest_float(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, double value);

#endif
