import TerminalText
package import ViewMessages

// Bounds that depend on another member, or on the view. All other members of a screen are bounded as their declarations show
// (`bounds:` in ViewMessages), by Generated/ScreenModel+Sanitized.swift.

extension Screen {
    var sanitizedKeys: [ScreenKey]? {
        guard let keys, !keys.isEmpty else { return nil }
        return keys.prefix(ScreenKey.most).map(\.sanitized)
    }

    var sanitizedPreview: [Part]? { preview?.map(\.sanitized.unfolded) }
}

extension Part {
    /// The part with the whole of its text: a preview scrolls instead.
    fileprivate var unfolded: Part {
        guard case .text(var text) = self else { return self }
        text.fold = nil
        return .text(text)
    }
}

extension ScreenKey {
    /// More are left out: users could not learn them.
    package static let most = 100

    var sanitizedCharacter: String? {
        let isName = does != nil && character?.utf8.count ?? 0 <= Self.longestName
        return isName ? character.map(Sanitizer.line) : DeclaredKey(character)?.text
    }

    /// Bytes of a key's name.
    private static let longestName = 32
    /// Steps of a key; more are left out.
    private static let mostSteps = 100

    var sanitizedDoes: [KeyStep]? { does.map { Array($0.prefix(Self.mostSteps)) } }
}

extension Button {
    var sanitizedKey: String? { DeclaredKey(key)?.text }
}

extension Table {
    /// A row has no more cells than there are columns.
    var sanitizedRows: [TableRow] {
        let most = min(columns.count, Self.mostColumns)
        return rows.map { row in
            guard row.cells.count > most else { return row.sanitized }
            return TableRow(id: row.id, cells: Array(row.cells.prefix(most)), tone: row.tone).sanitized
        }
    }
}

extension FormField {
    /// More are left out: the user types a letter, and gets others.
    private static let mostSuggestions = 200

    /// A name that would look otherwise than it is leads to another file, so it is left out.
    var sanitizedSuggestions: [String]? {
        suggestions?.lazy.filter { Bounded.entry(Sanitizer.line($0)) == $0 }.prefix(Self.mostSuggestions).map(\.self)
    }

    /// Nil for a value that such a field cannot hold. Ids of options are never shown and stay as they are.
    var sanitizedValue: FieldValue? {
        guard let value else { return nil }
        return switch (kind, value) {
        case (.multiline, .text(let text)): .text(Bounded.entry(Sanitizer.block(text)))
        case (.text, .text(let text)), (.secret, .text(let text)), (.number, .text(let text)), (.date, .text(let text)),
            (.path, .text(let text)):
            .text(Bounded.entry(Sanitizer.line(text)))
        case (.choice, .text), (.choices, .texts), (.toggle, .flag), (.text, .number), (.number, .number): value
        default: nil
        }
    }
}

extension Mark {
    /// - Parameter sanitize: the function for the text that contains the mark.
    func sanitized(_ sanitize: (String) -> String) -> Mark { Mark(sanitize(text), tone) }
}

extension UnknownPart {
    /// Characters of a kind's name.
    private static let longestKind = 64

    var sanitized: UnknownPart {
        let kind = kind.map { String(Sanitizer.line($0).prefix(Self.longestKind)) }
        return UnknownPart(kind: kind ?? "", fallback: fallback.map(Sanitizer.block))
    }
}
