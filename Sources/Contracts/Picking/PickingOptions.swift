package import Commands
package import FuzzySearch

/// fzf's options for a list that a user chooses from. `viperline app` passes them on to its role.
package struct PickingOptions: CommandOptions, Sendable {
    /// The filter text, its reading, and the order of the rows that match.
    package struct Search: Sendable {
        package var query: String?
        package var isExact = false
        package var hasNoSigns = false
        package var ignoresCase = false
        package var respectsCase = false
        package var isDisabled = false
        package var isReversed = false
        package var keepsOrder = false
        package var tiebreak = Tiebreak.length
        package var scheme = Scheme.default
    }

    /// The parts of a row.
    package struct Rows: Sendable {
        package var delimiter = FieldDelimiter.blanks
        package var searched: FieldRanges?
        package var shown: FieldTemplate?
        package var printed: FieldTemplate?
        package var hasColours = false
        package var hasOnlyLines = false
        package var readsNUL = false
    }

    /// The end of the session, and its output.
    package struct Choice: Sendable {
        package var filter: String?
        package var selectsOnly = false
        package var exitsIfEmpty = false
        package var isMultiple = false
        package var isSingle = false
        package var printsQuery = false
        package var printsNUL = false
        package var expected: [String] = []
    }

    /// The things around the rows, and the keys.
    package struct Screen: Sendable {
        package var prompt: String?
        package var header: String?
        package var cycles = false
        package var binds: [String] = []
        package var history: String?
        package var historySize = QueryHistory.standardSize
    }

    /// Options without effect.
    package struct Ignored: Sendable {
        package var height: Height?
        package var layout: Layout?
        package var isReverseLayout = false
    }

    package var search = Search()
    package var rows = Rows()
    package var choice = Choice()
    package var screen = Screen()
    package var ignored = Ignored()

    package init() {}

    /// The criterion that decides between equally good matches.
    package enum Tiebreak: String, ArgumentValue, CaseIterable, Sendable { case length, index }

    /// The kind of the rows. In a history, the order decides between equally good matches.
    package enum Scheme: String, ArgumentValue, CaseIterable, Sendable { case `default`, history }

    /// `10`, `40%`, `~100%`, `-3`.
    package struct Height: ArgumentValue, Sendable {
        package let argument: String
        package static let form: String? = "expected rows such as 10, 40%, ~100% or -3"
        package static let mayBeginWithDash = true

        package init?(argument: String) {
            self.argument = argument
            var digits = argument[...]
            if digits.first == "~" { digits = digits.dropFirst() }
            if digits.first == "-" { digits = digits.dropFirst() }
            if digits.last == "%" { digits = digits.dropLast() }
            guard Double(digits).map({ 0...100_000 ~= $0 }) ?? false else { return nil }
        }
    }

    /// The view always has the filter text above the rows.
    package enum Layout: String, ArgumentValue, CaseIterable, Sendable {
        case `default`, reverse
        case reverseList = "reverse-list"
    }

    package static var table: OptionTable<Self> {
        [
            .option("query", letter: "q", value: "text", isText: true, \.search.query, "Begin with this filter text."),
            .flag(
                "select-1", letter: "1", \.choice.selectsOnly, "If only one row matches the --query, choose it at once."
            ),
            .flag("exit-0", letter: "0", \.choice.exitsIfEmpty, "If no row matches the --query, leave at once (1)."),
            .flag("print-query", \.choice.printsQuery, "The first line of the output is the filter text."),
            .option(
                "filter", letter: "f", value: "text", isText: true, \.choice.filter,
                "Print the rows that match, the best first, and show nothing."),
            .flag("exact", letter: "e", \.search.isExact, "A word must occur as it is; 'word is fuzzy."),
            .flag(
                "no-extended", plusLetter: "x", \.search.hasNoSigns, "The filter text is one fuzzy word, without signs."
            ),
            .flag("ignore-case", letter: "i", \.search.ignoresCase, "Ignore the case, even with a capital letter."),
            .flag("no-ignore-case", plusLetter: "i", \.search.respectsCase, "The case always counts."),
            .flag("disabled", \.search.isDisabled, "Do not filter the rows by the text."),
            .flag("tac", \.search.isReversed, "The last row comes first."),
            .flag("no-sort", plusLetter: "s", \.search.keepsOrder, "Keep the order of the rows that match."),
            .option("tiebreak", value: "what", \.search.tiebreak, "Which of equally good matches comes first."),
            .option("scheme", value: "what", \.search.scheme, "What the rows are; in a history, the order decides."),
            .flag("cycle", \.screen.cycles, "The first row follows the last."),
            .flag("multi", letter: "m", \.choice.isMultiple, "Several rows can be marked. This is the default."),
            .flag("no-multi", plusLetter: "m", \.choice.isSingle, "Only one row can be chosen."),
            .option("prompt", value: "text", isText: true, \.screen.prompt, "What stands before the filter text."),
            .option("header", value: "text", isText: true, \.screen.header, "Text above the rows."),
            .option(
                "delimiter", letter: "d", value: "text", \.rows.delimiter,
                "What separates the fields of a row; blanks otherwise."),
            .option(
                "nth", letter: "n", value: "fields", \.rows.searched, "Filter by these fields, such as 2,4.. or -1."),
            .option(
                "with-nth", value: "fields", \.rows.shown,
                "Show these fields, or a text with fields such as '{2}: {1}'."),
            .option("accept-nth", value: "fields", \.rows.printed, "Print these fields of the choice."),
            .flag("ansi", \.rows.hasColours, "Rows may have colours, which are not a part of their text."),
            .option(
                "height", value: "rows", \.ignored.height, "Ignored: the view takes the whole terminal."
            ),
            .option(
                "layout", value: "where", \.ignored.layout,
                "Ignored: the filter text is above the rows."),
            .flag("reverse", \.ignored.isReverseLayout, "Ignored, as --layout."),
            .flag("lines", \.rows.hasOnlyLines, "The output is plain lines, even if it begins like JSON."),
            .flag("read0", \.rows.readsNUL, "Rows end with NUL instead of a line feed."),
            .flag("print0", \.choice.printsNUL, "The choice ends with NUL instead of a line feed."),
            .option(
                "bind", value: "key:action", isText: true, \.screen.binds,
                "What a key does, such as 'ctrl-r:reload(ls),ctrl-o:execute(less {})'. No shell runs. May be repeated."),
            .option(
                "expect", value: "keys", \.choice.expected,
                "These keys choose too; the first line of the output is the key. May be repeated."),
            .option(
                "history", value: "file", \.screen.history, "Keep filter texts in this file; Ctrl-P brings them back."),
            .option("history-size", value: "number", \.screen.historySize, "How many; 1000 without it."),
        ]
    }

    package func validate() throws {
        if choice.isMultiple, choice.isSingle { throw UsageError("--multi and --no-multi exclude each other") }
        if search.ignoresCase, search.respectsCase {
            throw UsageError("--ignore-case and --no-ignore-case exclude each other")
        }
        for (name, text) in [
            ("query", search.query), ("filter", choice.filter), ("header", screen.header), ("prompt", screen.prompt),
        ] {
            let most = name == "query" ? Self.longestQuery : Self.longestText
            guard let text, text.utf8.count > most else { continue }
            throw UsageError("--\(name) takes at most \(most) bytes")
        }
        guard 1...QueryHistory.mostTexts ~= screen.historySize else {
            throw UsageError("--history-size: expected a number from 1 to \(QueryHistory.mostTexts)")
        }
        do throws(PickBindings.Refusal) { _ = try readBindings() } catch { throw UsageError("\(error)") }
    }

    /// Bytes of a text.
    private static let longestText = 16_384
    /// Bytes of a filter text: the view's field has no more.
    static let longestQuery = 8192

    // MARK: What they mean

    /// The bindings of keys and events. With a history, Ctrl-P and Ctrl-N go through it.
    package var bindings: PickBindings { (try? readBindings()) ?? PickBindings() }

    private func readBindings() throws(PickBindings.Refusal) -> PickBindings {
        let ofHistory = screen.history == nil ? [] : ["ctrl-p:prev-history,ctrl-n:next-history"]
        return try PickBindings(ofHistory + screen.binds, expecting: choice.expected, takesText: choice.printsQuery)
    }

    /// The reading of the filter text.
    package var reading: QueryReading {
        var reading = QueryReading()
        reading.isExact = search.isExact
        reading.isCaseSensitive = search.respectsCase ? true : search.ignoresCase ? false : nil
        reading.hasSigns = !search.hasNoSigns
        return reading
    }

    /// The order of the rows.
    package var order: MatchOrder {
        var order = MatchOrder()
        order.sorts = !search.keepsOrder
        order.prefersShort = search.tiebreak == .length && search.scheme == .default
        order.isReversed = search.isReversed
        return order
    }
}
