import Spelling

extension CommandOptions {
    /// Reads the options from words.
    /// - Throws: ``CommandLineError``, or ``UsageError`` of a check.
    package static func parse(_ words: [String]) throws -> Self {
        var values = Self()
        let table = Self.table
        try table.read(words, into: &values)
        for check in table.checks { try check(&values) }
        try values.validate()
        return values
    }

    /// The options as the words of a command line, for another program with the same table.
    package var words: [String] {
        Self.table.rows.filter { $0.shape.kind == .flag || $0.shape.kind == .option }.flatMap { row in
            row.spelled(self).map { row.shape.kind == .flag ? "--\(row.shape.name)" : "--\(row.shape.name)=\($0)" }
        }
    }
}

extension OptionTable {
    func read(_ words: [String], into values: inout Values) throws(CommandLineError) {
        let shapes = rows.map(\.shape)
        var arguments = ArgumentRows(rows.filter { $0.shape.kind == .argument })
        let rest = rows.first { $0.shape.kind == .rest }
        var hasRest = false
        /// An option that may lack its value was the last word.
        var lacking: (index: Int, spelled: String)?
        var unexpected: [String] = []
        for finding in WordScanner(words, shapes).findings() {
            let before = lacking
            lacking = nil
            switch finding {
            case .option(let index, let spelled, let value):
                if value == nil, shapes[index].mayLackValue { lacking = (index, spelled) }
                try take(value ?? "", by: rows[index], in: &values) { OptionText($0, spelled: spelled) }
            case .argument(let word, _):
                if let row = rows.first(where: { $0.shape.plusLetter.map { word == "+\($0)" } ?? false }) {
                    try take("", by: row, in: &values) { OptionText($0, spelled: word) }
                    continue
                }
                if let before {
                    try take(word, by: rows[before.index], in: &values) { OptionText($0, spelled: before.spelled) }
                    continue
                }
                guard let row = arguments.next() else {
                    unexpected.append(word)
                    continue
                }
                try take(word, by: row, in: &values) { OptionText(argument: $0) }
            case .rest(let words):
                for word in words {
                    guard let row = rest ?? arguments.next() else {
                        unexpected.append(word)
                        continue
                    }
                    try take(word, by: row, in: &values) { OptionText(argument: $0) }
                    hasRest = true
                }
            case .unknown(let name):
                throw .unknownOption(name, likely: foreign[name] ?? likely(name, among: shapes))
            case .missingValue(let index, let spelled, let next):
                throw .missingValue(of: OptionText(shapes[index], spelled: spelled), next: next)
            case .superfluousValue(let value, let name): throw .superfluousValue(value, of: name)
            }
        }
        guard unexpected.isEmpty else { throw .unexpected(unexpected) }
        let missing = arguments.missing ?? (hasRest ? nil : rest.flatMap { $0.shape.isRequired ? $0.shape : nil })
        if let missing { throw .missingArgument(OptionText(argument: missing)) }
    }

    /// The option that was probably meant. Dashes do not count, or short names would be nearer than they are.
    private func likely(_ name: String, among shapes: [OptionShape]) -> String? {
        let options = shapes.filter { $0.kind == .flag || $0.kind == .option }
        let (all, shown) = (options.map { "\($0.name)" }, options.filter { !$0.isHidden }.map { "\($0.name)" })
        let word = String(name.drop { $0 == "-" })
        let nearest = Suggestion.nearest(to: word, among: shown) ?? Suggestion.nearest(to: word, among: all)
        return (shown.contains(word) ? word : nearest).map { "--\($0)" }
    }

    private func take(
        _ word: String, by row: Row, in values: inout Values, _ text: (OptionShape) -> OptionText
    ) throws(CommandLineError) {
        do throws(ValueRefusal) { try row.take(&values, word) } catch {
            let reason: String? = if case .reason(let reason) = error { reason } else { nil }
            throw .badValue(word, of: text(row.shape), reason: reason)
        }
    }

    private struct ArgumentRows {
        private let rows: [Row]
        private var place = 0
        /// True if the last row, which is repeated, has an argument.
        private var isRepeating = false

        init(_ rows: [Row]) { self.rows = rows }

        mutating func next() -> Row? {
            guard place < rows.count else { return nil }
            defer { if rows[place].shape.isRepeated { isRepeating = true } else { place += 1 } }
            return rows[place]
        }

        /// The first one that lacks its argument.
        var missing: OptionShape? {
            rows[place...].map(\.shape).first { $0.isRequired && !($0.isRepeated && isRepeating) }
        }
    }
}
