public import Platform

/// Reads JSON from front to back: each call takes the next token or value. Builds only what the caller reads, and
/// checks every byte that it passes.
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         switch key {
///         case "title": title = try reader.string()
///         default: try reader.skipValue()
///         }
///     }
public struct JSONReader: ~Copyable {
    @usableFromInline let scanner: JSONScanner
    @usableFromInline var at = 0
    @usableFromInline var depth = 0
    /// True if nothing of the innermost container has been read.
    @usableFromInline var isFirst = false
    /// Names that were passed over although an author may have meant something by them; nil where nobody asks.
    var strangers: [JSONStranger]?

    /// - Parameter scanner: the scanner, whose bytes must outlive the reader.
    @inlinable init(_ scanner: JSONScanner) {
        self.scanner = scanner
        if scanner.end >= 3, scanner.base[0] == 0xEF, scanner.base[1] == 0xBB, scanner.base[2] == 0xBF { at = 3 }
        at = scanner.blanks(at)
    }

    /// Reads one JSON text, with a byte order mark or without.
    /// - Parameters:
    ///   - json: the whole text.
    ///   - root: the name of the outermost value in errors.
    ///   - body: reads all of the value.
    @inlinable public static func read<Value>(
        _ json: Span<UInt8>, root: String = "", _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try json.withUnsafeBufferPointer { buffer throws(JSONError) in
            guard let base = buffer.baseAddress else { throw JSONError(.malformed, at: 0) }
            let scanner = JSONScanner(base: base, end: buffer.count)
            do throws(JSONError) {
                var reader = JSONReader(scanner)
                let value = try body(&reader)
                try reader.end()
                return value
            } catch {
                throw error.located(in: scanner, root: root)
            }
        }
    }

    /// Reads a text in which the author means each word: mistakes are reported.
    /// - Parameter strangers: gets what is passed over, also where reading fails.
    public static func read<Value>(
        _ json: Span<UInt8>, root: String = "", noting strangers: inout [JSONStranger],
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try json.withUnsafeBufferPointer { buffer throws(JSONError) in
            guard let base = buffer.baseAddress else { throw JSONError(.malformed, at: 0) }
            let scanner = JSONScanner(base: base, end: buffer.count)
            var reader = JSONReader(scanner)
            reader.strangers = []
            do throws(JSONError) {
                let value = try body(&reader)
                try reader.end()
                strangers = (reader.strangers ?? []).map { $0.located(in: scanner, root: root) }
                return value
            } catch {
                strangers = (reader.strangers ?? []).map { $0.located(in: scanner, root: root) }
                throw error.located(in: scanner, root: root).hinting(at: strangers)
            }
        }
    }

    /// Reads the beginning of a JSON text; errors have no path.
    static func readPrefix<Value>(
        _ json: Span<UInt8>, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try json.withUnsafeBufferPointer { buffer throws(JSONError) in
            guard let base = buffer.baseAddress else { throw JSONError(.malformed, at: 0) }
            var reader = JSONReader(JSONScanner(base: base, end: buffer.count))
            return try body(&reader)
        }
    }

    @usableFromInline func end() throws(JSONError) {
        let end = scanner.blanks(at)
        guard end == scanner.end else { throw JSONError(.malformed, at: end) }
    }

    // MARK: - Position

    /// The offset of the next byte. After ``nextKey()`` and ``nextElement()`` this is the value's first byte.
    @inlinable public var offset: Int { at }

    /// The next byte, 0 at the end.
    @inlinable public var nextByte: UInt8 { at < scanner.end ? scanner.base[at] : 0 }

    /// A place to come back to.
    public struct Position {
        fileprivate let at: Int
        fileprivate let depth: Int
        fileprivate let isFirst: Bool
    }

    public var position: Position { Position(at: at, depth: depth, isFirst: isFirst) }

    /// - Parameter position: an earlier one of this reader.
    public mutating func move(to position: Position) {
        (at, depth, isFirst) = (position.at, position.depth, position.isFirst)
    }

    mutating func skipBlanks() { at = scanner.blanks(at) }

    // MARK: - Containers

    /// - Returns: the object's offset, for ``JSONError/Problem/missing(key:)``.
    @discardableResult
    public mutating func beginObject() throws(JSONError) -> Int {
        try begin(UInt8(ascii: "{"), "an object")
    }

    /// - Parameter members: names that the object must have, separated by blanks; further members are reported.
    public mutating func beginObject(with members: StaticString) throws(JSONError) -> Int {
        guard nextByte == UInt8(ascii: "{") else {
            let words = JSONStranger.names(members).joined(separator: ", ")
            throw mismatch(words.isEmpty ? "an object" : "an object with \(words)")
        }
        return try beginObject()
    }

    public mutating func beginArray() throws(JSONError) { _ = try begin(UInt8(ascii: "["), "an array") }

    private mutating func begin(_ bracket: UInt8, _ name: StaticString) throws(JSONError) -> Int {
        let start = at
        guard start < scanner.end, scanner.base[start] == bracket else { throw mismatch(name.description) }
        guard depth < JSONScanner.depthLimit else { throw JSONError(.tooDeep, at: start) }
        depth += 1
        isFirst = true
        at = start + 1
        return start
    }

    /// The next member's key; its value is to be read next. Nil after the last, with the object's end.
    public mutating func nextKey() throws(JSONError) -> JSONKey? {
        guard try next(UInt8(ascii: "}")) else { return nil }
        guard at < scanner.end, scanner.base[at] == UInt8(ascii: "\"") else { throw JSONError(.malformed, at: at) }
        let key = try text(at)
        let colon = scanner.blanks(at)
        guard colon < scanner.end, scanner.base[colon] == UInt8(ascii: ":") else {
            throw JSONError(.malformed, at: colon)
        }
        at = scanner.blanks(colon + 1)
        return key
    }

    /// Takes the string whose quote is at `start`.
    @inline(__always) private mutating func text(_ start: Int) throws(JSONError) -> JSONKey {
        var end = scanner.plainString(start)
        let isPlain = end > 0
        if !isPlain { end = try checked(scanner.string(start + 1)) }
        at = end
        return JSONKey(
            UnsafeBufferPointer(start: scanner.base + start + 1, count: end - start - 2), isPlain: isPlain)
    }

    /// True if there is another element, to be read next. False after the last, with the array's end.
    public mutating func nextElement() throws(JSONError) -> Bool { try next(UInt8(ascii: "]")) }

    @inline(__always) private mutating func next(_ bracket: UInt8) throws(JSONError) -> Bool {
        at = scanner.blanks(at)
        guard at < scanner.end else { throw JSONError(.malformed, at: at) }
        let byte = scanner.base[at]
        if byte == bracket {
            at += 1
            depth -= 1
            isFirst = false
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw JSONError(.malformed, at: at) }
            at = scanner.blanks(at + 1)
        }
        return true
    }

    /// Passes over the next value.
    /// - Returns: the bytes of the value, for ``bytes(_:)``.
    @discardableResult
    public mutating func skipValue() throws(JSONError) -> Range<Int> {
        let start = at
        at = try checked(scanner.value(start, depth: depth + 1))
        isFirst = false
        return start..<at
    }

    /// The range of a key with its quotes.
    public func range(of key: JSONKey) -> Range<Int> {
        let start = key.bytes.baseAddress.map { $0 - scanner.base } ?? at
        return start - 1..<start + key.bytes.count + 1
    }

    public func bytes(_ range: Range<Int>) -> [UInt8] {
        Array(UnsafeBufferPointer(start: scanner.base, count: scanner.end)[range])
    }

    // MARK: - Values

    @inlinable public mutating func read<Value: JSONReadable>(_: Value.Type = Value.self) throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// Nil for null.
    @inlinable public mutating func readIfPresent<Value: JSONReadable>(
        _: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        try readNull() ? nil : try Value(from: &self)
    }

    /// Nil for null, and for a value of another shape, which is passed over.
    @inlinable public mutating func readLeniently<Value: JSONReadable>(
        _: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        let position = position
        if let value = try? readIfPresent(Value.self) { return value }
        move(to: position)
        try skipValue()
        return nil
    }

    /// Takes the next value if it is null.
    @inlinable public mutating func readNull() throws(JSONError) -> Bool {
        guard nextByte == UInt8(ascii: "n") else { return false }
        try skipValue()
        return true
    }

    public mutating func bool() throws(JSONError) -> Bool {
        let byte = nextByte
        guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else { throw mismatch("a boolean") }
        try skipValue()
        return byte == UInt8(ascii: "t")
    }

    public mutating func string() throws(JSONError) -> String {
        let start = at
        guard let text = try token().text else { throw JSONError(.invalid("has half a surrogate pair"), at: start) }
        return text
    }

    /// A string that is compared, not built.
    public mutating func token() throws(JSONError) -> JSONKey {
        guard nextByte == UInt8(ascii: "\"") else { throw mismatch("a string") }
        return try text(at)
    }

    /// The error to throw where the next value is not of the wanted type.
    public func mismatch(_ expected: String) -> JSONError {
        let end = scanner.value(at, depth: depth + 1)
        if end < 0 { return error(end) }
        if nextByte == UInt8(ascii: "n") { return JSONError(.null, at: at) }
        return JSONError(.mismatch(expected: expected), at: at)
    }

    /// Throws the error if the result of the scanner is one.
    @inline(__always) func checked(_ offset: Int) throws(JSONError) -> Int {
        if offset >= 0 { return offset }
        throw error(offset)
    }

    private func error(_ offset: Int) -> JSONError {
        offset == JSONScanner.tooDeep ? JSONError(.tooDeep, at: at) : JSONError(.malformed, at: ~offset)
    }
}

