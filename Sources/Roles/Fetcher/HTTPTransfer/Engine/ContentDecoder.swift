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

    struct Step {
        /// Bytes of the input.
        let consumed: Int
        /// Valid until the next step.
        let output: UnsafeRawBufferPointer
        /// True if there is no more output without more input.
        let isDry: Bool
    }

    private let coding: Coding
    /// Undoes the coding that was applied last, if there are several; its output is the input of this one.
    private let outer: ContentDecoder?
    /// Output of the outer one that waits here, and whether there is more of it without more input.
    private var pending = UnsafeRawBufferPointer(start: nil, count: 0)
    private var isOuterDry = true
    /// Made at the first byte, which determines the format.
    private var inflater: Inflater?
    private let output: UnsafeMutableRawBufferPointer
    private var state = State.outside

    init(_ coding: Coding, after outer: ContentDecoder? = nil) {
        self.coding = coding
        self.outer = outer
        output = .allocate(byteCount: Self.step, alignment: 16)
    }

    deinit { output.deallocate() }

    /// True if the body may end here.
    var isAtEnd: Bool { state != .inside && outer?.isAtEnd != false }

    /// Decompresses as much of the input as one step gives.
    func decode(_ input: UnsafeRawBufferPointer) throws(TransferError) -> Step {
        guard let outer else { return try decodeOwn(input) }
        var consumed = 0
        if pending.isEmpty {
            let step = try outer.decode(input)
            (consumed, pending, isOuterDry) = (step.consumed, step.output, step.isDry)
        }
        let step = try decodeOwn(pending)
        pending = UnsafeRawBufferPointer(rebasing: pending[step.consumed...])
        return Step(
            consumed: consumed, output: step.output, isDry: step.isDry && pending.isEmpty && isOuterDry)
    }

    private func decodeOwn(_ input: UnsafeRawBufferPointer) throws(TransferError) -> Step {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        if state == .outside {
            guard let first = input.first else { return Step(consumed: 0, output: nothing, isDry: true) }
            try begin(first)
        }
        guard state == .inside, let inflater else {
            return Step(consumed: try skipPadding(input), output: nothing, isDry: true)
        }
        let step = inflater.decompress(input, into: output)
        switch step.status {
        case .more:
            guard step.consumed > 0 || step.produced > 0 || input.isEmpty else {
                throw .undecodable("zlib cannot continue")
            }
        case .memberEnd: state = .outside
        case .damaged(let reason): throw .undecodable(reason)
        }
        let isDry = step.consumed == input.count && step.produced < Self.step
        return Step(
            consumed: step.consumed, output: UnsafeRawBufferPointer(rebasing: output[..<step.produced]), isDry: isDry)
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

/// The codings of a body, by its Content-Encoding, the last of which was applied last (RFC 9110 §8.4).
struct ContentCodings {
    /// Undoes them all; nil where there is nothing to undo.
    private(set) var decoder: ContentDecoder?
    /// All names, if one of them is a coding that cannot be undone here.
    private(set) var foreign = ""
    /// Codings of IANA's registry. Other names, such as `none` and `utf-8`, are mistakes of servers: the body is not encoded.
    private static let others: Set = [
        "br", "zstd", "compress", "x-compress", "dcb", "dcz", "exi", "aes128gcm", "pack200-gzip",
    ]
    private static let known: [String: ContentDecoder.Coding] = ["gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate]
    /// The most codings around one another; each may be a bomb within the one before.
    private static let mostCodings = 4

    init(_ headers: [HTTPHeader]) {
        let fields = headers.filter { $0.isNamed("Content-Encoding") }
        guard !fields.isEmpty else { return }
        let names =
            fields
            .flatMap { $0.value.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        let codings = names.compactMap { Self.known[$0] }
        guard codings.count <= Self.mostCodings, !names.contains(where: Self.others.contains) else {
            foreign = names.joined(separator: ", ")
            return
        }
        for coding in codings.reversed() { decoder = ContentDecoder(coding, after: decoder) }
    }
}
