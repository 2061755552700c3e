package import JSON
import Platform

/// Finds the members of an event in its line, in any order, without building anything.
///
/// Checks that the whole line is JSON (RFC 8259) in UTF-8, so that no receiver fails on it. A duplicate attribute, however it
/// is spelt, is refused: readers differ in which of the two they take.
package enum EnvelopeScanner {
    /// - Parameter line: one line without its LF; a byte order mark and a trailing CR are ignored.
    package static func scan(_ line: Span<UInt8>) throws(EnvelopeError) -> EnvelopeLayout {
        guard line.count <= EnvelopeLayout.limit else {
            throw .lineTooLong(bytes: line.count, limit: EnvelopeLayout.limit)
        }
        do throws(EnvelopeError) { return try layout(of: line) } catch {
            // The scanner stops at the first wrong byte; that the line is not UTF-8 is the better explanation.
            throw (try? UTF8Span(validating: line)) == nil ? .notUTF8 : error
        }
    }

    /// The complete members in the beginning of a line that is cut off.
    package static func scanBeginning(_ line: Span<UInt8>) -> EnvelopeLayout {
        var layout = EnvelopeLayout()
        withPass(line) { pass in
            let start = pass.blanks(0)
            guard start < pass.end, pass.base[start] == UInt8(ascii: "{") else { return }
            _ = try? members(pass, start + 1, into: &layout)
        }
        return layout
    }

    private static func layout(of line: Span<UInt8>) throws(EnvelopeError) -> EnvelopeLayout {
        var layout = EnvelopeLayout()
        let result = withPass(line) { pass -> Result<Void, EnvelopeError> in
            Result { () throws(EnvelopeError) in try scan(pass, into: &layout) }
        }
        guard let result else { throw .notAnObject }
        try result.get()
        return layout
    }

    @discardableResult
    private static func withPass<Value>(_ line: Span<UInt8>, _ body: (JSONScanner) -> Value) -> Value? {
        line.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { body(JSONScanner(base: $0, end: buffer.count)) }
        }
    }

    private static func scan(_ pass: JSONScanner, into layout: inout EnvelopeLayout) throws(EnvelopeError) {
        var at = pass.blanks(startsWithMark(pass) ? 3 : 0)
        guard at < pass.end, pass.base[at] == UInt8(ascii: "{") else { throw .notAnObject }
        at = pass.blanks(at + 1)
        if at < pass.end, pass.base[at] == UInt8(ascii: "}") { throw .missingType }
        try end(pass, members(pass, at, into: &layout))
        guard let type = layout[.type] else { throw .missingType }
        guard type.count > 2 else { throw .notAString(attribute: "type") }
        guard let version = layout[.specversion] else { return }
        let text = JSONText.decode(UnsafeBufferPointer(rebasing: pass.buffer[version]).span) ?? "?"
        guard text == "1.0" else { throw .unsupportedVersion(text) }
    }

    private static func startsWithMark(_ pass: JSONScanner) -> Bool {
        pass.end >= 3 && pass.base[0] == 0xEF && pass.base[1] == 0xBB && pass.base[2] == 0xBF
    }

    // MARK: - Members

    /// - Parameter start: the place where the first key begins.
    /// - Returns: the offset after the object's brace.
    static func members(
        _ pass: JSONScanner, _ start: Int, into layout: inout EnvelopeLayout
    ) throws(EnvelopeError) -> Int {
        var at = start
        while true {
            at = pass.blanks(at)
            guard at < pass.end, pass.base[at] == UInt8(ascii: "\"") else { throw .invalidJSON(offset: at) }
            let keyEnd = try checked(pass.string(at + 1))
            var value = pass.blanks(keyEnd)
            guard value < pass.end, pass.base[value] == UInt8(ascii: ":") else { throw .invalidJSON(offset: value) }
            value = pass.blanks(value + 1)
            // Most values are plain strings, which are text already.
            let plainEnd = pass.plainString(value)
            let valueEnd = plainEnd > 0 ? plainEnd : try checked(pass.value(value, depth: 1))
            try take(key: at..<keyEnd, value: value..<valueEnd, isPlain: plainEnd > 0, pass, into: &layout)
            at = pass.blanks(valueEnd)
            guard at < pass.end else { throw .invalidJSON(offset: at) }
            if pass.base[at] == UInt8(ascii: "}") { break }
            guard pass.base[at] == UInt8(ascii: ",") else { throw .invalidJSON(offset: at) }
            at += 1
        }
        if layout.extensions.count > 1 { try checkExtensions(layout, pass) }
        return at + 1
    }

    @inline(__always) private static func checked(_ offset: Int) throws(EnvelopeError) -> Int {
        if offset >= 0 { return offset }
        throw offset == JSONScanner.tooDeep
            ? .tooDeep(limit: JSONScanner.depthLimit) : .invalidJSON(offset: ~offset)
    }

    /// Throws if anything but white space follows the object.
    static func end(_ pass: JSONScanner, _ start: Int) throws(EnvelopeError) {
        let end = pass.blanks(start)
        guard end == pass.end else { throw .invalidJSON(offset: end) }
    }

    /// - Parameter isPlain: whether the value is a string of ASCII without escapes.
    @inline(__always) private static func take(
        key: Range<Int>, value: Range<Int>, isPlain: Bool, _ pass: JSONScanner, into layout: inout EnvelopeLayout
    ) throws(EnvelopeError) {
        let name = UnsafeBufferPointer(start: pass.base + key.lowerBound + 1, count: key.count - 2)
        var known = EnvelopeAttribute(key: name)
        if known == nil { known = try respelt(name, key, pass) }
        guard let attribute = known else {
            layout.extensions.append(key.lowerBound..<value.upperBound)
            return
        }
        guard !layout.has(attribute) else { throw .duplicateAttribute(attribute.rawValue) }
        switch attribute {
        case .data: guard pass.base[value.lowerBound] == UInt8(ascii: "{") else { throw .dataIsNoObject }
        case .replayed:
            let first = pass.base[value.lowerBound]
            guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else {
                throw .notABoolean(attribute: attribute.rawValue)
            }
        // The bus alone sets this attribute, so a sender's value is dropped.
        case .injected: break
        default: if !isPlain { try checkText(value, of: attribute, pass) }
        }
        layout[attribute] = value
    }

    /// A known attribute in another spelling: with escapes, or in capitals, which some readers ignore.
    private static func respelt(
        _ name: UnsafeBufferPointer<UInt8>, _ key: Range<Int>, _ pass: JSONScanner
    ) throws(EnvelopeError) -> EnvelopeAttribute? {
        guard name.contains(where: { $0 == UInt8(ascii: "\\") || 0x41...0x5A ~= $0 }) else { return nil }
        guard let text = JSONText.decode(UnsafeBufferPointer(rebasing: pass.buffer[key]).span) else { return nil }
        if let attribute = EnvelopeAttribute(rawValue: text) { return attribute }
        guard let attribute = EnvelopeAttribute(rawValue: text.lowercased()) else { return nil }
        throw .misspeltAttribute(text, attribute.rawValue)
    }

    /// An attribute must be text; a lone surrogate is not.
    @inline(__always) static func checkText(
        _ value: Range<Int>, of attribute: EnvelopeAttribute, _ pass: JSONScanner
    ) throws(EnvelopeError) {
        guard pass.base[value.lowerBound] == UInt8(ascii: "\"") else {
            throw .notAString(attribute: attribute.rawValue)
        }
        if pass.plainString(value.lowerBound) == value.upperBound { return }
        let quoted = UnsafeBufferPointer(rebasing: pass.buffer[value])
        guard JSONText.decode(quoted.span) != nil else { throw .notAString(attribute: attribute.rawValue) }
    }

    private static func checkExtensions(_ layout: EnvelopeLayout, _ pass: JSONScanner) throws(EnvelopeError) {
        var names: Set<[UInt8]> = []
        for member in layout.extensions {
            let end = pass.string(member.lowerBound + 1)
            let quoted = UnsafeBufferPointer(rebasing: pass.buffer[member.lowerBound..<end])
            let name = JSONText.decode(quoted.span).map { Array($0.utf8) } ?? Array(quoted)
            guard names.insert(name).inserted else {
                throw .duplicateAttribute(String(decoding: name.prefix(100), as: UTF8.self))
            }
        }
    }
}

