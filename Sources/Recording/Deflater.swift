import CZlib

/// Compresses a stream piece by piece (RFC 1952), so that what has been flushed can be read while more is to come.
final class Deflater {
    enum Flush {
        /// What is put out may end in the middle of anything.
        case none
        /// All that was put in can be read from what has been put out, and what follows can be read without it: so
        /// damage does not reach further than to here.
        case full
        /// It is the end.
        case finish

        fileprivate var code: Int32 {
            switch self {
            case .none: Z_NO_FLUSH
            case .full: Z_FULL_FLUSH
            case .finish: Z_FINISH
            }
        }
    }

    /// zlib's state points back to it, so it may not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// - Returns: nil where there is no memory for it.
    init?() {
        stream.initialize(to: z_stream())
        // The least effort: who records is to be done before the next event.
        guard viperline_deflate_init_gzip(stream, Z_BEST_SPEED) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func compress(_ bytes: UnsafeRawBufferPointer, _ flush: Flush, onto output: inout [UInt8]) {
        let input = UnsafeMutableRawBufferPointer(mutating: bytes)
        stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        var isRoomUsedUp = true
        while isRoomUsedUp {
            let count = room.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                deflate(stream, flush.code)
                return room.count - Int(stream.pointee.avail_out)
            }
            output += room[..<count]
            isRoomUsedUp = count == room.count
        }
    }
}
