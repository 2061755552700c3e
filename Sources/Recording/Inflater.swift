import CZlib

/// Decompresses a stream piece by piece (RFC 1952), past damage too: from the next point at which its writer has
/// flushed it.
final class Inflater {
    enum Progress: Equatable {
        case decompressed
        /// What follows is looked for from here on.
        case damaged
        /// Between two members, or at the end.
        case atMemberEnd
    }

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input: [UInt8] = []
    /// Up to here it has been decompressed.
    private var position = 0
    private var isLost = false
    private(set) var isAtMemberEnd = false

    /// - Returns: nil where there is no memory for it.
    init?() {
        stream.initialize(to: z_stream())
        guard viperline_inflate_init_gzip(stream) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether more has to be put in.
    var isHungry: Bool { position == input.count }

    /// Puts in what comes next; only when it is hungry.
    func feed(_ bytes: [UInt8]) {
        input = bytes
        position = 0
    }

    /// Decompresses some of what was put in.
    /// - Returns: how far that went, and how many bytes of `space` were filled.
    func decompress(into space: UnsafeMutableRawBufferPointer) -> (Progress, count: Int) {
        if isAtMemberEnd {
            inflateReset(stream)
            isAtMemberEnd = false
        }
        return input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress.map { $0 + position }
            stream.pointee.avail_in = UInt32(input.count - position)
            stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(space.count)
            defer { position = input.count - Int(stream.pointee.avail_in) }
            if isLost { isLost = inflateSync(stream) != Z_OK }
            guard !isLost else { return (.decompressed, 0) }
            let code = inflate(stream, Z_NO_FLUSH)
            let count = space.count - Int(stream.pointee.avail_out)
            switch code {
            case Z_OK, Z_BUF_ERROR: return (.decompressed, count)
            case Z_STREAM_END:
                isAtMemberEnd = true
                return (.atMemberEnd, count)
            default:
                isLost = true
                return (.damaged, count)
            }
        }
    }
}
