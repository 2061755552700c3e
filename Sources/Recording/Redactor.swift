import Wire

/// Replaces what nobody else should read in JSON texts: the same secret by the same placeholder, all else as it stands.
///
/// Secret are: the values of members whose names say so (``SecretName``), the values of such parameters in URLs and
/// command lines (`?key=…`, `--token=…`), passwords in URLs, what the person who redacts has named, and from then on each
/// text that holds a secret found before.
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

    private let members: [Member]
    private let patterns: [Regex<AnyRegexOutput>]
    private var placeholders: [String: String] = [:]
    private var remembered: [String] = []
    /// How many values were replaced, or parts of them.
    package private(set) var count = 0

    /// - Parameter patterns: each of their matches in any text is a secret.
    package init(members: [Member] = [], patterns: [Regex<AnyRegexOutput>] = []) {
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
        var copied = 0
        for member in (try? JSONMembers.scan(json.span)) ?? [] {
            let key = JSONText.decode(json.span.extracting(member.key)) ?? ""
            let path = path.isEmpty ? key : "\(path).\(key)"
            let isNamed =
                SecretName.matches(key, ofValueWithLength: member.value.count) || members.contains { $0.path == path }
            output += json[copied..<member.value.lowerBound]
            copy(json[member.value], at: path, isSecret: isSecret || isNamed, to: &output)
            copied = member.value.upperBound
        }
        output += json[copied...]
    }

    private mutating func copyArray(_ json: [UInt8], at path: String, isSecret: Bool, to output: inout [UInt8]) {
        var copied = 0
        for element in JSONSlices.elements(ofArray: json.span) ?? [] {
            output += json[copied..<element.lowerBound]
            copy(json[element], at: path, isSecret: isSecret, to: &output)
            copied = element.upperBound
        }
        output += json[copied...]
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
        var text = redactParameters(of: text)
        for pattern in patterns {
            text.replace(pattern) { match in placeholder(for: String(match.output[0].substring ?? "")) }
        }
        for secret in remembered where text.contains(secret) {
            text.replace(secret, with: placeholder(for: secret))
        }
        return text
    }

    private mutating func redactParameters(of text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        for range in SecretParameters.ranges(in: bytes) {
            output += bytes[copied..<range.lowerBound]
            output += placeholder(for: String(decoding: bytes[range], as: UTF8.self)).utf8
            copied = range.upperBound
        }
        return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// - Parameter length: from how many bytes on it is looked for in other texts too.
    private mutating func placeholder(
        for secret: String, rememberedFrom length: Int = shortestRemembered
    ) -> String {
        // Nothing is no secret, and what was redacted once is none any more.
        if secret.isEmpty || secret.hasPrefix("redacted-") { return secret }
        count += 1
        if let known = placeholders[secret] { return known }
        let placeholder = "redacted-\(placeholders.count + 1)"
        placeholders[secret] = placeholder
        if secret.utf8.count >= length {
            // The longest first: one may be a part of another.
            let place = remembered.firstIndex { $0.utf8.count < secret.utf8.count } ?? remembered.endIndex
            remembered.insert(secret, at: place)
        }
        return placeholder
    }
}