/// A key, or a string out of a fixed set, compared in place. Valid within ``JSONReader/read(_:root:_:)``.
public struct JSONKey {
    /// The bytes between the quotes, escapes as they are.
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

    /// True if the key is ASCII without escapes, so that it spells itself.
    @usableFromInline let isPlain: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        self.bytes = bytes
        self.isPlain = isPlain
    }

    /// The text of the key; nil where it has a lone surrogate.
    public var text: String? {
        // Most strings are ASCII without escapes.
        isPlain ? String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true)) : JSONText.unescape(bytes)
    }

    /// The key as it stands in the JSON.
    public var spelling: String { String(decoding: bytes, as: UTF8.self) }

    /// Lets a `switch` compare a key with literals.
    @inlinable public static func ~= (literal: StaticString, key: JSONKey) -> Bool {
        guard let base = key.bytes.baseAddress else { return false }
        guard key.isPlain else { return key.spells(literal) }
        return key.bytes.count == literal.utf8CodeUnitCount
            && memcmp(base, literal.utf8Start, literal.utf8CodeUnitCount) == 0
    }

    @usableFromInline @inline(never)
    func spells(_ literal: StaticString) -> Bool { text.map { $0 == literal.description } ?? false }
}

/// A type that can be read from JSON. `scripts/generate` writes the initializer for structures and enumerations of strings
/// that declare it.
public protocol JSONReadable {
    init(from reader: inout JSONReader) throws(JSONError)
}

