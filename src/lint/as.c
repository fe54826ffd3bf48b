/* as.c - see as.h */
#include "lint/as.h"

#include <string.h>

static const char *formats_listed(char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        size_t n = strlen((*f)->name);
        if (used + n + 3 >= room)
            break;
        if (used > 0) {
            memcpy(out + used, ", ", 2);
            used += 2;
        }
        memcpy(out + used, (*f)->name, n + 1);
        used += n;
    }
    return out;
}

/* Takes a word after a colon: the name of a branch or the text of a version. */
static bool take_word(a3d_as *as, const char *word, size_t length)
{
    for (const a3d_branch *b = as->format->branches; b != NULL && b->name != NULL; b++) {
        if (strlen(b->name) == length && memcmp(b->name, word, length) == 0 && as->branch == NULL) {
            as->branch = b;
            return true;
        }
    }
    for (const a3d_version *v = as->format->versions; v->text != NULL; v++) {
        if (strlen(v->text) == length && memcmp(v->text, word, length) == 0 && as->version == NULL) {
            as->version = v;
            return true;
        }
    }
    return false;
}

/* Finds the row of the version that belongs to the branch, since rows with the same text may differ by their branch.
 * False when the branch does not have the version. */
static bool match_branch(a3d_as *as)
{
    if (as->version == NULL || as->branch == NULL)
        return true;
    const char *text = as->version->text;
    for (const a3d_version *v = as->format->versions; v->text != NULL; v++) {
        if (strcmp(v->text, text) == 0 && v->branch != NULL && strcmp(v->branch, as->branch->name) == 0) {
            as->version = v;
            return true;
        }
    }
    return as->version->number >= as->branch->since && as->version->number <= as->branch->until;
}

/* Lists what take_word() accepts: the versions, as a range if they are many, and the branches. */
static void put_words(a3d_text *out, const a3d_format *format)
{
    enum { MANY = 8 };
    const a3d_version *first = format->versions, *least = first, *most = first, *v = first;
    for (; v->text != NULL; v++) {
        least = v->number < least->number ? v : least;
        most = v->number > most->number ? v : most;
    }
    bool many = v - first > MANY;
    a3d_printf(out, "; choose from %s%s%s", least->text, many ? "\u2013" : "", many ? most->text : "");
    for (v = first; !many && v->text != NULL; v++)
        if (v != least)
            a3d_printf(out, ", %s", v->text);
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        a3d_printf(out, ", %s", b->name);
}

/* Says why a word was refused: it is unknown, or there is another version or branch before it. */
static void put_refusal(a3d_text *out, const a3d_as *as, const char *word, size_t n)
{
    a3d_as alone = {.format = as->format};
    if (take_word(&alone, word, n)) {
        a3d_printf(out, "%s takes one version and one branch; '%.*s' is one too many", as->format->name, (int)n, word);
        return;
    }
    a3d_printf(out, "%s has no version or branch '%.*s'", as->format->name, (int)n, word);
    put_words(out, as->format);
}

bool a3d_read_as(const char *text, a3d_as *as, a3d_text *problem)
{
    char list[100];
    size_t n = strcspn(text, ":");
    memset(as, 0, sizeof *as);
    as->format = a3d_format_named(text, n);
    if (as->format == NULL) {
        a3d_printf(problem, "unknown format '%.*s'; choose from %s", (int)n, text, formats_listed(list, sizeof list));
        return false;
    }
    for (text += n; *text == ':'; text += n) {
        text++;
        n = strcspn(text, ":");
        if (!take_word(as, text, n)) {
            put_refusal(problem, as, text, n);
            return false;
        }
    }
    if (match_branch(as))
        return true;
    a3d_printf(problem, "version %s does not exist in branch %s", as->version->text, as->branch->name);
    return false;
}

/* The newest version that can be made: the last of the list, without those of a branch. */
static const a3d_version *newest(const a3d_format *format)
{
    const a3d_version *best = NULL;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated && v->branch == NULL)
            best = v;
    return best;
}

/* The branch that was chosen, else that of the version, else the last one that has the version. */
static uint32_t branch_of(const a3d_as *as)
{
    uint32_t mask = 0;
    for (const a3d_branch *b = as->format->branches; b != NULL && b->name != NULL; b++) {
        if (as->branch != NULL ? b == as->branch :
            as->version->branch != NULL ? strcmp(b->name, as->version->branch) == 0 :
            as->version->number >= b->since && as->version->number <= b->until)
            mask = b->mask;
    }
    return mask;
}

/* The newest version of the branch that was chosen. */
static const a3d_version *newest_of_branch(const a3d_as *as)
{
    const a3d_version *best = NULL;
    for (const a3d_version *v = as->format->versions; v->text != NULL; v++)
        if (v->generated && v->number >= as->branch->since && v->number <= as->branch->until &&
            (v->branch == NULL || strcmp(v->branch, as->branch->name) == 0))
            best = v->branch != NULL || best == NULL || best->branch == NULL ? v : best;
    return best;
}

bool a3d_complete_as(a3d_as *as)
{
    if (as->version == NULL)
        as->version = as->branch != NULL ? newest_of_branch(as) : newest(as->format);
    return as->version != NULL && as->version->generated;
}

void a3d_wish_as(const a3d_as *as, a3d_wish *wish)
{
    wish->format = as->format;
    wish->version = as->version;
    wish->branch = branch_of(as);
}
