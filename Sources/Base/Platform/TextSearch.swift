// The search of a text in a text, byte for byte, by the C library. The one of the standard library is in the module of regular expressions,
// which would add 2 MB to each program; Package.swift leaves that module out.
extension StringProtocol {
    // Where Foundation is imported, as in tests, its functions of these names are preferred.
    @_disfavoredOverload
    package func contains(_ text: some StringProtocol) -> Bool { firstRange(of: text) != nil }

    @_disfavoredOverload
    package func firstRange(of text: some StringProtocol) -> Range<Index>? {
        guard let offset = places(of: text, atMost: 1).first else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }

    /// - Parameter separator: a text that is not empty.
    @_disfavoredOverload
    package func split(
        separator: some StringProtocol, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        var parts: [SubSequence] = []
        var (start, offset) = (startIndex, 0)
        func add(upTo end: Index) {
            if !omittingEmptySubsequences || start < end { parts.append(self[start..<end]) }
        }
        for place in separator.isEmpty ? [] : places(of: separator, atMost: maxSplits) {
            let end = utf8.index(start, offsetBy: place - offset)
            add(upTo: end)
            start = utf8.index(end, offsetBy: separator.utf8.count)
            offset = place + separator.utf8.count
        }
        add(upTo: endIndex)
        return parts
    }

    /// - Parameter text: the text that is replaced wherever it stands; unless it is empty.
    @_disfavoredOverload
    package func replacing(_ text: some StringProtocol, with other: some StringProtocol) -> String {
        var replaced = ""
        var start = startIndex
        var offset = 0
        for place in text.isEmpty ? [] : places(of: text, atMost: .max) {
            let end = utf8.index(start, offsetBy: place - offset)
            replaced += self[start..<end]
            replaced += other
            start = utf8.index(end, offsetBy: text.utf8.count)
            offset = place + text.utf8.count
        }
        return replaced + self[start...]
    }

    /// The places where the text begins, in bytes from the start; occurrences do not overlap.
    private func places(of text: some StringProtocol, atMost most: Int) -> [Int] {
        var (whole, wanted) = (String(self), String(text))
        return whole.withUTF8 { bytes in
            wanted.withUTF8 { wanted in
                guard let needle = wanted.baseAddress, !wanted.isEmpty else { return most > 0 ? [0] : [] }
                var places: [Int] = []
                var next = 0
                while places.count < most, let start = bytes.baseAddress, next < bytes.count,
                    let found = memmem(start + next, bytes.count - next, needle, wanted.count)
                {
                    let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
                    places.append(place)
                    next = place + wanted.count
                }
                return places
            }
        }
    }
}