public typealias JSONCodable = JSONReadable & JSONWritable

extension JSONReadable {
    /// - Parameters:
    ///   - json: the whole text.
    ///   - root: the name of the outermost value in errors.
    @inlinable public init(json: Span<UInt8>, root: String = "") throws(JSONError) {
        do throws(JSONError) {
            self = try JSONReader.read(json, root: root) { reader throws(JSONError) in try Self(from: &reader) }
        } catch {
            throw Self.hint(for: error, json, root)
        }
    }

    /// Reads a text in which the author means each word.
    public init(json: Span<UInt8>, root: String = "", noting strangers: inout [JSONStranger]) throws(JSONError) {
        self = try JSONReader.read(json, root: root, noting: &strangers) { reader throws(JSONError) in
            try Self(from: &reader)
        }
    }

    /// The error with what may have been meant. A text that can be read is read once.
    @usableFromInline @inline(never)
    static func hint(for error: JSONError, _ json: Span<UInt8>, _ root: String) -> JSONError {
        guard case .missing = error.problem else { return error }
        var strangers: [JSONStranger] = []
        do throws(JSONError) {
            _ = try Self(json: json, root: root, noting: &strangers)
            return error
        } catch {
            return error
        }
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

/// The first value counts if a key occurs twice.
extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    @inlinable public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            guard let text = key.text else {
                throw JSONError(.invalid("has a key that is not a string"), at: reader.offset)
            }
            if self[text] == nil { self[text] = try Value(from: &reader) } else { try reader.skipValue() }
        }
    }
}
