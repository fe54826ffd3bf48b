/* status.c - the phrases for the statuses in codec.h */
#include "codec/codec.h"

const char *a3d_codec_status_text(a3d_codec_status status)
{
    static const char *const text[] = {
        [A3D_CODEC_OK] = "no fault",
        [A3D_CODEC_INPUT_ENDS] = "the input ends inside the stream",
        [A3D_CODEC_OUTPUT_OVERRUN] = "the stream has more bytes than its unpacked size",
        [A3D_CODEC_OUTPUT_SHORT] = "the stream ends before its unpacked size is reached",
        [A3D_CODEC_BAD_DISTANCE] = "a back-reference points before the start of the unpacked data",
        [A3D_CODEC_BAD_LENGTH] = "a length exceeds the unpacked size",
        [A3D_CODEC_BAD_END] = "the end marker has a match length other than 3",
        [A3D_CODEC_BAD_CHECKSUM] = "the checksum does not match the data",
        [A3D_CODEC_BAD_METHOD] = "the zlib header gives a method other than deflate",
        [A3D_CODEC_BAD_WINDOW] = "the zlib header gives a window above 32 KiB",
        [A3D_CODEC_BAD_HEADER_CHECK] = "the check bits of the zlib header are wrong",
        [A3D_CODEC_PRESET_DICTIONARY] = "the zlib header asks for a preset dictionary",
        [A3D_CODEC_GZIP] = "the data starts with a gzip header",
        [A3D_CODEC_BAD_BLOCK] = "the deflate data is invalid",
    };
    size_t i = (size_t)status;

    return i < sizeof text / sizeof text[0] ? text[i] : "unknown status";
}
