/* judge.h - what must hold of every input, sound or damaged. Used by the harnesses, tests/damage.c and unit tests. */
#ifndef A3D_HARNESSES_JUDGE_H
#define A3D_HARNESSES_JUDGE_H

#include "base/text.h"
#include "formats/formats.h"
#include "lint/lint.h"
#include "model/doc.h"

typedef struct judged {
    char broken[300]; /* what does not hold; empty when all does */
    unsigned errors, warnings;
    int limited; /* A3D_LIMIT_… */
    bool faulty;
    uint64_t steps, work_limit;
    size_t nodes;
} judged;

/* The formats that these first bytes speak for most, into list[A3D_FORMATS]; returns how many: none, one, or
 * all that share the best word of their probes. */
unsigned judge_candidates(const uint8_t *data, size_t size, const a3d_format **list);

/* How to judge. A zeroed struct judges everything, with memory of the C library. */
typedef struct judge_how {
    const a3d_allocator *mem; /* of all arenas; NULL: the C library */
    const a3d_limits *limits; /* NULL: enough for any sound file of this size */
    struct a3d_plan_cache *plan_cache; /* then: a3d_limits.plan_cache */
    bool quick;               /* only the document itself, its marks and its faithful encode */
    bool once;                /* it is not decoded again: judge_reports, which follows, does that */
    bool untiled;             /* nobody asks who owns its bytes, and where hex shows them */
    bool bounded;             /* quick, and limits or a lack of memory may end it anywhere */
    void (*seen)(const a3d_doc *doc); /* called with the decoded document, or NULL */
} judge_how;

/* Decodes the input as `format` and puts the document through everything that must hold:
 *   - each finding lies inside its stream and has a rule of the format;
 *   - the work stays within its limit, unless the verdict is that a limit was reached;
 *   - a faithful encode gives the input back;
 *   - what a fault left unread is marked as tainted;
 * and unless it is to be quick
 *   - decoding again gives the same findings;
 *   - every byte of every stream has one owner, and stands in one line of hex, folded or not;
 *   - of a document without a fault, a canonical encode decodes to the same values and encodes to itself;
 *     its null mask is no longer than that of the input.
 * Of a document that ended at a limit nothing is asked that needs the whole. */
judged judge_with(const a3d_format *format, const uint8_t *data, uint32_t size, const judge_how *how);

/* The same with a zeroed judge_how. */
judged judge(const a3d_format *format, const uint8_t *data, uint32_t size);

/* Two runs of the whole library call, the second one for a document with sparse records, give the same findings and one
 * verdict, which follows from them, and a report can be written of it. *result is what judge_with found, with nothing broken; what does not hold is written there. The bits of
 * `choice`, all of those that a name has, say how much is done, so that what takes longest is done for fewer inputs:
 *   all together          which form of report; JUDGE_ALL is every form
 *   JUDGE_TILES           for who calls judge_with before: where it stands, judge_how.untiled does not
 *   JUDGE_VIEW            one of the dumps and hexes, or the GLB, chosen by the size of the input; reports have statistics
 *   JUDGE_SEARCH          likely causes are looked for
 *   JUDGE_DEEP            a search and repairs may take long, whatever decoding took */
enum { JUDGE_TILES = 0x180, JUDGE_VIEW = 0x700, JUDGE_SEARCH = 0xe000, JUDGE_DEEP = 0xf800, JUDGE_ALL = 0x1ffff };
bool judge_reports(const a3d_format *format, const uint8_t *data, uint32_t size, const judge_how *how, uint32_t choice, judged *result);

/* Whether two documents of the same bytes, sparse or not, have the same findings, as far as they are kept, for the same work. */
bool judge_findings(const a3d_doc *a, const a3d_doc *b, char *why, size_t room);

/* The library call of a command, without a search for suspects: its verdict follows from the findings, none stands before its
 * cause, and none follows only from what is less bad. So an invalid file has an error without a cause. */
bool judge_verdict(const a3d_format *format, const uint8_t *data, uint32_t size, char *why, size_t room);

struct a3d_report_form;
/* Whether a result that was kept as bytes (report/common/again.h) is reported in the same words. `text` is its report in
 * this form, with a sink that shows notes and is verbose. */
bool judge_again(a3d_arena *arena, const struct a3d_report_form *form, const a3d_result *result, const a3d_text *text);

/* Whether each byte of each stream belongs to exactly one node; if not, says in `why` which does not. */
bool judge_spans(const a3d_doc *doc, char *why, size_t room);

/* The same for the lines that hex shows of it, large arrays folded and whole. */
bool judge_hex(const a3d_doc *doc, char *why, size_t room);

/* Whether what was not read lies in a container that is marked as tainted, and so does slack, unless a finding says that
 * bytes are left over. And whether references to what may be missing have a cause, to which the marks lead. */
bool judge_taint(const a3d_doc *doc, char *why, size_t room);

/* Whether two documents say the same: the same fields with the same values. What a canonical encode may choose
 * is left out: forms, packing, masks, paddings, gaps, addresses and derived values. */
bool judge_same(const a3d_doc *a, const a3d_doc *b, char *why, size_t room);

/* Whether a field holds where other fields lie: such an array follows from the encoding. */
bool judge_is_place(const a3d_doc *doc, const a3d_node *node);

#endif
