#pragma once
#include <zlib.h>

// Swift does not see macros. `window_bits`: 8 to 15 for zlib's header, 16 more for gzip's, negative for none.
static inline int viperline_deflate_init(z_stream *stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int viperline_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
