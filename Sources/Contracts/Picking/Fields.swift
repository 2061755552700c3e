import Commands
import Platform

/// The delimiter of the fields of a row: blanks as in awk, a text, or a regular expression. A field ends with the delimiter that follows it.
package struct FieldDelimiter: ArgumentValue, Equatable, Sendable {
    private enum Kind: Sendable {
        case blanks
        case text([UInt8])
        case pattern(DelimiterPattern)
    }

    private let kind: Kind
    package let argument: String

    package static let blanks = FieldDelimiter()
    package static let form: String? =
        """
        a delimiter is a text, such as ':' or '\\t', or a regular expression of POSIX, such as '[:,]' or ' +', of at most \
        \(DelimiterPattern.longest) bytes, and \(DelimiterPattern.mostSteps) signs where a count such as {2,5} repeats some
        """
    package static let mayBeginWithDash = true

    private init() {
        kind = .blanks
        argument = ""
    }

    /// `\t` is a tab. A text with signs of a regular expression is one, unless it is one character.
    package init?(argument: String) {
        self.argument = argument
        let text = argument.replacing("\\t", with: "\t")
        if text.isEmpty {
            kind = .blanks
        } else if text.count == 1 || !text.contains(where: { "\\.+*?()|[]{}^$".contains($0) }) {
            kind = .text(Array(text.utf8))
        } else {
            guard let pattern = DelimiterPattern(argument) else { return nil }
            kind = .pattern(pattern)
        }
    }

    package static func == (one: Self, other: Self) -> Bool { one.argument == other.argument }

    /// The places of the fields in a row, each with the delimiter after it.
    func fields(of row: ArraySlice<UInt8>) -> [Range<Int>] {
        let ends: [Int]
        switch kind {
        case .blanks: return words(of: row)
        case .text(let text): ends = Self.ends(of: text, in: row)
        case .pattern(let pattern): ends = pattern.places(in: row).map(\.upperBound)
        }
        return zip([row.startIndex] + ends, ends + [row.endIndex]).map { $0..<$1 }
    }

    private static func ends(of text: [UInt8], in row: ArraySlice<UInt8>) -> [Int] {
        var ends: [Int] = []
        row.withUnsafeBytes { bytes in
            var next = 0
            while let start = bytes.baseAddress, let found = memmem(start + next, bytes.count - next, text, text.count)
            {
                next = UnsafeRawPointer(found) - start + text.count
                ends.append(row.startIndex + next)
            }
        }
        return ends
    }

    private func words(of row: ArraySlice<UInt8>) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var place = row.firstIndex { !Self.isBlank($0) } ?? row.endIndex
        while place < row.endIndex {
            let end = row[place...].firstIndex(where: Self.isBlank) ?? row.endIndex
            let next = row[end...].firstIndex { !Self.isBlank($0) } ?? row.endIndex
            fields.append(place..<next)
            place = next
        }
        return fields
    }

    /// The field without the delimiter at its end.
    func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        switch kind {
        case .blanks: return Self.withoutBlanksAtEnd(field)
        case .text(let text):
            return field.count >= text.count && field.suffix(text.count).elementsEqual(text)
                ? field.dropLast(text.count) : field
        case .pattern(let pattern):
            guard let last = pattern.places(in: field).last, last.upperBound == field.endIndex else { return field }
            return field[..<last.lowerBound]
        }
    }

    static func withoutBlanksAtEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.prefix((bytes.lastIndex { !isBlank($0) } ?? bytes.startIndex - 1) + 1 - bytes.startIndex)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
}

