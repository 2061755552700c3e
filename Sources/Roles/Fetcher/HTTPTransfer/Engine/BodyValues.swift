/// The texts of values in a part of a body: the lines of NDJSON and JSON Lines, or the elements of a JSON text sequence (RFC 7464). The
/// part is cut into values one by one, because very many small ones would take more memory than their text.
package struct BodyValues: Equatable, Sendable {
    package struct Value: Equatable, Sendable {
        package let text: [UInt8]
        /// Whether its end shows that it is not cut.
        package let isWhole: Bool
    }

    /// Begins each element of a sequence.
    fileprivate static let recordSeparator: UInt8 = 0x1E

    private let bytes: [UInt8]
    private let isSequence: Bool
    private var at = 0

    /// - Parameter whole: a whole body.
    package init(of whole: [UInt8]) {
        self.init(whole, isSequence: whole.first == Self.recordSeparator)
    }

    fileprivate init(_ bytes: [UInt8], isSequence: Bool) {
        self.bytes = bytes
        self.isSequence = isSequence
    }

    /// Blank lines are no values.
    package mutating func next() -> Value? {
        let separator = isSequence ? Self.recordSeparator : 0x0A
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: separator) ?? bytes.count
            let text = bytes[at..<end]
            at = end + 1
            guard let last = text.last, !text.allSatisfy(Self.isBlank) else { continue }
            // Only a string, an array and an object mark their own ends (RFC 7464 §2.4).
            let isEnded =
                Self.isBlank(last) || [UInt8(ascii: "\""), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(last)
            return Value(text: Array(text), isWhole: !isSequence || isEnded)
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
}

/// Collects a body and hands it over in parts that contain whole values. Each byte is looked at once.
struct ValueCollector {
    /// Bytes of a value at most; nil for no limit.
    private let limit: Int?
    private var bytes: [UInt8] = []
    /// Behind the last end of a value.
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
