import JSON
package import ViewMessages

/// The user's entries in the form of settings: valid settings, or the invalid fields.
package struct SettingsEntry: Equatable, Sendable {
    /// Nil where a field is wrong.
    package let preferences: Preferences?
    package let mistakes: Set<SettingsField>

    /// The numbers of results that a user may ask for.
    package static let limits = 1...200

    /// - Parameter values: by the fields' ids. A field that is absent or empty is left to the store.
    package init(_ values: [String: FieldValue]) {
        let country = Self.country(values[SettingsField.country.rawValue])
        let limit = Self.limit(values[SettingsField.limit.rawValue])
        var mistakes: Set<SettingsField> = []
        if case .mistake = country { mistakes.insert(.country) }
        if case .mistake = limit { mistakes.insert(.limit) }
        self.mistakes = mistakes
        preferences = mistakes.isEmpty ? Preferences(country: country.value, limit: limit.value) : nil
    }

    private enum Reading<Value> {
        case empty
        case value(Value)
        case mistake

        var value: Value? { if case .value(let value) = self { value } else { nil } }
    }

    private static func country(_ value: FieldValue?) -> Reading<String> {
        guard let value else { return .empty }
        guard case .text(let text) = value else { return .mistake }
        let code = text.trimmingBlanks
        guard !code.isEmpty else { return .empty }
        guard code.utf8.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return .mistake }
        return .value(code.uppercased())
    }

    private static func limit(_ value: FieldValue?) -> Reading<Int> {
        guard let value else { return .empty }
        guard case .number(let text) = value, let number = try? Double(json: Array(text.utf8)),
            let limit = Int(exactly: number), limits.contains(limit)
        else { return .mistake }
        return .value(limit)
    }
}

/// The fields of the form of settings, by their ids.
package enum SettingsField: String, JSONCodable, Sendable {
    case country, limit
}

/// The user's settings for the session.
package struct Preferences: JSONCodable, Equatable, Sendable {
    /// The country of the store: ISO 3166-1, two capital letters. Nil for the store's own choice.
    package var country: String?
    /// The number of results that a search in a store requests; nil for as many as the source lists by itself.
    package var limit: Int?
}

extension String {
    /// The text without white space at either end.
    package var trimmingBlanks: String {
        if let first, let last, !first.isWhitespace, !last.isWhitespace { return self }
        let start = drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
