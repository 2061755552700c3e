import Platform
import Encodings
import JSON

/// Replaces secrets in JSON texts, the same secret by the same placeholder, and leaves everything else byte for byte.
///
/// Secrets are: values of members with secret names (``SecretName``), also where the name is a sibling of the value, as a
/// member or element (``NamedValues``); secrets recognisable in texts (``SecretText``), names of members being texts too;
/// what the user names; and further occurrences of secrets found before, in any spelling (``SecretSpellings``). Texts that are
/// JSON are redacted as JSON, and those in Base64 after decoding.
package struct Redactor {
    /// A member to replace, by its path: the event's keys joined by dots. Elements have their array's path.
    package struct Member: Equatable, Sendable {
        package let path: String
        /// Nil for a placeholder.
        package let replacement: String?

        package init(path: String, replacement: String? = nil) {
            self.path = path
            self.replacement = replacement
        }
    }

    /// Finds secrets in a text: their ranges, in order. A closure, because the engine of regular expressions has 2 MB, and not every
    /// program that knows secret names needs it.
    package typealias Pattern = (String) -> [Range<String.Index>]

    /// Shorter secrets are replaced only where they were found: elsewhere they occur by chance.
    private static let shortestRemembered = 8
    /// Longer secrets are replaced only where they were found.
    private static let longestRemembered = 4096
    /// Bytes of a secret that the user named.
    private static let shortestNamed = 4

    private static let placeholderHead = "redacted-"
    private let singlePlaceholder: String?

    private let members: [Member]
    private let patterns: [Pattern]
    private let findsOthers: Bool
    private var placeholders: [String: String] = [:]
    private var remembered = SecretIndex()
    /// Placeholders of remembered secrets in Base64.
    private var base64: [String: String] = [:]
    private var rememberBlanks = false
    /// Bytes of a secret that is looked for in Base64, too.
    private static let longestInBase64 = 512
    /// Depth of JSON texts nested in each other.
    private var level = 0
    private static let deepest = 8
    /// Replacements so far.
    package private(set) var count = 0
    /// Bytes of texts visited so far, for tests.
    package private(set) var steps = 0

    /// - Parameters:
    ///   - patterns: every match in any text is a secret.
    ///   - placeholder: one for all secrets; nil for a numbered one each.
    ///   - findsOthers: whether secrets are also known by their names and looks.
    package init(
        members: [Member] = [], patterns: [Pattern] = [], placeholder: String? = nil,
        findsOthers: Bool = true
    ) {
        self.findsOthers = findsOthers
        singlePlaceholder = placeholder
        self.members = members
        self.patterns = patterns
    }

    /// Distinct secrets found.
    package var secretCount: Int { placeholders.count }

    /// Resets the count but keeps the secrets, so a second pass finds occurrences that came before their discovery.
    package mutating func beginAgain() { count = 0 }

    /// - Parameter json: one well-formed JSON value.
    package mutating func redact(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(json.count)
        copy(json[...], at: "", isSecret: false, to: &output)
        return output
    }

    private mutating func copy(
        _ json: ArraySlice<UInt8>, at path: String, isSecret: Bool, to output: inout [UInt8]
    ) {
        switch json.first {
        case UInt8(ascii: "{"): copyObject(Array(json), at: path, isSecret: isSecret, to: &output)
        case UInt8(ascii: "["): copyArray(Array(json), at: path, isSecret: isSecret, to: &output)
        case UInt8(ascii: "\""):
            guard let text = JSONText.decode(Array(json).span) else { return output += json }
            let redacted = isSecret ? named(text, at: path) : redact(text: text)
            if redacted == text { output += json } else { JSONText.append(redacted, to: &output) }
        case .some(let byte) where isSecret && (byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte):
            // A number stays a number.
            count += 1
            output.append(UInt8(ascii: "0"))
        default: output += json
        }
    }

    private mutating func copyObject(_ json: [UInt8], at path: String, isSecret: Bool, to output: inout [UInt8]) {
        let members = (try? JSONSlices.members(json.span)) ?? []
        let neighbours = findsOthers ? NamedValues(ofObject: json, members) : nil
        let (named, table) = (neighbours?.value, neighbours?.table)
        var copied = 0
        for member in members {
            let key = JSONText.decode(json.span.extracting(member.key)) ?? ""
            let path = path.isEmpty ? key : "\(path).\(key)"
            let isNamed =
                named == member.value || findsOthers && Self.isSecret(key, json[member.value])
                || self.members.contains { $0.path == path }
            output += json[copied..<member.key.lowerBound]
            let known = key.isEmpty ? key : redact(text: key)
            if known == key { output += json[member.key] } else { JSONText.append(known, to: &output) }
            output += json[member.key.upperBound..<member.value.lowerBound]
            if let table, table.rows == member.value, !isSecret, !isNamed {
                copyRows(Array(json[member.value]), at: path, secret: table.secret, to: &output)
            } else {
                copy(json[member.value], at: path, isSecret: isSecret || isNamed, to: &output)
            }
            copied = member.value.upperBound
        }
        output += json[copied...]
    }

    private mutating func copyRows(
        _ json: [UInt8], at path: String, secret columns: Set<Int>, to output: inout [UInt8]
    ) {
        var copied = 0
        for row in JSONSlices.elements(ofArray: json.span) ?? [] {
            output += json[copied..<row.lowerBound]
            copied = row.upperBound
            guard json[row.lowerBound] == UInt8(ascii: "[") else {
                copy(json[row], at: path, isSecret: false, to: &output)
                continue
            }
            copyArray(Array(json[row]), at: path, isSecret: false, secret: columns, to: &output)
        }
        output += json[copied...]
    }

    /// - Parameter columns: the places of elements that are secrets.
    private mutating func copyArray(
        _ json: [UInt8], at path: String, isSecret: Bool, secret columns: Set<Int> = [], to output: inout [UInt8]
    ) {
        let elements = JSONSlices.elements(ofArray: json.span) ?? []
        let named = findsOthers ? NamedValues.ofArray(json, elements) : [:]
        var copied = 0
        for (index, element) in elements.enumerated() {
            output += json[copied..<element.lowerBound]
            if columns.contains(index) {
                copy(json[element], at: path, isSecret: true, to: &output)
            } else if let offset = named[index] {
                copy(json[element], secretFrom: offset, to: &output)
            } else {
                copy(json[element], at: path, isSecret: isSecret, to: &output)
            }
            copied = element.upperBound
        }
        output += json[copied...]
    }

    /// Replaces the end of a text.
    private mutating func copy(_ json: ArraySlice<UInt8>, secretFrom offset: Int, to output: inout [UInt8]) {
        guard let text = JSONText.decode(Array(json).span) else { return output += json }
        let place = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.startIndex
        JSONText.append("\(text[..<place])\(placeholder(for: String(text[place...])))", to: &output)
    }

    private static func isSecret(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
        let name = SecretName(key)
        if name.isSecret { return true }
        guard value.count < 1 << 12, name.mayBeSecret, let first = value.first else { return false }
        if 0x30...0x39 ~= first { return name.isNumber(withValue: String(decoding: value, as: UTF8.self)) }
        return first == UInt8(ascii: "\"") && name.isSecret(withValue: JSONText.decode(Array(value).span) ?? "")
    }

    private mutating func named(_ text: String, at path: String) -> String {
        let replacement = members.first { $0.path == path }?.replacement
        guard let replacement else {
            let isChosen = members.contains { path == $0.path || path.hasPrefix($0.path + ".") }
            return placeholder(for: text, rememberedFrom: isChosen ? Self.shortestNamed : Self.shortestRemembered)
        }
        count += 1
        return replacement
    }

    /// Replaces secrets within a text.
    private mutating func redact(text: String) -> String {
        if let json = redactJSON(in: text) { return json }
        var text = findsOthers ? replacing(in: text, isForm: false, by: Self.found) : text
        for pattern in patterns {
            var (output, end) = ("", text.startIndex)
            for range in pattern(text) {
                output += text[end..<range.lowerBound] + placeholder(for: String(text[range]))
                end = range.upperBound
            }
            text = output + text[end...]
        }
        let remembered = remembered
        guard !remembered.isEmpty else { return findsOthers ? redactBase64(in: text) : text }
        text = replacing(in: text, isForm: rememberBlanks) { bytes, steps in
            remembered.ranges(in: bytes, steps: &steps)
        }
        return findsOthers ? redactBase64(in: text) : text
    }

    private static func found(in text: [UInt8], steps: inout Int) -> [Range<Int>] {
        let found = SecretText.search(text)
        steps &+= found.steps
        return found.ranges
    }

    /// The shortest text that is looked for in Base64, in characters of it.
    private static let shortestBase64 = 20

    /// Replaces secrets within texts in Base64, and encodes them again.
    private mutating func redactBase64(in text: String) -> String {
        guard level < Self.deepest else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var (at, copied) = (0, 0)
        while at < bytes.count {
            let start = at
            while at < bytes.count, Base64.isDigit(bytes[at]) { at += 1 }
            if at - start >= Self.shortestBase64, let redacted = redacted(base64: bytes[start..<at]) {
                output += bytes[copied..<start] + redacted
                copied = at
                while copied < bytes.count, bytes[copied] == UInt8(ascii: "=") { copied += 1 }
            }
            at += 1
        }
        steps &+= 2 * bytes.count
        return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// - Returns: nil if it is not a text, or has no secrets.
    private mutating func redacted(base64 letters: ArraySlice<UInt8>) -> [UInt8]? {
        guard let text = Self.text(inBase64: letters) else { return nil }
        level += 1
        defer { level -= 1 }
        let redacted = redact(text: text)
        guard redacted != text else { return nil }
        let isURLSafe = letters.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        var encoded: [UInt8] = []
        Base64.append(Array(redacted.utf8), to: &encoded)
        return isURLSafe ? Base64.urlSafe(encoded.prefix { $0 != UInt8(ascii: "=") }) : encoded
    }

    /// - Returns: nil for what is not a text. Of most data the beginning shows that.
    private static func text(inBase64 letters: ArraySlice<UInt8>) -> String? {
        for length in [64, letters.count] {
            let bytes = Base64.decodePrefix(of: letters.prefix(length))
            guard !bytes.contains(where: { $0 < 0x20 && !(9...13 ~= $0) || $0 == 0x7F }) else { return nil }
            if length >= letters.count { return String(validating: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// - Returns: nil for a text that is not JSON.
    private mutating func redactJSON(in text: String) -> String? {
        guard level < Self.deepest, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        let bytes = Array(text.utf8)
        guard let json = try? JSONBytes(json: bytes), let start = bytes.firstIndex(where: { $0 > 0x20 }) else {
            return nil
        }
        level += 1
        defer { level -= 1 }
        var output = Array(bytes[..<start])
        copy(json.bytes[...], at: "", isSecret: false, to: &output)
        return String(decoding: output + bytes[(start + json.bytes.count)...], as: UTF8.self)
    }

    private struct Found {
        var place: Range<Int>
        /// The text without escapes.
        var secret: String
    }

    /// Replaces what is found in any spelling of the text.
    private mutating func replacing(
        in text: String, isForm: Bool, by search: ([UInt8], inout Int) -> [Range<Int>]
    ) -> String {
        let bytes = Array(text.utf8)
        let spellings = SecretSpellings(of: bytes, isForm: isForm)
        steps &+= spellings.steps
        var found: [Found] = []
        for spelling in spellings.all {
            for range in search(spelling.bytes, &steps) {
                let secret = String(decoding: spelling.bytes[range], as: UTF8.self)
                found.append(Found(place: spelling.original(range), secret: secret))
            }
        }
        guard !found.isEmpty else { return text }
        var output: [UInt8] = []
        var copied = 0
        for found in Self.merged(found) {
            output += bytes[copied..<found.place.lowerBound]
            output += placeholder(for: found.secret).utf8
            copied = found.place.upperBound
        }
        return String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// Where several overlap, the one of them that is longest. Of the same place the plainest.
    private static func merged(_ found: [Found]) -> [Found] {
        var merged: [Found] = []
        let sorted = found.enumerated().sorted {
            ($0.element.place.lowerBound, -$0.element.place.upperBound, -$0.offset)
                < ($1.element.place.lowerBound, -$1.element.place.upperBound, -$1.offset)
        }
        for (_, next) in sorted {
            guard let last = merged.last, next.place.lowerBound < last.place.upperBound else {
                merged.append(next)
                continue
            }
            let place = last.place.lowerBound..<max(last.place.upperBound, next.place.upperBound)
            merged[merged.count - 1] = Found(
                place: place, secret: next.place.count > last.place.count ? next.secret : last.secret)
        }
        return merged
    }

    /// True if it was redacted before, or names the variable that holds the secret (`Bearer ${TOKEN}`).
    private static func isPlaceholder(_ text: String) -> Bool {
        let last = text.split(separator: " ").last ?? ""
        return text.hasPrefix(placeholderHead)
            || last.hasPrefix("${") && last.hasSuffix("}")
                && last.dropFirst(2).dropLast().allSatisfy { $0.isLetter || $0 == "_" || $0.isNumber }
    }

    /// - Parameter length: secrets of at least this many bytes are replaced in other texts too.
    private mutating func placeholder(
        for secret: String, rememberedFrom length: Int = shortestRemembered
    ) -> String {
        // Neither an empty text nor a placeholder is a secret.
        if secret.isEmpty || Self.isPlaceholder(secret) { return secret }
        count += 1
        if let known = placeholders[secret] ?? base64[secret] { return known }
        let placeholder = singlePlaceholder ?? "\(Self.placeholderHead)\(placeholders.count + 1)"
        placeholders[secret] = placeholder
        if length...Self.longestRemembered ~= secret.utf8.count { remember(Array(secret.utf8), as: placeholder) }
        return placeholder
    }

    private mutating func remember(_ secret: [UInt8], as placeholder: String) {
        remembered.insert(secret)
        rememberBlanks = rememberBlanks || secret.contains(0x20)
        guard Self.shortestRemembered...Self.longestInBase64 ~= secret.count else { return }
        for text in SecretSpellings.base64(of: secret) {
            remembered.insert(text)
            base64[String(decoding: text, as: UTF8.self)] = placeholder
        }
    }
}
