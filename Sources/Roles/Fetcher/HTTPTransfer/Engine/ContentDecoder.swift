import Compression

/// Undoes a Content-Encoding as the body arrives (RFC 9110 §8.4.1), in bounded steps.
///
/// libcurl would do so too, but it hands over all that a piece decompresses to, a thousand times its size, with no way to
/// hold it back; it takes a truncated body for a whole one; and it refuses a second gzip member, which RFC 1952 §2.2
/// allows.
final class ContentDecoder {
    enum Coding {
        case gzip, deflate
    }

    private enum State {
        case outside
        case inside
        /// Behind the last member. Only zeros may follow; some programs fill up a block with them.
        case padding
    }

    /// Bytes of output that one step gives at most.
    static let step = 16 << 10

    private let coding: Coding
    /// Made at the first byte, which determines the format.
    private var inflater: Inflater?
    private let output: UnsafeMutableRawBufferPointer
    private var state = State.outside

    init(_ coding: Coding) {
        self.coding = coding
        output = .allocate(byteCount: Self.step, alignment: 16)
    }

    deinit { output.deallocate() }

    /// Whether the body may end here.
    var isAtEnd: Bool { state != .inside }

    /// Decompresses as much of the input as one step gives.
    /// - Returns: bytes of input consumed, and the output, valid until the next step.
    func decode(
        _ input: UnsafeRawBufferPointer
    ) throws(TransferError) -> (consumed: Int, output: UnsafeRawBufferPointer) {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        if state == .outside {
            guard let first = input.first else { return (0, nothing) }
            try begin(first)
        }
        guard state == .inside, let inflater else { return (try skipPadding(input), nothing) }
        let step = inflater.decompress(input, into: output)
        switch step.status {
        case .more: break
        case .memberEnd: state = .outside
        case .damaged(let reason): throw .undecodable(reason)
        }
        return (step.consumed, UnsafeRawBufferPointer(rebasing: output[..<step.produced]))
    }

    private func begin(_ first: UInt8) throws(TransferError) {
        if let inflater {
            guard coding == .gzip, first == 0x1F else {
                state = .padding
                return
            }
            inflater.reset()
        } else {
            inflater = Inflater(format(beginningWith: first))
            guard inflater != nil else { throw .undecodable("there is not enough memory") }
        }
        state = .inside
    }

    /// Servers disagree about "deflate": with zlib's header, as it should be, or without (RFC 9110 §8.4.1.2).
    private func format(beginningWith first: UInt8) -> CompressedFormat {
        coding == .gzip ? .gzip : first & 0x0F == 0x08 ? .zlib : .raw
    }

    private func skipPadding(_ input: UnsafeRawBufferPointer) throws(TransferError) -> Int {
        guard input.allSatisfy({ $0 == 0 }) else { throw .undecodable("something else follows its end") }
        return input.count
    }
}
