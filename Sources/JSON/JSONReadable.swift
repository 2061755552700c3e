/// What can be read from JSON. `scripts/generate-json` writes the initializer for structures and enumerations of strings
/// that declare it.
public protocol JSONReadable {
    init(from reader: inout JSONReader) throws(JSONError)
}

public typealias JSONCodable = JSONReadable & JSONWritable

extension JSONReadable {
    /// - Parameters:
    ///   - json: the whole text.
    ///   - root: what errors call the outermost value.
    @inlinable public init(json: Span<UInt8>, root: String = "") throws(JSONError) {
        self = try JSONReader.read(json, root: root) { reader throws(JSONError) in try Self(from: &reader) }
    }

    @inlinable public init(json: [UInt8], root: String = "") throws(JSONError) {
        try self.init(json: json.span, root: root)
    }
}

extension String: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.string() }
}

extension Bool: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.bool() }
}

extension Double: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.double() }
}

extension FixedWidthInteger {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.integer()
    }
}

extension Int: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}

/// Null is nil.
extension Optional: JSONReadable where Wrapped: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.readNull() ? nil : try Wrapped(from: &reader)
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginArray()
        while try reader.nextElement() { append(try Element(from: &reader)) }
    }
}

/// Of a key that occurs twice, the first value counts.
extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            guard let text = key.text else { throw JSONError(.invalid("has a key that is no text"), at: reader.offset) }
            if self[text] == nil { self[text] = try Value(from: &reader) } else { try reader.skipValue() }
        }
    }
}
