/// What can be written as JSON. `scripts/generate-json` writes the function for structures and enumerations of strings
/// that declare it. Keys are sorted, so that equal values are equal bytes.
public protocol JSONWritable {
    func write(to writer: inout JSONWriter)
}

extension JSONWritable {
    @inlinable public var json: [UInt8] { JSONWriter.write { $0.write(self) } }
}

extension String: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) { writer.literal(self ? "true" : "false") }
}

extension Double: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension FixedWidthInteger {
    @inlinable public func write(to writer: inout JSONWriter) {
        writer.integer(magnitude: UInt64(truncatingIfNeeded: magnitude), isNegative: self < 0)
    }
}

extension Int: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}

/// Nil is null. (A member that is nil is left out, see ``JSONWriter/member(_:_:)``.)
extension Optional: JSONWritable where Wrapped: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.literal("null") }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { writer.element(element) }
        writer.endArray()
    }
}

/// Sorted by key.
extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) { writer.member(named: key, value) }
        writer.endObject()
    }
}
