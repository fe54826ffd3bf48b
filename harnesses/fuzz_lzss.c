/* fuzz_lzss.c - any bytes as a stream of LZSS, against a second reader; see codecs.h */
#include "codecs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const block_codec codec = {"lzss", a3d_lzss_unpack, naive_lzss, a3d_lzss_pack, a3d_lzss_pack_bound};
    return codec_run(&codec, data, size);
}
