import Compression

/// Decompresses gzip members chunk by chunk. Behind damage it goes on where the writer next flushed fully.
final class RecoveringInflater {
    enum Progress: Equatable {
        case decompressed
        /// The next output comes from behind the damage.
        case damaged
        /// Between two members, or at the end.
        case memberEnd
    }

    private let inflater: Inflater
    private var input: [UInt8] = []
    /// Bytes of `input` already decompressed.
    private var position = 0
    private var isLost = false
    private(set) var isAtMemberEnd = false

    /// - Returns: nil when memory runs out.
    init?() {
        guard let inflater = Inflater(.gzip) else { return nil }
        self.inflater = inflater
    }

    /// Whether ``feed(_:)`` is needed before it can go on.
    var isHungry: Bool { position == input.count }

    /// Supplies the next chunk; only when it is hungry.
    func feed(_ bytes: [UInt8]) {
        input = bytes
        position = 0
    }

    /// Decompresses some of the input.
    /// - Returns: how it went, and how many bytes of `space` were filled.
    func decompress(into space: UnsafeMutableRawBufferPointer) -> (Progress, count: Int) {
        if isAtMemberEnd {
            inflater.reset()
            isAtMemberEnd = false
        }
        return input.withUnsafeBytes { input in
            if isLost {
                let (consumed, isFound) = inflater.resynchronise(UnsafeRawBufferPointer(rebasing: input[position...]))
                position += consumed
                isLost = !isFound
            }
            guard !isLost else { return (.decompressed, 0) }
            let step = inflater.decompress(UnsafeRawBufferPointer(rebasing: input[position...]), into: space)
            position += step.consumed
            switch step.status {
            case .more: return (.decompressed, step.produced)
            case .memberEnd:
                isAtMemberEnd = true
                return (.memberEnd, step.produced)
            case .damaged:
                isLost = true
                return (.damaged, step.produced)
            }
        }
    }
}
