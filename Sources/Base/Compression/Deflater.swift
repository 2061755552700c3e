import CZlib

/// Compresses a stream piece by piece.
package final class Deflater {
    package enum Effort: Sendable {
        case fastest, standard, smallest

        fileprivate var level: Int32 {
            switch self {
            case .fastest: Z_BEST_SPEED
            case .standard: Z_DEFAULT_COMPRESSION
            case .smallest: Z_BEST_COMPRESSION
            }
        }
    }

    package enum Flush: Sendable {
        /// The output may end anywhere.
        case none
        /// The output so far decompresses to all input so far, and what follows decompresses without it: damage reaches no
        /// further than this point.
        case full
        /// The stream ends.
        case finish

        fileprivate var code: Int32 {
            switch self {
            case .none: Z_NO_FLUSH
            case .full: Z_FULL_FLUSH
            case .finish: Z_FINISH
            }
        }
    }

    /// The stream is on the heap because zlib's state points back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// - Returns: nil when memory runs out.
    package init?(_ format: CompressedFormat, effort: Effort) {
        stream.initialize(to: z_stream())
        guard viperline_deflate_init(stream, effort.level, format.windowBits) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends to `output` what `bytes` compress to, as far as zlib gives it out.
    package func compress(_ bytes: UnsafeRawBufferPointer, _ flush: Flush, onto output: inout [UInt8]) {
        var rest = bytes[...]
        // zlib counts in 32 bits.
        while rest.count > Self.longestPiece {
            compress(piece: UnsafeRawBufferPointer(rebasing: rest.prefix(Self.longestPiece)), .none, onto: &output)
            rest = rest.dropFirst(Self.longestPiece)
        }
        compress(piece: UnsafeRawBufferPointer(rebasing: rest), flush, onto: &output)
    }

    /// Bytes in one call of zlib, which counts them in 32 bits.
    private static let longestPiece = 1 << 30

    private func compress(piece: UnsafeRawBufferPointer, _ flush: Flush, onto output: inout [UInt8]) {
        stream.pointee.next_in = piece.asZlibInput
        stream.pointee.avail_in = UInt32(clamping: piece.count)
        defer { stream.pointee.next_in = nil }
        var isRoomUsedUp = true
        while isRoomUsedUp {
            let count = room.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(clamping: room.count)
                deflate(stream, flush.code)
                stream.pointee.next_out = nil
                return room.count - Int(stream.pointee.avail_out)
            }
            output += room[..<count]
            isRoomUsedUp = count == room.count
        }
    }
}

extension [UInt8] {
    /// The whole stream that these bytes compress to; nil when memory runs out.
    package func compressed(_ format: CompressedFormat, effort: Deflater.Effort) -> [UInt8]? {
        guard let deflater = Deflater(format, effort: effort) else { return nil }
        var output: [UInt8] = []
        withUnsafeBytes { deflater.compress($0, .finish, onto: &output) }
        return output
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as zlib's input: zlib only reads it, but the type of `next_in` is older than `const`.
    var asZlibInput: UnsafeMutablePointer<UInt8>? {
        UnsafeMutablePointer(mutating: baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
}

/// The wrapping of compressed data.
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

extension ArraySlice<UInt8> {
    /// The checksum that gzip and PNG use (RFC 1952, section 8).
    package var crc32: UInt32 {
        // zlib's result fits into 32 bits; its type is C's `unsigned long`.
        withUnsafeBytes { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
