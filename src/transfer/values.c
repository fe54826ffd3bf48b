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

static void count(const a3d_tracing *t, size_t counts[VALUES])
{
    for (size_t i = 0; i < t->size; i++)
        counts[t->data[i]]++;
}

/* Where n of a value are expected, none is seen with a chance of e^-n. */
static void trace_value(a3d_tracing *t, const size_t counts[VALUES], uint8_t value, const char *name)
{
    size_t n = expected(counts, value);
    a3d_evidence e = {.rule = A3D_FILE_VALUE_LOST, .size = t->size, .bits = n * 144 / 100};
    if (counts[value] == 0 && e.bits >= A3D_EVIDENT)
        a3d_add_trace(t, &e,
                      "no byte of the file is 0x%02x (%s); expected about %s among %s; a transfer probably removed or "
                      "replaced all of them%s",
                      value, name, a3d_number_of(n).text, a3d_amount_of(t->size, "byte").text,
                      became(counts, value, n));
}

void a3d_trace_values(a3d_tracing *t)
{
    size_t counts[VALUES] = {0};
    bool counted = false; /* takes far longer than to find all of these values */
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (t->size == 0 || memchr(t->data, texts[i].value, t->size) != NULL)
            continue;
        if (!counted)
            count(t, counts);
        counted = true;
        trace_value(t, counts, texts[i].value, texts[i].name);
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

/* Whether a value is missing whose neighbors are frequent. Most files show that without counting all of their bytes. */
static bool may_be_lost(const uint8_t *data, size_t size, unsigned value, size_t frequent)
{
    uint8_t near[NEIGHBORS + 1];
    if (memchr(data, (int)value, size) != NULL)
        return false;
    for (unsigned n = neighbors_of(value, near); n-- > 0;)
        if (!occurs(data, size, near[n], frequent))
            return false;
    return true;
}

/* In a valid file a value that is not used is no fault: an index or a color may never occur. Only if the other one of
 * LF and CR has taken its place, too, and both are frequent, is that more than chance. */
size_t a3d_find_lost_value(a3d_arena *arena, const uint8_t *data, size_t size, a3d_trace out[A3D_TRACES])
{
    enum { FREQUENT = 64 };
    a3d_tracing t = {.arena = arena, .data = data, .size = size, .out = out};
    size_t counts[VALUES] = {0};
    bool line = size > 0 && may_be_lost(data, size, '\n', FREQUENT);
    if (!line && (size == 0 || !may_be_lost(data, size, '\r', FREQUENT)))
        return 0;
    count(&t, counts);
    uint8_t lost = line ? '\n' : '\r';
    if (became(counts, lost, expected(counts, lost))[0] != '\0')
        trace_value(&t, counts, lost, line ? "LF" : "CR");
    return t.n;
}
