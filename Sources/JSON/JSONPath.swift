/// Says in words where a value is. Errors are rare, so its position is looked for only then.
enum JSONPath {
    /// - Parameter offset: of the value's first byte.
    static func text(of offset: Int, in scanner: JSONScanner, root: String) -> String {
        var path = root
        var reader = JSONReader(scanner)
        while let step = try? reader.step(towards: offset) { path += step }
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }
}

extension JSONReader {
    /// Enters the member or element that contains `offset`; nil at the value itself.
    fileprivate mutating func step(towards offset: Int) throws(JSONError) -> String? {
        skipBlanks()
        guard offset > self.offset else { return nil }
        switch nextByte {
        case UInt8(ascii: "{"):
            try beginObject()
            while let key = try nextKey() {
                if try contains(offset) { return ".\(key.text ?? "?")" }
            }
        case UInt8(ascii: "["):
            try beginArray()
            var index = 0
            while try nextElement() {
                if try contains(offset) { return "[\(index)]" }
                index += 1
            }
        default: break
        }
        return nil
    }

    /// Whether the next value contains `offset`; passes over it if not.
    private mutating func contains(_ offset: Int) throws(JSONError) -> Bool {
        let position = position
        let end = (try? skipValue())?.upperBound ?? .max
        if offset >= end { return false }
        move(to: position)
        return true
    }
}
