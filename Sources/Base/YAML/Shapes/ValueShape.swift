/// The shape of a value in a file. JSON Schemas and the help of an editor are made of it, so it is as strict as the reader of the file
/// wherever a schema can be, and never stricter.
package indirect enum ValueShape: Sendable {
    case text(TextShape)
    /// `true`, `false` and YAML's other words for them, without quotes.
    case flag
    case number(ClosedRange<Int>)
    case list(ListShape)
    case mapping(KeyTable)
    /// A mapping whose names are the author's.
    case named(NamedShape)
    case either([ValueShape])
    case nothing
    /// A value in which a dollar sign begins no variable.
    case verbatim(ValueShape)
}

/// A scalar.
package struct TextShape: Sendable {
    /// The thing that a text names.
    package enum Meaning: Hashable, Sendable {
        case service, event, program, source, scene, filter
        /// A compose file, or an installed application.
        case composeFile
        case path
        /// A jq program.
        case expression
    }

    /// All words that the text may be; or, with a pattern, words that an editor offers.
    package var words: [String] = []
    /// A regular expression (ECMA-262) for the whole text.
    package var pattern: String?
    /// The length in characters.
    package var length: ClosedRange<Int>?
    package var meaning: Meaning?
    /// True if a number or a truth value of YAML is such a text, too.
    package var takesNumbers = true

    package init(
        _ words: [String] = [], pattern: String? = nil, length: ClosedRange<Int>? = nil, meaning: Meaning? = nil,
        takesNumbers: Bool = true
    ) {
        self.words = words
        self.pattern = pattern
        self.length = length
        self.meaning = meaning
        self.takesNumbers = takesNumbers && words.isEmpty
    }
}

package struct ListShape: Sendable {
    package var item: ValueShape
    /// The first item, if that is different.
    package var first: ValueShape?
    package var count: ClosedRange<Int>
    package var isUnique: Bool

    package init(
        _ item: ValueShape, first: ValueShape? = nil, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false
    ) {
        self.item = item
        self.first = first
        self.count = count
        self.isUnique = isUnique
    }
}

package struct NamedShape: Sendable {
    package var value: ValueShape
    /// A regular expression for each whole name.
    package var pattern: String?
    package var excluded: [String]
    package var count: ClosedRange<Int>
    /// True if `x-…` is a name like any other.
    package var hasForeignNames: Bool
    /// The things that the names refer to, if they are not new names.
    package var meaning: TextShape.Meaning?

    package init(
        _ value: ValueShape, pattern: String? = nil, excluding excluded: [String] = [],
        count: ClosedRange<Int> = 0...Int.max, hasForeignNames: Bool = false, meaning: TextShape.Meaning? = nil
    ) {
        self.value = value
        self.pattern = pattern
        self.excluded = excluded
        self.count = count
        self.hasForeignNames = hasForeignNames
        self.meaning = meaning
    }
}

extension ValueShape {
    package static let text = ValueShape.text(TextShape())

    package static func words(_ words: [String]) -> ValueShape { .text(TextShape(words)) }

    package static func text(_ meaning: TextShape.Meaning) -> ValueShape { .text(TextShape(meaning: meaning)) }

    package static func list(
        of item: ValueShape, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false
    ) -> ValueShape {
        .list(ListShape(item, count: count, isUnique: isUnique))
    }

    package static func keys<Key: FileKey>(_: Key.Type) -> ValueShape { .mapping(Key.table) }
}

extension String {
    /// A regular expression for it in capital and small letters.
    package var anyCase: String {
        map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : String($0) }.joined()
    }
}
