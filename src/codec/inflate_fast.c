/* inflate_fast.c - the loop that most of the time of unpacking is spent in; see inflate_parts.h */
#include "base/lanes.h"
#include "codec/inflate_parts.h"

#include <string.h>

/* What a round needs: it loads 8 bytes up to two times, at most 7 bytes apart. It writes two literals four times,
 * then the longest match in whole words. */
enum { INPUT = 16, OUTPUT = 10 + 258 + 8 };

/* `hold` may have more bits than `count` says, which are those that follow in the stream. Only the low six bits of
 * `count` are meant: so an entry can be subtracted as it is. */
typedef struct fast {
    uint64_t hold;
    uint32_t count;
    const uint8_t *next;
    uint8_t *out;
    const uint32_t *literals, *distances;
    uint32_t literal_mask, distance_mask;
    bool joined;   /* entries may have two symbols; a constant of the loop */
} fast;

/* Loads bits until there are at least 56. A length takes at most 20 of them with its extra bits, and a distance 28. */
A3D_INLINE void refill(fast *f)
{
    f->hold |= a3d_load64(f->next, false) << (f->count & 63);
    f->next += ~f->count >> 3 & 7;
    f->count |= 56;
}

A3D_INLINE void skip(fast *f, uint32_t entry)
{
    f->hold >>= entry & A3D_ENTRY_SKIP;
    f->count -= entry;
}

A3D_INLINE uint32_t look_up(const fast *f)
{
    return f->literals[(uint32_t)f->hold & f->literal_mask];
}

/* Writes both literals, whether the entry has them or not. If no entries are joined, it has one. */
A3D_INLINE void put_literals(fast *f, uint32_t entry)
{
    if (!f->joined) {
        *f->out++ = (uint8_t)(entry >> A3D_ENTRY_VALUE);
        skip(f, entry);
        return;
    }
    uint16_t two = (uint16_t)(entry >> A3D_ENTRY_VALUE);
    if (a3d_is_native(false)) /* compilers make two stores of a3d_store16 here */
        memcpy(f->out, &two, sizeof two);
    else
        a3d_store16(f->out, two, false);
    f->out += entry >> A3D_ENTRY_NUMBER & (a3d_is_plain(entry) ? 255 : 3);
    skip(f, entry);
}

A3D_INLINE uint32_t put_plain(fast *f, uint32_t entry)
{
    put_literals(f, entry);
    return look_up(f);
}

/* Copies in words of 8 bytes, each after the last one was written. */
A3D_INLINE void copy_words(uint8_t *to, const uint8_t *from, const uint8_t *end)
{
    do {
        uint64_t word;
        memcpy(&word, from, sizeof word);
        memcpy(to, &word, sizeof word);
        to += sizeof word;
        from += sizeof word;
    } while (to < end);
}

/* Copies a match that overlaps itself within a word: writes a word of repeated bytes again and again. */
static void copy_pattern(uint8_t *to, unsigned distance, const uint8_t *end)
{
    uint8_t pattern[8];
    for (unsigned i = 0; i < sizeof pattern; i++)
        pattern[i] = i < distance ? to[(int)i - (int)distance] : pattern[i - distance];
    for (; to < end; to += sizeof pattern / distance * distance)
        memcpy(to, pattern, sizeof pattern);
}

A3D_INLINE void copy_match(fast *f, unsigned distance, unsigned length)
{
    uint8_t *to = f->out, *end = to + length;
    f->out = end;
    if ((distance >= 8) | (length <= distance))
        copy_words(to, to - distance, end);
    else
        copy_pattern(to, distance, end);
}

enum { NO_LENGTH = 1 };

/* Reads a length that is not in the table as it is. Returns 0 if the symbol is a literal with a long code, which is
 * then written. */
A3D_INLINE unsigned other_length(fast *f, uint32_t e)
{
    if (e & A3D_ENTRY_RARE) {
        if (!(e & A3D_ENTRY_LINK))
            return NO_LENGTH;
        skip(f, e);
        e = f->literals[a3d_linked(e, f->hold)];
        if (a3d_is_plain(e)) {
            put_literals(f, e);
            return 0;
        }
        if (e & A3D_ENTRY_RARE)
            return NO_LENGTH;
    }
    unsigned length = a3d_entry_value(e, f->hold);
    skip(f, e);
    return length;
}

