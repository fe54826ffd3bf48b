/* family_rules.c - rules as edges; see family.h
 *
 * Engines count edges of code. So each rule, by its number, is a case of its own, and a file that breaks one that no file
 * broke before is kept. The empty statements differ in their text, so that no compiler joins two. */
#include "family.h"
#include "reach.h"

#if defined(__GNUC__)
#define EDGE(n) __asm__ volatile("# rule " #n);
#else
static volatile unsigned edge;
#define EDGE(n) edge = __LINE__;
#endif

/* Ten cases, a hundred, a thousand: their numbers are written with digits in front. */
#define ONE(n) case 1##n - 1000: EDGE(n) break;
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
#define HUNDRED(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) TEN(n##5) TEN(n##6) TEN(n##7) TEN(n##8) TEN(n##9)
enum { MOST_RULES = 1000 };

static void rule_seen(unsigned rule)
{
    switch (rule) {
    HUNDRED(0) HUNDRED(1) HUNDRED(2) HUNDRED(3) HUNDRED(4) HUNDRED(5) HUNDRED(6) HUNDRED(7) HUNDRED(8) HUNDRED(9)
    default: break;
    }
}

void family_rules_seen(const a3d_doc *doc)
{
    reach_seen(doc);
    if (doc->format->n_rules > MOST_RULES)
        family_refuse(doc->format->name, 0, "the format has more rules than family_rules.c has cases");
    for (size_t i = 0; i < doc->n_findings; i++)
        rule_seen(a3d_rule_index(doc->format, doc->findings[i].rule));
}
