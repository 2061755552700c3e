/// Finds the last place of a text in much longer bytes, without looking at most of them (the algorithm of Horspool,
/// from the end).
struct BackwardSearch {
    private let text: [UInt8]
    /// How far to go back from a window that begins with a byte.
    private var steps: [Int]

    /// - Parameter text: not empty.
    init(for text: [UInt8]) {
        self.text = text
        steps = Array(repeating: text.count, count: 256)
        for (index, byte) in text.enumerated().dropFirst().reversed() { steps[Int(byte)] = index }
    }

    func last(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        var start = bytes.count - text.count
        while start >= 0 {
            if bytes[start] == text[0], bytes[start..<start + text.count].elementsEqual(text) { return start }
            start -= steps[Int(bytes[start])]
        }
        return nil
    }
}