/* Reads the length of an entry that is not plain. */
A3D_INLINE unsigned read_length(fast *f, uint32_t e)
{
    if (!f->joined || !a3d_is_joined(e))
        return other_length(f, e);
    put_literals(f, e);
    return 2u + (uint8_t)(e >> A3D_ENTRY_SECOND);
}

/* Reads a distance. Returns 0 if the code is not defined. */
A3D_INLINE unsigned read_distance(fast *f)
{
    uint32_t e = f->distances[(uint32_t)f->hold & f->distance_mask];
    if (e & A3D_ENTRY_RARE) {
        if (!(e & A3D_ENTRY_LINK))
            return 0;
        skip(f, e);
        e = f->distances[a3d_linked(e, f->hold)];
    }
    unsigned distance = a3d_entry_value(e, f->hold);
    skip(f, e);
    return distance;
}

/* Puts the reader at the next bit. */
static void leave(a3d_inflate *s, const fast *f)
{
    a3d_bits *b = &s->bits;
    uint64_t at = (uint64_t)(f->next - b->start) * 8 - (f->count & 63);
    b->next = b->start + (size_t)(at / 8);
    b->count = (unsigned)(-at % 8);
    b->hold = b->count > 0 ? (uint64_t)*b->next++ >> at % 8 : 0;
}

/* The loop itself. Returns where the output ends. */
A3D_INLINE uint8_t *run(a3d_inflate *s, const a3d_output *o, bool joined)
{
    const uint8_t *in_end = s->bits.end - INPUT, *out_end = o->end - OUTPUT < o->stop ? o->end - OUTPUT : o->stop;
    fast f = {s->bits.hold, s->bits.count, s->bits.next, o->next, s->literals, s->distances,
              (1u << s->literal_bits) - 1, (1u << s->distance_bits) - 1, joined};
    refill(&f);
    uint32_t e = look_up(&f);
    while (f.next <= in_end && f.out <= out_end) {
        refill(&f);
        if (a3d_is_plain(e)) {
            e = put_plain(&f, e);
            if (a3d_is_plain(e)) {
                e = put_plain(&f, e);
                if (a3d_is_plain(e)) {
                    e = put_plain(&f, e);
                    if (a3d_is_plain(e)) {
                        e = put_plain(&f, e);
                        if (a3d_is_plain(e)) {
                            e = put_plain(&f, e);
                            continue;
                        }
                    }
                }
                refill(&f);
            }
        }
        const uint32_t count = f.count;
        uint8_t *const out = f.out;
        unsigned length = read_length(&f, e), distance = length > NO_LENGTH ? read_distance(&f) : 0;
        e = look_up(&f); /* before copying, which takes time */
        if (length == 0)
            continue;
        if (distance - 1 >= (size_t)(f.out - o->first)) { /* too far, or not defined: to be read again */
            f.count = count;
            f.out = out;
            break;
        }
        copy_match(&f, distance, length);
    }
    leave(s, &f);
    return f.out;
}

static uint8_t *run_plain(a3d_inflate *s, const a3d_output *o)
{
    return s->joined ? run(s, o, true) : run(s, o, false);
}

#if defined(__x86_64__) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 7))

/* The same with shifts that need no fixed register. */
__attribute__((target("bmi2"))) static uint8_t *run_bmi2(a3d_inflate *s, const a3d_output *o)
{
    return s->joined ? run(s, o, true) : run(s, o, false);
}

static bool has_bmi2(void)
{
    return __builtin_cpu_supports("bmi2");
}
#else

static uint8_t *run_bmi2(a3d_inflate *s, const a3d_output *o)
{
    return run_plain(s, o);
}

static bool has_bmi2(void)
{
    return false;
}
#endif

void a3d_inflate_fast(a3d_inflate *s, a3d_output *o)
{
    a3d_bits_return(&s->bits);
    if (s->bits.end - s->bits.next >= INPUT && o->end - o->next >= OUTPUT)
        o->next = has_bmi2() ? run_bmi2(s, o) : run_plain(s, o);
}
