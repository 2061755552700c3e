/// Finds values within JSON and leaves them as the bytes that they are.
package enum JSONSlices {
    /// The elements of the array that is the member `key` of an object; nil where there is no such thing.
    package static func elements(of key: String, in object: Span<UInt8>) -> [Range<Int>]? {
        guard let array = try? value(of: key, in: object), object[array.lowerBound] == UInt8(ascii: "[") else {
            return nil
        }
        return try? elements(object, array)
    }

    /// The value of the member `key`; nil where there is none, or no object.
    package static func member(_ key: String, of object: Span<UInt8>) -> Range<Int>? {
        (try? value(of: key, in: object)) ?? nil
    }

    /// The elements of an array; nil for what is none.
    package static func elements(ofArray array: Span<UInt8>) -> [Range<Int>]? {
        guard array.count > 0, array[0] == UInt8(ascii: "["), let end = try? JSONScanner.skipValue(array, 0, depth: 1)
        else { return nil }
        return try? elements(array, 0..<end)
    }

    private static func value(of key: String, in object: Span<UInt8>) throws(EnvelopeError) -> Range<Int>? {
        var at = JSONScanner.skipWhitespace(object, 0)
        guard at < object.count, object[at] == UInt8(ascii: "{") else { throw .notAnObject }
        repeat {
            let keyStart = JSONScanner.skipWhitespace(object, at + 1)
            let keyEnd = try JSONScanner.skipString(object, keyStart)
            let colon = JSONScanner.skipWhitespace(object, keyEnd)
            let start = JSONScanner.skipWhitespace(object, try JSONScanner.expect(UInt8(ascii: ":"), object, colon))
            let end = try JSONScanner.skipValue(object, start, depth: 1)
            if JSONText.decode(object.extracting(keyStart..<keyEnd)) == key { return start..<end }
            at = JSONScanner.skipWhitespace(object, end)
        } while at < object.count && object[at] == UInt8(ascii: ",")
        return nil
    }

    private static func elements(_ bytes: Span<UInt8>, _ array: Range<Int>) throws(EnvelopeError) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var at = JSONScanner.skipWhitespace(bytes, array.lowerBound + 1)
        while bytes[at] != UInt8(ascii: "]") {
            let end = try JSONScanner.skipValue(bytes, at, depth: 1)
            elements.append(at..<end)
            at = JSONScanner.skipWhitespace(bytes, end)
            if bytes[at] == UInt8(ascii: ",") { at = JSONScanner.skipWhitespace(bytes, at + 1) }
        }
        return elements
    }
}
