/// Many texts in one stretch of memory, each followed by the byte that ended it.
package struct PackedTexts: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The end of each text. Four bytes each are enough for all texts that fit into memory.
    private var ends: [UInt32] = []
    /// The beginning of the text that has not ended yet.
    private var start = 0

    package init() {}

    /// The texts that have ended.
    package var count: Int { ends.count }

    /// The bytes of all texts, without those between them.
    package var size: Int { bytes.count - ends.count }

    /// The text that has not ended yet.
    package var rest: ArraySlice<UInt8> { bytes[start...] }

    package var restSize: Int { bytes.count - start }

    /// Continues the text that has not ended yet.
    package mutating func append(_ piece: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: piece) }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    package mutating func end(with byte: UInt8 = 0) {
        ends.append(UInt32(clamping: bytes.count))
        bytes.append(byte)
        start = bytes.count
    }

    /// Removes the text that has not ended yet.
    package mutating func dropRest() { bytes.removeLast(bytes.count - start) }

    package subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

    private func range(of index: Int) -> Range<Int> {
        let end = Int(ends[index])
        return min(index > 0 ? Int(ends[index - 1]) + 1 : 0, end)..<end
    }

    func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in ends.withUnsafeBufferPointer { body(Pointers(bytes: bytes, ends: $0)) }
        }
    }

    /// The texts without a reference to count, for loops over many.
    struct Pointers {
        let bytes: UnsafeBufferPointer<UInt8>
        let ends: UnsafeBufferPointer<UInt32>

        subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
            let end = Int(ends[index])
            return UnsafeBufferPointer(rebasing: bytes[min(index > 0 ? Int(ends[index - 1]) + 1 : 0, end)..<end])
        }
    }
}
