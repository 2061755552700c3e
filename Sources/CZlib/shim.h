#pragma once
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not see. 15 bits of window, and 16 for a gzip header and trailer (RFC 1952).
static inline int viperline_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int viperline_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

// Of any kind: 8 to 15 for zlib's own header, 16 more for gzip's, less than 0 for none.
static inline int viperline_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