extension JSONScanner {
    fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: end) }
}

/// Known members of an envelope (CloudEvents 1.0, JSON Event Format §2–3; those about causes, replays and injections are extensions).
package enum EnvelopeAttribute: String, CaseIterable, Sendable {
    case specversion, type, source, id, subject, correlationid, causationid, causationsource, time, replayed, injected,
        data

    /// - Parameter key: without quotes and escapes.
    init?(key: UnsafeBufferPointer<UInt8>) {
        // Length first: one comparison settles nearly every key.
        switch key.count {
        case 2 where key.spells("id"): self = .id
        case 4 where key.spells("type"): self = .type
        case 4 where key.spells("data"): self = .data
        case 4 where key.spells("time"): self = .time
        case 6 where key.spells("source"): self = .source
        case 7 where key.spells("subject"): self = .subject
        case 8 where key.spells("replayed"): self = .replayed
        case 8 where key.spells("injected"): self = .injected
        case 11 where key.spells("specversion"): self = .specversion
        case 11 where key.spells("causationid"): self = .causationid
        case 13 where key.spells("correlationid"): self = .correlationid
        case 15 where key.spells("causationsource"): self = .causationsource
        default: return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always) fileprivate func spells(_ text: StaticString) -> Bool {
        guard let baseAddress, count == text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress, text.utf8Start, count) == 0
    }
}

