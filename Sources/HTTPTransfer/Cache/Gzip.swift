import CZlib

/// Bodies in the gzip format (RFC 1952).
enum Gzip {
    /// - Returns: nil where zlib has no memory for it.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // The least effort: what is kept is to save time.
        guard viperline_deflate_init_gzip(&stream, Z_BEST_SPEED) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return run(&stream, bytes, room: bound) { deflate($0, Z_FINISH) }
    }

    /// - Parameter count: bytes that it must come to; no more is ever unpacked.
    static func expand(_ bytes: ArraySlice<UInt8>, to count: Int) -> [UInt8]? {
        var stream = z_stream()
        guard viperline_inflate_init_gzip(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One byte more than there may be, so that zlib gets to the end of its stream.
        let body = run(&stream, Array(bytes), room: count + 1) { inflate($0, Z_FINISH) }
        return body?.count == count && stream.avail_in == 0 ? body : nil
    }

    private static func run(
        _ stream: inout z_stream, _ input: [UInt8], room: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> [UInt8]? {
        var input = input
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: room)
                isWhole = step(&stream) == Z_STREAM_END
                count = room - Int(stream.avail_out)
                stream.next_in = nil
                stream.next_out = nil
            }
        }
        return isWhole ? output : nil
    }
}