/// Fields by their numbers, as in fzf: `2`, `-1` (the last), `2..`, `..-2`, `1..3`, `..`.
package struct FieldRange: Equatable, Sendable {
    /// The first field, from 1, or from -1 at the end; nil for the first of all.
    private let first: Int?
    /// Nil for the last.
    private let last: Int?

    private static let most = 10_000

    package init?(_ text: some StringProtocol) {
        func number(_ text: some StringProtocol) -> Int? {
            Int(text).flatMap { $0 != 0 && $0.magnitude <= Self.most ? $0 : nil }
        }
        guard let dots = text.firstRange(of: "..") else {
            guard let number = number(text) else { return nil }
            (first, last) = (number, number)
            return
        }
        let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
        first = number(left)
        last = number(right)
        if first == nil && !left.isEmpty || last == nil && !right.isEmpty { return nil }
    }

    /// The bytes of these fields, with the delimiters between and after them; nil if there are none.
    func piece(of row: ArraySlice<UInt8>, _ fields: [Range<Int>]) -> ArraySlice<UInt8>? {
        func place(_ number: Int) -> Int { number > 0 ? number : fields.count + 1 + number }
        let (first, last) = (max(place(self.first ?? 1), 1), min(place(self.last ?? -1), fields.count))
        guard first <= last, fields.indices.contains(first - 1) else { return nil }
        return row[fields[first - 1].lowerBound..<fields[last - 1].upperBound]
    }
}

/// Several ranges, as in `--nth 2,1` or `--with-nth 1,3..`.
package struct FieldRanges: ArgumentValue, Equatable, Sendable {
    private let ranges: [FieldRange]
    package let argument: String
    package static let form: String? = "expected fields such as 2, -1, 2.. or 1,3"
    package static let mayBeginWithDash = true

    static let most = 100

    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        ranges = parts.compactMap { FieldRange($0) }
        guard ranges.count == parts.count, parts.count <= Self.most else { return nil }
        self.argument = argument
    }

    /// The fields side by side, without the last delimiter and without blanks around them: an argument.
    func trimmed(_ row: ArraySlice<UInt8>, _ delimiter: FieldDelimiter) -> [UInt8] {
        let text = delimiter.trimmed(joined(row, delimiter)[...])
        return Array(FieldDelimiter.withoutBlanksAtEnd(text.drop(while: FieldDelimiter.isBlank)))
    }

    /// The fields side by side, with the delimiters after them.
    package func joined(_ row: ArraySlice<UInt8>, _ delimiter: FieldDelimiter) -> [UInt8] {
        let fields = delimiter.fields(of: row)
        return ranges.flatMap { $0.piece(of: row, fields) ?? [] }
    }
}

/// The form in which a row is shown or printed: fields (`2,1`), or a text with fields in braces (`{2}: {1}`).
package struct FieldTemplate: ArgumentValue, Equatable, Sendable {
    private enum Piece: Equatable {
        case text([UInt8])
        case fields(FieldRanges)
        /// The row's number, from 0.
        case number
    }

    private let pieces: [Piece]
    private let isPlain: Bool
    package let argument: String
    package static let form: String? =
        "expected fields such as 2, -1, 2.. or 1,3, or a text with some, such as '{2}: {1}'"
    package static let mayBeginWithDash = true

    package init?(argument: String) {
        self.argument = argument
        if let ranges = FieldRanges(argument: argument) {
            (pieces, isPlain) = ([.fields(ranges)], true)
            return
        }
        isPlain = false
        var pieces: [Piece] = []
        var rest = argument[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            let ranges = FieldRanges(argument: name)
            if ranges == nil, name != "n" {
                pieces.append(.text(Array(rest[...open].utf8)))
                rest = rest[rest.index(after: open)...]
                continue
            }
            pieces.append(.text(Array(rest[..<open].utf8)))
            pieces.append(ranges.map { .fields($0) } ?? .number)
            rest = rest[rest.index(after: close)...]
        }
        guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else { return nil }
        self.pieces = pieces + [.text(Array(rest.utf8))]
    }

    /// - Parameter number: the row's, from 0.
    package func filled(_ row: ArraySlice<UInt8>, number: Int, _ delimiter: FieldDelimiter) -> [UInt8] {
        pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .text(let bytes): bytes
            case .number: Array("\(number)".utf8)
            case .fields(let ranges):
                isPlain ? ranges.joined(row, delimiter) : Array(delimiter.trimmed(ranges.joined(row, delimiter)[...]))
            }
        }
    }

    /// The row as ``filled(_:number:_:)``, without a delimiter at the end: for the output.
    package func printed(_ row: ArraySlice<UInt8>, number: Int, _ delimiter: FieldDelimiter) -> [UInt8] {
        Array(delimiter.trimmed(filled(row, number: number, delimiter)[...]))
    }
}
