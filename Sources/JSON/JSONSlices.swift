/// Finds values in JSON and leaves them as bytes: all ranges are offsets into the text given.
public enum JSONSlices {
    public struct Member: Equatable, Sendable {
        /// With its quotes.
        public let key: Range<Int>
        public let value: Range<Int>
    }

    /// The members of an object, in their order; the whole text is checked.
    public static func members(_ object: Span<UInt8>) throws(JSONError) -> [Member] {
        guard (try? UTF8Span(validating: object)) != nil else { throw JSONError(.notUTF8, at: 0) }
        return try JSONReader.read(object) { reader throws(JSONError) in
            var members: [Member] = []
            try reader.beginObject()
            while let key = try reader.nextKey() {
                let range = reader.range(of: key)
                members.append(Member(key: range, value: try reader.skipValue()))
            }
            return members
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
