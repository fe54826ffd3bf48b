/* kinds.c - other kinds of file, which are recognized by their first bytes or by being text */
#include "base/bytes.h"
#include "transfer/kinds.h"

#include <string.h>

enum { KNOWN = 256 }; /* the rank of a mark */

typedef struct kind {
    uint16_t at;
    uint8_t size;
    uint8_t rule;
    const char *mark, *name;
} kind;

static const kind kinds[] = {
#define KIND(at_, mark_, name_, rule_) \
    {.at = at_, .size = sizeof mark_ - 1, .rule = A3D_FILE_##rule_, .mark = mark_, .name = name_},
#include "transfer/kinds.def"
#undef KIND
};

/* ---- short marks, with a check of what follows ---- */

/* A font has the number of its tables after the version, and then 16 times the greatest power of two up to that
 * number. */
static bool is_truetype(const uint8_t *data, size_t size)
{
    if (size < 12 || (memcmp(data, "\0\1\0\0", 4) != 0 && memcmp(data, "true", 4) != 0))
        return false;
    unsigned tables = a3d_load16(data + 4, true), power = 1;
    while (power * 2 <= tables)
        power *= 2;
    return tables >= 1 && tables <= 64 && a3d_load16(data + 6, true) == power * 16;
}

static bool is_jpeg(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0xff && data[1] == 0xd8 && data[2] == 0xff && data[3] >= 0xc0 && data[3] != 0xff;
}

/* The header has a size of its own, one of a few. */
static bool is_bmp(const uint8_t *data, size_t size)
{
    if (size < 26 || data[0] != 'B' || data[1] != 'M' || a3d_load32(data + 6, false) != 0)
        return false;
    uint32_t header = a3d_load32(data + 14, false);
    return header == 12 || header == 40 || header == 52 || header == 56 || header == 108 || header == 124;
}

/* Only an image whose pixels fill the file, or one with a footer: the header has no mark. */
static bool is_tga(const uint8_t *data, size_t size)
{
    static const char footer[] = "TRUEVISION-XFILE.";
    if (size >= 44 && memcmp(data + size - sizeof footer, footer, sizeof footer) == 0)
        return true;
    if (size < 18 || data[1] != 0 || (data[2] != 2 && data[2] != 3) || data[16] % 8 != 0 || data[16] > 32)
        return false;
    uint64_t pixels = (uint64_t)a3d_load16(data + 12, false) * a3d_load16(data + 14, false);
    return pixels * data[16] >= 128 && size == 18u + data[0] + pixels * (data[16] / 8u);
}

static bool is_icon(const uint8_t *data, size_t size)
{
    if (size < 22 || data[0] != 0 || data[1] != 0 || (data[2] != 1 && data[2] != 2) || data[3] != 0 || data[9] != 0)
        return false;
    unsigned n = a3d_load16(data + 4, false);
    return n >= 1 && n <= 64 && a3d_load32(data + 18, false) == 6 + 16 * n;
}

/* The length after the mark: of 3 bytes, or in later versions of 4. */
static bool is_atf(const uint8_t *data, size_t size)
{
    if (size < 16 || memcmp(data, "ATF", 3) != 0)
        return false;
    if (data[6] == 0xff)
        return a3d_load32(data + 8, true) == size - 12;
    return a3d_load32(data + 2, true) % (1 << 24) == size - 6;
}

static bool is_executable(const uint8_t *data, size_t size)
{
    if (size < 64 || data[0] != 'M' || data[1] != 'Z')
        return false;
    uint32_t at = a3d_load32(data + 60, false);
    if (at <= size - 4 && (memcmp(data + at, "PE\0\0", 4) == 0 || memcmp(data + at, "NE", 2) == 0))
        return true;
    /* for MS-DOS: pages of 512 bytes, which are the file or its first part */
    unsigned last = a3d_load16(data + 2, false), pages = a3d_load16(data + 4, false);
    unsigned head = a3d_load16(data + 8, false);
    return last < 512 && pages >= 1 && 512u * pages <= size + 511 && head >= 2 && 16u * head < size && head < 256;
}

/* The length after the version is that of the unpacked movie. */
static bool is_flash(const uint8_t *data, size_t size)
{
    if (size < 9 || memcmp(data + 1, "WS", 2) != 0 || data[3] == 0 || data[3] > 64)
        return false;
    return data[0] == 'C' || data[0] == 'Z' || (data[0] == 'F' && a3d_load32(data + 4, false) == size);
}

static bool is_python(const uint8_t *data, size_t size)
{
    return size >= 16 && data[1] >= 0x0b && data[1] <= 0x0f && data[2] == '\r' && data[3] == '\n' &&
           a3d_load32(data + 4, false) <= 3;
}

/* The sizes of six parts, of which the first are names in text, ended by a zero. */
static bool is_terminfo(const uint8_t *data, size_t size)
{
    unsigned magic = size >= 12 ? a3d_load16(data, false) : 0, names;
    if ((magic != 0x011a && magic != 0x021e) || (names = a3d_load16(data + 2, false)) < 2 || names > size - 12)
        return false;
    return data[12 + names - 1] == 0 && !a3d_is_binary(data + 12, names - 1) && a3d_load16(data + 4, false) < 256;
}

/* The main chunk is the whole file. */
static bool is_3ds(const uint8_t *data, size_t size)
{
    return size >= 16 && data[0] == 'M' && data[1] == 'M' && a3d_load32(data + 2, false) == size;
}

static bool is_stl(const uint8_t *data, size_t size)
{
    uint64_t n = size >= 84 ? a3d_load32(data + 80, false) : 0;
    return n > 0 && size == 84 + 50 * n;
}

/* Two frames, the second where the first one ends. */
static bool is_mp3(const uint8_t *data, size_t size)
{
    static const uint16_t rates[16] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0};
    static const uint16_t samples[4] = {44100, 48000, 32000, 0};
    if (size < 4 || data[0] != 0xff || (data[1] & 0xfe) != 0xfa)
        return false;
    unsigned rate = rates[data[2] >> 4], hertz = samples[data[2] >> 2 & 3];
    size_t next = hertz > 0 ? 144000 * rate / hertz + (data[2] >> 1 & 1) : 0;
    return rate > 0 && next > 0 && next <= size - 4 && data[next] == 0xff && data[next + 1] == data[1] &&
           data[next + 3] >> 6 == data[3] >> 6;
}

