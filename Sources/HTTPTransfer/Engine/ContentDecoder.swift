import CZlib

/// Undoes a Content-Encoding while the body comes (RFC 9110 §8.4.1), as much at a time as there is room for.
///
/// libcurl would do so as well, but it hands over all that a piece unpacks to, a thousand times its size, with no way to
/// hold it back; it takes an end that comes too early for a success; and it refuses a second gzip member behind the
/// first, which RFC 1952 §2.2 allows.
final class ContentDecoder {
    enum Coding {
        case gzip, deflate
    }

    private enum State {
        case outside
        case inside
        /// Behind the last member; only zeros may come, with which some programs fill up a block.
        case padding
    }

    /// The most that one step brings.
    static let step = 16 << 10

    private let coding: Coding
    /// Where zlib remembers it: its state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer
    private var isPrepared = false
    private var state = State.outside

    init(_ coding: Coding) {
        self.coding = coding
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(byteCount: Self.step, alignment: 16)
    }

    deinit {
        if isPrepared { inflateEnd(stream) }
        stream.deallocate()
        output.deallocate()
    }

    /// Whether the body may end here.
    var isAtEnd: Bool { state != .inside }

    /// Unpacks as much of the input as a step brings.
    /// - Returns: how much of the input that took, and what it came to, which is good until the next step.
    func decode(
        _ input: UnsafeRawBufferPointer
    ) throws(TransferError) -> (consumed: Int, output: UnsafeRawBufferPointer) {
        if state == .outside {
            guard let first = input.first else { return (0, UnsafeRawBufferPointer(start: nil, count: 0)) }
            try begin(first)
        }
        if state == .padding { return (try skipPadding(input), UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try inflate(input)
    }

    private func begin(_ first: UInt8) throws(TransferError) {
        if isPrepared {
            guard coding == .gzip, first == 0x1F else {
                state = .padding
                return
            }
            inflateReset(stream)
        } else {
            let window: Int32 = 15
            // Servers differ in what they call deflate: with zlib's header, as they should, or without (RFC 9110 §8.4.1.2).
            let isBare = coding == .deflate && first & 0x0F != 0x08
            let kind = coding == .gzip ? window + 16 : isBare ? -window : window
            guard viperline_inflate_init(stream, kind) == Z_OK else { throw .undecodable("zlib has no memory") }
            isPrepared = true
        }
        state = .inside
    }

    private func inflate(
        _ input: UnsafeRawBufferPointer
    ) throws(TransferError) -> (consumed: Int, output: UnsafeRawBufferPointer) {
        // zlib only reads the input; its type is older than const.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        let consumed = input.count - Int(stream.pointee.avail_in)
        let produced = output.count - Int(stream.pointee.avail_out)
        stream.pointee.next_in = nil
        stream.pointee.next_out = nil
        switch code {
        case Z_STREAM_END: state = .outside
        // Z_BUF_ERROR only says that nothing could be done without more input.
        case Z_OK, Z_BUF_ERROR: break
        default: throw .undecodable(stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(code)")
        }
        return (consumed, UnsafeRawBufferPointer(rebasing: output[..<produced]))
    }

    private func skipPadding(_ input: UnsafeRawBufferPointer) throws(TransferError) -> Int {
        guard input.allSatisfy({ $0 == 0 }) else { throw .undecodable("something else follows its end") }
        return input.count
    }
}
