import JSON

/// Collects a body and hands it over in parts that contain whole values. Each byte is looked at once.
struct ValueCollector {
    /// Bytes of a value at most; nil for no limit.
    private let limit: Int?
    private var bytes: [UInt8] = []
    /// The place behind the last end of a value.
    private var end = 0
    private var isAtStart = true
    private var isSequence = false

    init(limit: Int?) {
        self.limit = limit
    }

    var heldBytes: Int { bytes.count }

    /// Bytes of whole values.
    var bytesToTake: Int { end }

    mutating func append(_ chunk: UnsafeRawBufferPointer) throws(TransferError) {
        guard let first = chunk.first else { return }
        if isAtStart {
            isAtStart = false
            isSequence = first == BodyValues.recordSeparator
        }
        let separator = isSequence ? BodyValues.recordSeparator : 0x0A
        var rest = chunk[...]
        if let limit {
            // Each value alone.
            var held = bytes.count - end
            while let place = rest.firstIndex(of: separator) {
                guard held + place - rest.startIndex <= limit else { break }
                held = 0
                rest = rest[(place + 1)...]
            }
            let next = rest.firstIndex(of: separator) ?? rest.endIndex
            guard held + next - rest.startIndex <= limit else {
                // The values before it are whole.
                if rest.startIndex > chunk.startIndex {
                    bytes.append(contentsOf: chunk[..<rest.startIndex])
                    end = bytes.count
                }
                throw .bodyTooLarge(limit: limit)
            }
        }
        let before = bytes.count
        bytes.append(contentsOf: chunk)
        if let last = chunk.lastIndex(of: separator) { end = before + last + 1 }
    }

    /// - Parameter isWhole: whether the body has ended, so that the rest is a value, too.
    mutating func take(isWhole: Bool) -> BodyValues {
        let part = isWhole ? bytes : Array(bytes[..<end])
        bytes.removeFirst(part.count)
        end = 0
        return BodyValues(part, isSequence: isSequence)
    }
}
