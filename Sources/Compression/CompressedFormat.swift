import CZlib

/// How compressed data are wrapped.
package enum CompressedFormat: Sendable {
    /// RFC 1952. Several members may follow each other.
    case gzip
    /// RFC 1950.
    case zlib
    /// RFC 1951, without a wrapper.
    case raw

    /// zlib's encoding of the format: the logarithm of the window's size, plus 16 for gzip, negative for raw data.
    var windowBits: Int32 {
        switch self {
        case .gzip: MAX_WBITS + 16
        case .zlib: MAX_WBITS
        case .raw: -MAX_WBITS
        }
    }
}
