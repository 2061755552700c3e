import CZlib

/// Decompresses a stream step by step. The caller gives the space for each step's output, so a bomb fills no more.
package final class Inflater {
    /// Deflate makes data smaller by this at most, so a length beyond it is a lie.
    static let greatestRatio = 1032

    package enum Status: Equatable, Sendable {
        /// Input or output space is used up.
        case more
        /// The member has ended, with its checksum; input may be left. ``reset()`` begins the next one.
        case memberEnd
        /// The data are invalid, for zlib's reason.
        case damaged(reason: String)
    }

    package struct Step: Equatable, Sendable {
        /// Bytes of input.
        package let consumed: Int
        /// Bytes of output.
        package let produced: Int
        package let status: Status
    }

    /// The stream is on the heap because zlib's state points back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// - Returns: nil when memory runs out.
    package init?(_ format: CompressedFormat) {
        stream.initialize(to: z_stream())
        guard viperline_inflate_init(stream, format.windowBits) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Prepares for another member.
    package func reset() { inflateReset(stream) }

    /// Decompresses as much of `input` as `space` has room for.
    package func decompress(_ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer) -> Step {
        supply(input)
        stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: space.count)
        let room = Int(stream.pointee.avail_out)
        let code = inflate(stream, Z_NO_FLUSH)
        let produced = room - Int(stream.pointee.avail_out)
        stream.pointee.next_out = nil
        return Step(consumed: taken(of: input), produced: produced, status: status(code))
    }

    /// Skips input up to a point where the writer flushed fully (``Deflater/Flush/full``).
    package func resynchronise(_ input: UnsafeRawBufferPointer) -> (consumed: Int, isFound: Bool) {
        supply(input)
        let code = inflateSync(stream)
        return (taken(of: input), code == Z_OK)
    }

    private func supply(_ input: UnsafeRawBufferPointer) {
        stream.pointee.next_in = input.asZlibInput
        stream.pointee.avail_in = UInt32(clamping: input.count)
    }

    private func taken(of input: UnsafeRawBufferPointer) -> Int {
        stream.pointee.next_in = nil
        return Int(UInt32(clamping: input.count) - stream.pointee.avail_in)
    }

    private func status(_ code: Int32) -> Status {
        switch code {
        // Z_BUF_ERROR: nothing could be done without more input or space.
        case Z_OK, Z_BUF_ERROR: .more
        case Z_STREAM_END: .memberEnd
        default: .damaged(reason: stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
        }
    }
}

extension [UInt8] {
    /// Decompresses one whole member.
    /// - Parameter count: the length when decompressed, in bytes. No more is ever decompressed.
    /// - Returns: nil for damage, another length, a truncated member, bytes after its end, and when memory runs out.
    package init?(decompressing data: ArraySlice<UInt8>, _ format: CompressedFormat, to count: Int) {
        guard count >= 0, count / Inflater.greatestRatio <= data.count, let inflater = Inflater(format) else {
            return nil
        }
        var isWhole = false
        // A byte to spare lets zlib reach the end of its stream, and shows an excess.
        self.init(unsafeUninitializedCapacity: count + 1) { output, filled in
            data.withUnsafeBytes { input in
                var read = 0
                while true {
                    let step = inflater.decompress(
                        UnsafeRawBufferPointer(rebasing: input[read...]),
                        into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: output[filled...])))
                    read += step.consumed
                    filled += step.produced
                    isWhole = step.status == .memberEnd && read == input.count && filled == count
                    guard step.status == .more, step.consumed + step.produced > 0, filled <= count else { return }
                }
            }
        }
        guard isWhole else { return nil }
    }
}