/// The reason why a line is not an event. Offsets are bytes from the line's start.
package enum EnvelopeError: Error, Equatable, Sendable {
    case notUTF8
    case notAnObject
    case invalidJSON(offset: Int)
    case tooDeep(limit: Int)
    case duplicateAttribute(String)
    /// The attribute as written, in other capitals, and its right spelling.
    case misspeltAttribute(String, String)
    case missingType
    case notAString(attribute: String)
    case notABoolean(attribute: String)
    case unsupportedVersion(String)
    case dataIsNoObject
    case lineTooLong(bytes: Int, limit: Int)
}

extension EnvelopeError {
    /// True if the line may be diagnostics: it is no JSON object at all.
    package var isText: Bool { self == .notAnObject || self == .notUTF8 }
}

extension EnvelopeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUTF8: "not valid UTF-8"
        case .notAnObject: "not a JSON object"
        case .invalidJSON(let offset): "invalid JSON at byte \(offset)"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .duplicateAttribute(let name): "the attribute \"\(name)\" appears twice"
        case .misspeltAttribute(let name, let attribute): "the attribute \"\(attribute)\" is spelt \"\(name)\""
        case .missingType: "no \"type\""
        case .notAString(let name): "the attribute \"\(name)\" is not a string, or an empty one"
        case .notABoolean(let name): "the attribute \"\(name)\" is not true or false"
        case .unsupportedVersion(let version): "specversion \"\(version)\" is not \"1.0\""
        case .dataIsNoObject: "\"data\" is not an object"
        case .lineTooLong(let bytes, let limit): "a line of \(bytes) bytes is over the limit of \(limit)"
        }
    }
}

extension EnvelopeError {
    package init(_ error: JSONError) {
        self =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .malformed: .invalidJSON(offset: error.offset)
            case .tooDeep: .tooDeep(limit: JSONScanner.depthLimit)
            case .missing, .null, .mismatch, .invalid: .notAnObject
            }
    }
}
