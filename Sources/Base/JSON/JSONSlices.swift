/// Finds values in JSON and leaves them as bytes: all ranges are offsets into the text given.
public enum JSONSlices {
    public struct Member: Equatable, Sendable {
        /// The key's range with its quotes.
        public let key: Range<Int>
        public let value: Range<Int>
    }

    /// The members of an object, in their order; the whole text is checked.
    public static func members(_ object: Span<UInt8>) throws(JSONError) -> [Member] {
        var members: [Member] = []
        try visit(object) { members.append($1) }
        return members
    }

    /// Shows the members of an object, in their order, and keeps none; the whole text is checked.
    public static func visit(_ object: Span<UInt8>, _ body: (JSONKey, Member) -> Void) throws(JSONError) {
        do throws(JSONError) {
            try JSONReader.read(object) { reader throws(JSONError) in
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    body(key, Member(key: reader.range(of: key), value: try reader.skipValue()))
                }
            }
        } catch {
            // The scanner refuses what is not UTF-8, but does not name it.
            if (try? UTF8Span(validating: object)) == nil { throw JSONError(.notUTF8, at: 0) }
            throw error
        }
    }

    /// The value of the first member with this key; nil if there is none, or no object.
    public static func member(_ key: String, of object: Span<UInt8>) -> Range<Int>? {
        let value = try? JSONReader.readPrefix(object) { reader throws(JSONError) -> Range<Int>? in
            try reader.beginObject()
            while let next = try reader.nextKey() {
                let value = try reader.skipValue()
                if next.text == key { return value }
            }
            return nil
        }
        return value ?? nil
    }

    /// The elements of the array that is the member `key` of an object; nil if there is no such array.
    public static func elements(of key: String, in object: Span<UInt8>) -> [Range<Int>]? {
        guard let array = member(key, of: object) else { return nil }
        return elements(ofArray: object.extracting(array))?.map {
            array.lowerBound + $0.lowerBound..<array.lowerBound + $0.upperBound
        }
    }

    /// The elements of an array; nil for anything else.
    public static func elements(ofArray array: Span<UInt8>) -> [Range<Int>]? {
        try? JSONReader.readPrefix(array) { reader throws(JSONError) in
            var elements: [Range<Int>] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try reader.skipValue()) }
            return elements
        }
    }
}

/// Describes where a value is. Errors are rare, so the position is computed only for them.
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

    /// True if the next value contains `offset`; passes over it if not.
    private mutating func contains(_ offset: Int) throws(JSONError) -> Bool {
        let position = position
        let end = (try? skipValue())?.upperBound ?? .max
        if offset >= end { return false }
        move(to: position)
        return true
    }
}

/// A JSON value that is not looked into: its text.
public struct JSONBytes: JSONReadable, JSONWritable, Equatable, Hashable, Sendable {
    public let bytes: [UInt8]

    /// - Parameter bytes: one JSON value.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(_ value: some JSONWritable) { bytes = value.json }

    public init(from reader: inout JSONReader) throws(JSONError) {
        bytes = reader.bytes(try reader.skipValue())
    }

    public func write(to writer: inout JSONWriter) { writer.json(bytes) }
}
