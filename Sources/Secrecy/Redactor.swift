import JSON

/// Replaces secrets in JSON texts, the same secret by the same placeholder, and leaves everything else byte for byte.
///
/// Secrets are: values of members with secret names (``SecretName``), also where the name stands beside the value as a
/// member or element (``NamedValues``); secrets recognisable in texts (``SecretText``); what the user names; and
/// further occurrences of secrets found before. Texts that are JSON are redacted as JSON.
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

    /// Shorter secrets are replaced only where they were found: elsewhere they occur by chance.
    private static let shortestRemembered = 8
    /// Longer secrets are replaced only where they were found.
    private static let longestRemembered = 4096
    /// The same for secrets that the user named.
    private static let shortestNamed = 4

    private static let placeholderHead = "redacted-"
    private let singlePlaceholder: String?

    private let members: [Member]
    private let patterns: [Regex<AnyRegexOutput>]
    private let findsOthers: Bool
    private var placeholders: [String: String] = [:]
    private var remembered = SecretIndex()
    /// Depth of JSON texts nested in each other.
    private var level = 0
    private static let deepest = 8
    /// Replacements so far.
    package private(set) var count = 0

    /// - Parameters:
    ///   - patterns: every match in any text is a secret.
    ///   - placeholder: one for all secrets; nil for a numbered one each.
    ///   - findsOthers: whether secrets are also known by their names and looks.
    package init(
        members: [Member] = [], patterns: [Regex<AnyRegexOutput>] = [], placeholder: String? = nil,
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
        let named = findsOthers ? NamedValues.ofObject(json, members) : nil
        var copied = 0
        for member in members {
            let key = JSONText.decode(json.span.extracting(member.key)) ?? ""
            let path = path.isEmpty ? key : "\(path).\(key)"
            let isNamed =
                named == member.value || findsOthers && Self.isSecret(key, json[member.value])
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
        let named = findsOthers ? NamedValues.ofArray(json, elements) : [:]
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

    /// Replaces the secret part of a text.
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

    /// Replaces secrets within a text.
    private mutating func redact(text: String) -> String {
        if let json = redactJSON(in: text) { return json }
        var text = findsOthers ? replacing(SecretText.ranges, in: text) : text
        for pattern in patterns {
            text.replace(pattern) { match in placeholder(for: String(match.output[0].substring ?? "")) }
        }
        return replacingRemembered(in: text)
    }

    /// - Returns: nil for a text that is not JSON.
    private mutating func redactJSON(in text: String) -> String? {
        guard level < Self.deepest, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        // Wrapped as a member, so that it is checked whole.
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

    /// Whether it was redacted before, or names the variable that holds the secret (`Bearer ${TOKEN}`).
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
        if let known = placeholders[secret] { return known }
        let placeholder = singlePlaceholder ?? "\(Self.placeholderHead)\(placeholders.count + 1)"
        placeholders[secret] = placeholder
        if length...Self.longestRemembered ~= secret.utf8.count { remembered.insert(Array(secret.utf8)) }
        return placeholder
    }
}