static const struct {
    bool (*is)(const uint8_t *data, size_t size);
    const char *name;
} checked[] = {
    {is_truetype, "a TrueType font"},
    {is_jpeg, "a JPEG image"},
    {is_bmp, "a BMP image"},
    {is_tga, "a TGA image"},
    {is_icon, "an icon"},
    {is_atf, "an ATF texture"},
    {is_executable, "a program for Windows or MS-DOS"},
    {is_flash, "a Flash movie"},
    {is_python, "a compiled Python module"},
    {is_terminfo, "a description of a terminal"},
    {is_3ds, "a 3DS scene"},
    {is_stl, "an STL model"},
    {is_mp3, "an MP3 sound"},
};

static const kind *find_kind(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (size >= (size_t)kinds[i].at + kinds[i].size && data[kinds[i].at] == (uint8_t)kinds[i].mark[0] &&
            memcmp(data + kinds[i].at, kinds[i].mark, kinds[i].size) == 0)
            return &kinds[i];
    return NULL;
}

const char *a3d_other_kind(const uint8_t *data, size_t size)
{
    const kind *known = find_kind(data, size);
    if (known != NULL)
        return known->name;
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
        if (checked[i].is(data, size))
            return checked[i].name;
    return a3d_text_kind(data, size);
}

/* A mark says what the rest is, so it counts more than what may be seen there; text proves more the longer it is. What
 * can be unpacked has a finder of its own. */
void a3d_trace_kinds(a3d_tracing *t)
{
    const kind *known = find_kind(t->data, t->size);
    const char *name = a3d_other_kind(t->data, t->size);
    a3d_evidence e = {.rule = known != NULL ? known->rule : A3D_FILE_OTHER_KIND, .size = t->size};
    e.bits = known != NULL || t->binary ? KNOWN : a3d_text_bits(t);
    e.sure = e.bits >= A3D_EVIDENT;
    if (t->size == 0) {
        e = (a3d_evidence){.rule = A3D_FILE_EMPTY, .bits = A3D_EVIDENT, .sure = true};
        a3d_add_trace(t, &e, "the file is empty; expected a model");
    } else if (name != NULL && e.rule != A3D_FILE_GZIP && !a3d_trace_pointer(t)) {
        bool packed = e.rule != A3D_FILE_OTHER_KIND;
        a3d_add_trace(t, &e, "the file is %s; %s", name,
                      packed ? "decompress it and check the result" : "expected an A3D, M3G or ODOL P3D model");
    }
}
