/* amount.c - see amount.h */
#include "base/amount.h"

#include <stdbool.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

a3d_amount a3d_number_of(uint64_t n)
{
    a3d_amount amount;
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    char *to = amount.text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return amount;
}

static bool ends(const char *noun, const char *with)
{
    size_t n = strlen(noun), m = strlen(with);
    return n >= m && strcmp(noun + n - m, with) == 0;
}

a3d_amount a3d_noun_of(uint64_t n, const char *noun)
{
    static const struct plural {
        const char *one, *several;
    } plurals[] = {{"vertex", "vertices"},
                   {"index", "indices"},
                   {"entry", "entries"},
                   {"s", "ses"},
                   {"sh", "shes"},
                   {"x", "xes"},
                   {"", "s"}};
    a3d_amount out;
    unsigned i = 0;
    while (!ends(noun, plurals[i].one))
        i++;
    size_t stem = strlen(noun) - strlen(plurals[i].one);
    snprintf(out.text, sizeof out.text, "%.*s%s", (int)stem, noun, n == 1 ? plurals[i].one : plurals[i].several);
    return out;
}

a3d_amount a3d_amount_of(uint64_t n, const char *noun)
{
    a3d_amount amount = a3d_number_of(n);
    size_t used = strlen(amount.text);
    snprintf(amount.text + used, sizeof amount.text - used, " %.32s", a3d_noun_of(n, noun).text);
    return amount;
}

a3d_amount a3d_range_of(int64_t low, int64_t high, int64_t value)
{
    a3d_amount out;
    long long from = low, to = high;
    if (low == high)
        snprintf(out.text, sizeof out.text, "%lld", from);
    else if (high >= INT32_MAX && value < low)
        snprintf(out.text, sizeof out.text, "%lld or more", from);
    else
        snprintf(out.text, sizeof out.text, "%lld%s%lld", from,
                 high - low == 1 ? " or "
                 : low < 0       ? " to "
                                 : "\u2013",
                 to);
    return out;
}

a3d_amount a3d_span_of(uint64_t first, uint64_t last)
{
    a3d_amount out;
    if (first == last)
        snprintf(out.text, sizeof out.text, "%" PRIu64, first);
    else
        snprintf(out.text, sizeof out.text, "%" PRIu64 "%s%" PRIu64, first, last - first == 1 ? " and " : "\u2013",
                 last);
    return out;
}

a3d_amount a3d_values_of(const int64_t *values, size_t n)
{
    a3d_amount out = {""};
    size_t used = 0;
    for (size_t i = 0; i < n && used < sizeof out.text; i++) {
        size_t first = i;
        while (i + 1 < n && values[i + 1] == values[i] + 1)
            i++;
        if (i == first + 1 && n > 2) /* two are not worth a range */
            i = first;
        used += (size_t)snprintf(out.text + used, sizeof out.text - used, "%s%.42s",
                                 used == 0    ? ""
                                 : i + 1 == n ? " or "
                                              : ", ",
                                 a3d_range_of(values[first], values[i], values[i]).text);
    }
    return out;
}

a3d_amount a3d_real_of(double value)
{
    a3d_amount out;
    if (value != value)
        snprintf(out.text, sizeof out.text, "NaN");
    else if (value - value != 0)
        snprintf(out.text, sizeof out.text, value > 0 ? "Infinity" : "-Infinity");
    else
        snprintf(out.text, sizeof out.text, "%.7g", value);
    return out;
}

a3d_amount a3d_percent_of(uint64_t part, uint64_t whole)
{
    a3d_amount a;
    for (; whole > UINT64_MAX / 200; whole /= 2)
        part /= 2;
    unsigned percent = (unsigned)((200 * part / whole + 1) / 2);
    percent = percent < 100 ? percent : 99;
    snprintf(a.text, sizeof a.text, percent == 0 ? "less than %u %%" : "%u %%", percent == 0 ? 1 : percent);
    return a;
}
