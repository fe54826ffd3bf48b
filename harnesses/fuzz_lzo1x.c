/* fuzz_lzo1x.c - any bytes as a stream of LZO1X, against a second reader; see codecs.h */
#include "codecs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const block_codec codec = {"lzo1x", a3d_lzo1x_unpack, naive_lzo1x, a3d_lzo1x_pack, a3d_lzo1x_pack_bound};
    return codec_run(&codec, data, size);
}
