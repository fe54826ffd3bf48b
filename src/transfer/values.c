/* values.c - bytes of one value that a transfer removed or replaced, as a program does that takes bytes for text */
#include "transfer/tracing.h"

#include <string.h>

enum { NEIGHBORS = 4, VALUES = 256 };

/* What is removed or replaced in text. */
static const struct {
    uint8_t value;
    const char *name;
} texts[] = {{0x00, "NUL"}, {0x09, "TAB"}, {0x0a, "LF"}, {0x0d, "CR"}, {0x1a, "SUB"}, {0x20, "space"}};

static bool is_of_text(unsigned value)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].value == value)
            return true;
    return false;
}

/* Lists the nearest other values. In binary data the value itself is about as frequent as they are, NUL more. Returns
 * how many these are. */
static unsigned neighbors_of(unsigned value, uint8_t list[NEIGHBORS + 1])
{
    unsigned found = 0;
    for (unsigned distance = 1; found < NEIGHBORS; distance++)
        for (int side = -1; side <= 1; side += 2) {
            int other = (int)value + side * (int)distance;
            if (other >= 0 && !is_of_text((unsigned)other))
                list[found++] = (uint8_t)other;
        }
    return found;
}

/* How often the rarest of the neighbors occurs. */
static size_t expected(const size_t counts[VALUES], unsigned value)
{
    uint8_t near[NEIGHBORS + 1];
    size_t least = SIZE_MAX;
    for (unsigned n = neighbors_of(value, near); n-- > 0;)
        least = counts[near[n]] < least ? counts[near[n]] : least;
    return least;
}

/* What a value may have become: LF and CR are replaced by each other. The other one then occurs twice as often. */
static const char *became(const size_t counts[VALUES], uint8_t value, size_t n)
{
    if (value == '\n' && counts['\r'] >= n + n / 2)
        return "; 0x0d (CR) occurs about twice as often as expected";
    return value == '\r' && counts['\n'] >= n + n / 2 ? "; 0x0a (LF) occurs about twice as often as expected" : "";
}

/* Where n of a value are expected, none is seen with a chance of e^-n. */
void a3d_trace_values(a3d_tracing *t)
{
    size_t counts[VALUES] = {0};
    for (size_t i = 0; i < t->size; i++)
        counts[t->data[i]]++;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t n = expected(counts, texts[i].value);
        a3d_evidence e = {.rule = A3D_FILE_VALUE_LOST, .size = t->size, .bits = n * 144 / 100};
        if (counts[texts[i].value] == 0 && e.bits >= A3D_EVIDENT)
            a3d_add_trace(t, &e,
                          "no byte of the file is 0x%02x (%s); expected about %s among %s; a transfer probably removed "
                          "or replaced all of them%s",
                          texts[i].value, texts[i].name, a3d_number_of(n).text, a3d_amount_of(t->size, "byte").text,
                          became(counts, texts[i].value, n));
    }
}

/* Whether a value occurs so many times at least. */
static bool occurs(const uint8_t *data, size_t size, unsigned value, size_t times)
{
    const uint8_t *end = data + size;
    for (; times > 0 && (data = memchr(data, (int)value, (size_t)(end - data))) != NULL; times--)
        data++;
    return times == 0;
}

/* Whether a value is missing that could be expected. Most files show that without counting all of their bytes. */
static bool may_be_lost(const uint8_t *data, size_t size, unsigned value)
{
    enum { LEAST = (A3D_EVIDENT * 100 + 143) / 144 };
    uint8_t near[NEIGHBORS + 1];
    if (memchr(data, (int)value, size) != NULL)
        return false;
    for (unsigned n = neighbors_of(value, near); n-- > 0;)
        if (!occurs(data, size, near[n], LEAST))
            return false;
    return true;
}

size_t a3d_find_lost_value(a3d_arena *arena, const uint8_t *data, size_t size, a3d_trace out[A3D_TRACES])
{
    a3d_tracing t = {.arena = arena, .data = data, .size = size, .out = out};
    bool any = false;
    for (size_t i = 0; size > 0 && !any && i < sizeof texts / sizeof *texts; i++)
        any = may_be_lost(data, size, texts[i].value);
    if (any)
        a3d_trace_values(&t);
    return t.n;
}
