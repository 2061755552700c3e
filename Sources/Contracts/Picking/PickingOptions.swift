package import Commands
package import FuzzySearch

/// fzf's options for a list that a user chooses from. `viperline app` passes them on to its role.
package struct PickingOptions: CommandOptions, Sendable {
    package var query: String?
    package var selectsOnly = false
    package var exitsIfEmpty = false
    package var printsQuery = false
    package var filter: String?
    package var isExact = false
    package var hasNoSigns = false
    package var ignoresCase = false
    package var respectsCase = false
    package var isDisabled = false
    package var isReversed = false
    package var keepsOrder = false
    package var tiebreak = Tiebreak.length
    package var cycles = false
    package var isMultiple = false
    package var isSingle = false
    package var prompt: String?
    package var header: String?
    package var delimiter = FieldDelimiter.blanks
    package var searched: FieldRanges?
    package var shown: FieldTemplate?
    package var printed: FieldTemplate?
    package var hasColours = false
    package var height: Height?
    package var scheme = Scheme.default
    package var layout: Layout?
    package var isReverseLayout = false
    package var hasOnlyLines = false
    package var readsNUL = false
    package var printsNUL = false
    package var binds: [String] = []
    package var expected: [String] = []
    package var history: String?
    package var historySize = QueryHistory.standardSize

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
            .option("query", letter: "q", value: "text", isText: true, \.query, "Begin with this filter text."),
            .flag("select-1", letter: "1", \.selectsOnly, "If only one row matches the --query, choose it at once."),
            .flag("exit-0", letter: "0", \.exitsIfEmpty, "If no row matches the --query, leave at once (1)."),
            .flag("print-query", \.printsQuery, "The first line of the output is the filter text."),
            .option(
                "filter", letter: "f", value: "text", isText: true, \.filter,
                "Print the rows that match, the best first, and show nothing."),
            .flag("exact", letter: "e", \.isExact, "A word must occur as it is; 'word is fuzzy."),
            .flag(
                "no-extended", plusLetter: "x", \.hasNoSigns, "The filter text is one fuzzy word, without signs."),
            .flag("ignore-case", letter: "i", \.ignoresCase, "Ignore the case, even with a capital letter."),
            .flag("no-ignore-case", plusLetter: "i", \.respectsCase, "The case always counts."),
            .flag("disabled", \.isDisabled, "Do not filter the rows by the text."),
            .flag("tac", \.isReversed, "The last row comes first."),
            .flag("no-sort", plusLetter: "s", \.keepsOrder, "Keep the order of the rows that match."),
            .option("tiebreak", value: "what", \.tiebreak, "Which of equally good matches comes first."),
            .option("scheme", value: "what", \.scheme, "What the rows are; in a history, the order decides."),
            .flag("cycle", \.cycles, "The first row follows the last."),
            .flag("multi", letter: "m", \.isMultiple, "Several rows can be marked. This is the default."),
            .flag("no-multi", plusLetter: "m", \.isSingle, "Only one row can be chosen."),
            .option("prompt", value: "text", isText: true, \.prompt, "What stands before the filter text."),
            .option("header", value: "text", isText: true, \.header, "Text above the rows."),
            .option(
                "delimiter", letter: "d", value: "text", \.delimiter,
                "What separates the fields of a row; blanks otherwise."),
            .option("nth", letter: "n", value: "fields", \.searched, "Filter by these fields, such as 2,4.. or -1."),
            .option(
                "with-nth", value: "fields", \.shown, "Show these fields, or a text with fields such as '{2}: {1}'."),
            .option("accept-nth", value: "fields", \.printed, "Print these fields of the choice."),
            .flag("ansi", \.hasColours, "Rows may have colours, which are not a part of their text."),
            .option(
                "height", value: "rows", \.height, "Accepted without effect: the view takes the whole terminal."),
            .option(
                "layout", value: "where", \.layout, "Accepted without effect: the filter text is above the rows."),
            .flag("reverse", \.isReverseLayout, "Accepted without effect, as --layout."),
            .flag("lines", \.hasOnlyLines, "The output is plain lines, even if it begins like JSON."),
            .flag("read0", \.readsNUL, "Rows end with NUL instead of a line feed."),
            .flag("print0", \.printsNUL, "The choice ends with NUL instead of a line feed."),
            .option(
                "bind", value: "key:action", isText: true, \.binds,
                "What a key does, such as 'ctrl-r:reload(ls),ctrl-o:execute(less {})'. No shell runs. May be repeated."),
            .option(
                "expect", value: "keys", \.expected,
                "These keys choose too; the first line of the output is the key. May be repeated."),
            .option("history", value: "file", \.history, "Keep filter texts in this file; Ctrl-P brings them back."),
            .option("history-size", value: "number", \.historySize, "How many; 1000 without it."),
        ]
    }

    package func validate() throws {
        if isMultiple, isSingle { throw UsageError("--multi and --no-multi exclude each other") }
        if ignoresCase, respectsCase { throw UsageError("--ignore-case and --no-ignore-case exclude each other") }
        for (name, text) in [("query", query), ("filter", filter), ("header", header), ("prompt", prompt)] {
            let most = name == "query" ? Self.longestQuery : Self.longestText
            guard let text, text.utf8.count > most else { continue }
            throw UsageError("--\(name) takes at most \(most) bytes")
        }
        guard 1...QueryHistory.mostTexts ~= historySize else {
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
        let ofHistory = history == nil ? [] : ["ctrl-p:prev-history,ctrl-n:next-history"]
        return try PickBindings(ofHistory + binds, expecting: expected, takesText: printsQuery)
    }

    /// How the filter text is read.
    package var reading: QueryReading {
        var reading = QueryReading()
        reading.isExact = isExact
        reading.isCaseSensitive = respectsCase ? true : ignoresCase ? false : nil
        reading.hasSigns = !hasNoSigns
        return reading
    }

    /// The order of the rows.
    package var order: MatchOrder {
        var order = MatchOrder()
        order.sorts = !keepsOrder
        order.prefersShort = tiebreak == .length && scheme == .default
        order.isReversed = isReversed
        return order
    }
}
