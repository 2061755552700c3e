#pragma once
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not see. 15 bits of window, and 16 for a gzip header and trailer (RFC 1952).
static inline int viperline_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int viperline_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
