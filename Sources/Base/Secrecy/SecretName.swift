import Platform

/// A name by the one list of names whose values are secrets: of members, headers, parameters, options and variables.
///
/// Names are compared word by word, ignoring case, separators and plurals: `X-Api-Keys`, `apiKey` and `API_KEY` are the
/// same.
package struct SecretName: Sendable {
    private let words: [String]

    init(_ name: String) { words = Self.words(of: name) }

    /// True if the value is a secret in any form.
    package static func matches(_ name: String) -> Bool { SecretName(name).isSecret }

    /// True if the value is a secret, or is one if it looks like a token (``SecretValue/isTokenLike(_:)``).
    package static func mayBe(_ name: String) -> Bool { SecretName(name).mayBeSecret }

    /// True if it is the name of a secret header, and could not be an ordinary word.
    static func isHeader(_ name: String) -> Bool { headers.contains(name.lowercased()) }

    var isSecret: Bool {
        guard let last = words.last else { return false }
        if words.count == 1 { return Self.isSecretWord(last) }
        return Self.lastWords.contains(last) || words.indices.contains(where: isSecret(at:))
    }

    var mayBeSecret: Bool { isSecret || isAmbiguous || digits != nil || isPhrase }

    func isSecret(withValue value: String) -> Bool {
        if isSecret || isAmbiguous && SecretValue.isTokenLike(value) || isNumber(withValue: value) { return true }
        // Words from which a wallet's key is made.
        guard isPhrase else { return false }
        return value.split(separator: " ").count >= 12 || words.last == "seed" && SecretValue.isTokenLike(value)
    }

    /// True if it is a secret number, such as a PIN: digits, and what separates them.
    func isNumber(withValue value: String) -> Bool {
        guard let lengths = digits else { return false }
        let digits = value.utf8.count { 0x30...0x39 ~= $0 }
        let others = value.utf8.count { !(0x30...0x39 ~= $0) && $0 != 0x20 && $0 != UInt8(ascii: "-") }
        // An IBAN has letters, too.
        return lengths.contains(digits) && others <= (lengths.lowerBound == 10 ? 10 : 0)
    }

    /// True if the value of this URL parameter or option is a secret. Names are shorter there and mean more.
    func isSecretParameter(withValue value: String) -> Bool {
        if isSecret { return true }
        if words == ["code"] { return value.utf8.count >= 8 && SecretValue.isMixed(value) }
        return words.count == 1 && Self.parameters.contains(words[0]) || isSecret(withValue: value)
    }

    /// True if ``isSecretParameter(withValue:)`` depends on the value at all.
    var mayBeParameter: Bool { mayBeSecret || Self.parameters.contains(words.joined()) }

    private var digits: ClosedRange<Int>? {
        (1...3).lazy.compactMap { Self.numbers[words.suffix($0).joined()] }.first
    }

    private var isPhrase: Bool { ["mnemonic", "seed", "phrase"].contains(words.last) }

    private var isAmbiguous: Bool {
        guard let last = words.last, Self.ambiguous.contains(last) else { return false }
        return words.count == 1 || last != "code" && !Self.harmlessKeys.contains(words[words.count - 2])
    }

    private func isSecret(at place: Int) -> Bool {
        let before = place > 0 ? words[place - 1] : ""
        let behind = place + 1 < words.count ? words[place + 1] : ""
        if let partners = Self.pairs[words[place]], partners.contains(before) { return true }
        guard Self.isSecretWord(words[place]), !Self.lastWords.contains(words[place]) else { return false }
        return !Self.harmlessBehind.contains(behind) && !Self.harmlessBefore.contains(before)
    }

    // MARK: - Words

    private static let secretWords = SecretTable.set("secret words")
    private static let lastWords = SecretTable.set("last words")
    private static let endings = SecretTable.set("endings").sorted()
    private static let harmlessBehind = SecretTable.set("harmless behind")
    private static let harmlessBefore = SecretTable.set("harmless before")
    private static let harmlessKeys = SecretTable.set("harmless keys")
    private static let parameters = SecretTable.set("parameters")
    private static let ambiguous = SecretTable.set("ambiguous")
    private static let headers = SecretTable.set("headers")
    /// The second word, and which first words make it secret.
    private static let pairs = Dictionary(
        SecretTable.rows("pairs").map { ($0.key, Set($0.words)) }, uniquingKeysWith: { $0.union($1) })
    private static let numbers = Dictionary(
        SecretTable.rows("numbers").flatMap { row in
            let lengths = row.key.split(separator: " ").compactMap { Int($0) }
            return row.words.map { ($0, lengths[0]...lengths[1]) }
        }, uniquingKeysWith: { $1 })

    private static func isSecretWord(_ word: String) -> Bool {
        if secretWords.contains(word) || lastWords.contains(word) { return true }
        // Compounds without a separator: `authtoken`, `csrfmiddlewaretoken`.
        guard let ending = endings.first(where: word.hasSuffix) else { return false }
        return !harmlessBefore.contains(String(word.dropLast(ending.count)))
    }

    /// The words in lower case, singular: `AWSAccessKeys2` is `aws`, `access`, `key`, `2`.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        let isUpper = name.utf8.contains { $0 >= 0x80 } && !name.utf8.contains { Kind($0) == .lower && $0 < 0x80 }
        let name = isUpper ? name.lowercased() : name
        let bytes = Array(name.utf8.suffix(128))
        var previous = Kind.other
        for (index, byte) in bytes.enumerated() {
            let kind = Kind(byte)
            let next = index + 1 < bytes.count ? Kind(bytes[index + 1]) : .other
            let begins =
                kind == .upper && (previous == .lower || previous == .upper && next == .lower)
                || kind == .digit && previous != .digit || previous == .digit && kind != .digit || kind == .other
            if begins, words.last?.isEmpty == false { words.append([]) }
            if kind != .other { words[words.count - 1].append(kind == .upper ? byte | 0x20 : byte) }
            previous = kind
        }
        return words.filter { !$0.isEmpty }.map { word in
            let text = String(decoding: word, as: UTF8.self)
            return singular(word.contains { $0 >= 0x80 } ? text.lowercased() : text)
        }
    }

    private static func singular(_ word: String) -> String {
        word != "redis" && word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
            ? String(word.dropLast()) : word
    }

    private enum Kind {
        case upper, lower, digit, other

        init(_ byte: UInt8) {
            self =
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
                case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .lower
                case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
                default: .other
                }
        }
    }
}

/// Variables that hold secrets. Commands are recorded with the variables' names in place of their values, as they were
/// written: `-H "Bearer ${TOKEN}"`.
package struct SecretVariables {
    /// Shorter values occur in any text by chance.
    private static let shortest = 6

    private struct Variable {
        let name: String
        let value: String
    }

    /// The longest first, as one may be part of another.
    private let secrets: [Variable]

    package init(_ variables: [(name: String, value: String)]) {
        // A path is not a secret, and the one in PWD occurs in many commands.
        secrets = variables.map { Variable(name: $0.name, value: $0.value) }.filter {
            $0.value.utf8.count >= Self.shortest && !$0.value.hasPrefix("/") && SecretName.mayBe($0.name)
        }
        .sorted { ($1.value.utf8.count, $0.name) < ($0.value.utf8.count, $1.name) }
    }

    /// The text with values replaced by the variables' names.
    package func withheld(from text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret.value) ? text.replacing(secret.value, with: "${\(secret.name)}") : text
        }
    }
}
