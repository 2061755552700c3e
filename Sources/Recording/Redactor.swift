import JSON
import Wire

/// Replaces what nobody else should read in JSON texts: the same secret by the same placeholder, all else as it stands.
///
/// Secret are: the values of members whose names say so (``SecretName``), also where the name is a member or an element
/// of its own beside the value (``NamedValues``), what a text gives away (``SecretText``), what the person who redacts has
/// named, and from then on each text that holds a secret found before. A text that is JSON itself is taken apart as well.
package struct Redactor {
    /// A member that is replaced, by its path: the keys from the event on, joined by dots; elements of an array have the
    /// path of the array.
    package struct Member: Equatable, Sendable {
        package let path: String
        /// Nil for a placeholder.
        package let replacement: String?

        package init(path: String, replacement: String? = nil) {
            self.path = path
            self.replacement = replacement
        }
    }

    /// Shorter ones are replaced only where they were found: as parts of other texts they mean nothing.
    private static let shortestRemembered = 8
    /// Of what a person has named.
    private static let shortestNamed = 4

    private static let placeholderHead = "redacted-"
    private let singlePlaceholder: String?

    private let members: [Member]
    private let patterns: [Regex<AnyRegexOutput>]
    private var placeholders: [String: String] = [:]
    private var remembered = RememberedSecrets()
    /// How many texts that are JSON we are in, one in the other.
    private var level = 0
    private static let deepest = 8
    /// How many values were replaced, or parts of them.
    package private(set) var count = 0

    /// - Parameters:
    ///   - patterns: each of their matches in any text is a secret.
    ///   - placeholder: one for all secrets; nil for one for each.
    package init(members: [Member] = [], patterns: [Regex<AnyRegexOutput>] = [], placeholder: String? = nil) {
        singlePlaceholder = placeholder
        self.members = members
        self.patterns = patterns
    }

    /// How many different ones were found.
    package var secretCount: Int { placeholders.count }

    /// Begins to count anew and keeps the secrets, so that a second pass finds also what came before they were known.
    package mutating func beginAgain() { count = 0 }

    /// - Parameter json: one well-formed value.
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
            // A number stays one.
            count += 1
            output.append(UInt8(ascii: "0"))
        default: output += json
        }
    }

    private mutating func copyObject(_ json: [UInt8], at path: String, isSecret: Bool, to output: inout [UInt8]) {
        let members = (try? JSONSlices.members(json.span)) ?? []
        let named = NamedValues.ofObject(json, members)
        var copied = 0
        for member in members {
            let key = JSONText.decode(json.span.extracting(member.key)) ?? ""
            let path = path.isEmpty ? key : "\(path).\(key)"
            let isNamed =
                named == member.value || Self.isSecret(key, json[member.value])
                || self.members.contains { $0.path == path }
            output += json[copied..<member.key.lowerBound]
            let known = replacingRemembered(in: key)
            if known == key { output += json[member.key] } else { JSONText.append(known, to: &output) }
            output += json[member.key.upperBound..<member.value.lowerBound]
            copy(json[member.value], at: path, isSecret: isSecret || isNamed, to: &output)
            copied = member.value.upperBound
        }
        output += json[copied...]
    }

    private mutating func copyArray(_ json: [UInt8], at path: String, isSecret: Bool, to output: inout [UInt8]) {
        let elements = JSONSlices.elements(ofArray: json.span) ?? []
        let named = NamedValues.ofArray(json, elements)
        var copied = 0
        for element in elements {
            output += json[copied..<element.lowerBound]
            if let password = named[element.lowerBound] {
                copy(json[element], part: password, to: &output)
            } else {
                copy(json[element], at: path, isSecret: isSecret, to: &output)
            }
            copied = element.upperBound
        }
        output += json[copied...]
    }

    /// A text of which a part is secret.
    private mutating func copy(_ json: ArraySlice<UInt8>, part: NamedValues.Part, to output: inout [UInt8]) {
        guard let text = JSONText.decode(Array(json).span) else { return output += json }
        switch part {
        case .all: JSONText.append(placeholder(for: text), to: &output)
        case .behindColon:
            let name = text.prefix { $0 != ":" }
            JSONText.append("\(name):\(placeholder(for: String(text.dropFirst(name.count + 1))))", to: &output)
        }
    }

    private static func isSecret(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
        if SecretName.matches(key) { return true }
        guard value.first == UInt8(ascii: "\""), value.count < 1 << 12, SecretName.mayBe(key) else { return false }
        return SecretName.isSecret(key, withValue: JSONText.decode(Array(value).span) ?? "")
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

    /// A text that is no secret itself may hold some.
    private mutating func redact(text: String) -> String {
        if let json = redactJSON(in: text) { return json }
        var text = replacing(SecretText.ranges, in: text)
        for pattern in patterns {
            text.replace(pattern) { match in placeholder(for: String(match.output[0].substring ?? "")) }
        }
        return replacingRemembered(in: text)
    }

    /// - Returns: nil for a text that is no JSON.
    private mutating func redactJSON(in text: String) -> String? {
        guard level < Self.deepest, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        // As a member, so that it is checked whole.
        let head = Array(#"{"":"#.utf8)
        let wrapped = head + Array(text.utf8) + [UInt8(ascii: "}")]
        guard let members = try? JSONSlices.members(wrapped.span), members.count == 1, let value = members.first?.value
        else {
            return nil
        }
        level += 1
        defer { level -= 1 }
        var output = Array(wrapped[head.count..<value.lowerBound])
        copy(wrapped[value], at: "", isSecret: false, to: &output)
        output += wrapped[value.upperBound...].dropLast()
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func replacingRemembered(in text: String) -> String {
        let remembered = remembered
        return replacing(remembered.ranges, in: text)
    }

    private mutating func replacing(_ ranges: ([UInt8]) -> [Range<Int>], in text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        for range in ranges(bytes) {
            output += bytes[copied..<range.lowerBound]
            output += placeholder(for: String(decoding: bytes[range], as: UTF8.self)).utf8
            copied = range.upperBound
        }
        return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// Whether it has been redacted before, or is the name of a variable that holds the secret (`Bearer ${TOKEN}`).
    private static func isPlaceholder(_ text: String) -> Bool {
        let last = text.split(separator: " ").last ?? ""
        return text.hasPrefix(placeholderHead)
            || last.hasPrefix("${") && last.hasSuffix("}")
                && last.dropFirst(2).dropLast().allSatisfy { $0.isLetter || $0 == "_" || $0.isNumber }
    }

    /// - Parameter length: from how many bytes on it is looked for in other texts too.
    private mutating func placeholder(
        for secret: String, rememberedFrom length: Int = shortestRemembered
    ) -> String {
        // Nothing is no secret, and what was redacted once is none any more.
        if secret.isEmpty || Self.isPlaceholder(secret) { return secret }
        count += 1
        if let known = placeholders[secret] { return known }
        let placeholder = singlePlaceholder ?? "\(Self.placeholderHead)\(placeholders.count + 1)"
        placeholders[secret] = placeholder
        if secret.utf8.count >= length { remembered.insert(Array(secret.utf8)) }
        return placeholder
    }
}
