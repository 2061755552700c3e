public import Platform

/// Appends JSON from front to back. Commas are put where they belong.
///
///     writer.beginObject()
///     writer.member("title", title)
///     writer.endObject()
public struct JSONWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// Bytes written.
    @usableFromInline var length = 0
    @usableFromInline var capacity: Int

    public init(capacity: Int = 512) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// - Returns: the bytes that `body` has written.
    @inlinable public static func write(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        return Array(UnsafeBufferPointer(start: writer.base, count: writer.length))
    }

    /// Bytes written.
    @inlinable public var count: Int { length }

    /// - Parameter body: takes what has been written.
    public func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeRawBufferPointer(start: base, count: length))
    }

    public mutating func removeAll() { length = 0 }

    // MARK: - Containers

    @inlinable public mutating func beginObject() { append(UInt8(ascii: "{")) }
    @inlinable public mutating func endObject() { append(UInt8(ascii: "}")) }
    @inlinable public mutating func beginArray() { append(UInt8(ascii: "[")) }
    @inlinable public mutating func endArray() { append(UInt8(ascii: "]")) }

    /// A key that needs no escapes; its value is to be written next.
    @inlinable public mutating func key(_ key: StaticString) {
        comma()
        let count = key.utf8CodeUnitCount
        reserve(count + 3)
        let start = base + length
        start[0] = UInt8(ascii: "\"")
        memcpy(start + 1, key.utf8Start, count)
        start[count + 1] = UInt8(ascii: "\"")
        start[count + 2] = UInt8(ascii: ":")
        length += count + 3
    }

    @inlinable public mutating func member<Value: JSONWritable>(_ key: StaticString, _ value: Value) {
        self.key(key)
        value.write(to: &self)
    }

    /// Leaves out nil.
    @inlinable public mutating func member<Value: JSONWritable>(_ key: StaticString, _ value: Value?) {
        if let value { member(key, value) }
    }

    @inlinable public mutating func member<Value: JSONWritable>(named key: String, _ value: Value) {
        comma()
        string(key)
        append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    @inlinable public mutating func element<Value: JSONWritable>(_ value: Value) {
        comma()
        value.write(to: &self)
    }

    /// Writes a comma before a member or an element, unless it is the first: no value ends with an opening bracket.
    @inlinable mutating func comma() {
        guard length > 0 else { return }
        let last = base[length - 1]
        if last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
    }

    // MARK: - Values

    @inlinable public mutating func write<Value: JSONWritable>(_ value: Value) { value.write(to: &self) }

    public mutating func string(_ text: String) {
        let text = text.utf8.span
        if !copied(text) { JSONText.append(text, to: &self) }
    }

    /// Writes a text that needs no escapes, as most: it is copied first, and then looked at, sixteen bytes at a time.
    private mutating func copied(_ text: Span<UInt8>) -> Bool {
        let (quotes, lanes, delete): (Int, Int, CChar) = (2, 16, 0x7F)
        reserve(text.count + quotes + lanes)
        let start = base + length + 1
        text.withUnsafeBufferPointer { text in
            if let bytes = text.baseAddress { memcpy(start, bytes, text.count) }
        }
        for at in stride(from: 0, to: text.count, by: lanes) {
            let place = viperline_special_byte(start + at, delete)
            guard place == lanes || at + place >= text.count else { return false }
        }
        start[-1] = UInt8(ascii: "\"")
        start[text.count] = UInt8(ascii: "\"")
        length += text.count + quotes
        return true
    }

    /// `true`, `false`, `null`, or any other JSON.
    public mutating func literal(_ json: StaticString) {
        append(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount).span)
    }

    /// A value that is JSON already.
    public mutating func json(_ json: [UInt8]) { append(json.span) }

    /// Writes the shortest equal number, without `.0`. NaN and infinity, which JSON lacks, are strings: `"nan"`, `"inf"`, `"-inf"`.
    public mutating func double(_ value: Double) {
        guard value.isFinite else { return string("\(value)") }
        let text = value.description
        let hasFraction = !text.hasSuffix(".0")
        append(text.utf8.span.extracting(first: text.utf8.count - (hasFraction ? 0 : 2)))
    }

    public mutating func integer(magnitude: UInt64, isNegative: Bool) {
        // 2⁶⁴ has 20 digits.
        reserve(21)
        if isNegative { append(UInt8(ascii: "-")) }
        var rest = magnitude
        var digits = 0
        repeat {
            digits += 1
            rest /= 10
        } while rest > 0
        rest = magnitude
        for place in stride(from: length + digits - 1, through: length, by: -1) {
            base[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        length += digits
    }

    // MARK: - Bytes

    @inlinable mutating func append(_ byte: UInt8) {
        reserve(1)
        base[length] = byte
        length += 1
    }

    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            reserve(bytes.count)
            memcpy(base + length, start, bytes.count)
            length += bytes.count
        }
    }

    @inlinable public mutating func reserve(_ room: Int) {
        if capacity - length < room { grow(room) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ room: Int) {
        let size = max(2 * capacity, length + room)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        memcpy(larger, base, length)
        base.deallocate()
        (base, capacity) = (larger, size)
    }
}

extension JSONWriter: JSONSink {}

/// A type that can be written as JSON. `scripts/generate` writes the function for structures and enumerations of strings
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
        for (key, value) in count > 1 ? sorted(by: { $0.0 < $1.0 }) : Array(self) { writer.member(named: key, value) }
        writer.endObject()
    }
}

/// The target to which JSON is appended: a writer, or bytes.
protocol JSONSink: ~Copyable {
    mutating func append(_ byte: UInt8)
    mutating func append(_ bytes: Span<UInt8>)
}

extension [UInt8]: JSONSink {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
