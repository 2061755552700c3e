package import Commands
package import FuzzySearch
import SafeText

/// fzf's options for a list that a user chooses from. `viperline app` passes them on to its role.
package struct PickingOptions: CommandOptions, Sendable {
    /// The filter text, its reading, and the order of the rows that match.
    package struct Search: Sendable {
        package var query: String?
        package var isExact = false
        package var hasNoSigns = false
        package var ignoresCase = false { didSet { if ignoresCase { respectsCase = false } } }
        package var respectsCase = false { didSet { if respectsCase { ignoresCase = false } } }
        package var isLiteral = false
        package var isDisabled = false
        package var isReversed = false
        package var keepsOrder = false
        package var tiebreak: Tiebreak?
        package var scheme = Scheme.default
    }

    /// The parts of a row.
    package struct Rows: Sendable {
        package var delimiter = FieldDelimiter.blanks
        package var searched: FieldRanges?
        package var shown: FieldTemplate?
        package var printed: FieldTemplate?
        /// The fields that name a row.
        package var identity: FieldRanges?
        package var hasColours = false
        package var hasOnlyLines = false
        package var readsNUL = false
        package var tabStop = 8
    }

    /// The end of the session, and its output.
    package struct Choice: Sendable {
        package var filter: String?
        package var selectsOnly = false
        package var exitsIfEmpty = false
        /// The most rows; an empty text for any number.
        package var multiple: String? { didSet { if multiple != nil { isSingle = false } } }
        package var isSingle = false { didSet { if isSingle { multiple = nil } } }
        package var printsQuery = false
        package var printsNUL = false
        package var expected: [String] = []
    }

    /// The things around the rows, and the keys.
    package struct Screen: Sendable {
        package var prompt: String?
        package var ghost: String?
        package var header: String?
        package var cycles = false
        package var tracks = false
        package var preview: String?
        package var previewWindow: PreviewWindow?
        package var binds: [String] = []
        /// The words of a shell that gets commands as one text.
        package var shell: String?
        package var history: String?
        package var historySize = QueryHistory.standardSize
    }

    package var search = Search()
    package var rows = Rows()
    package var choice = Choice()
    package var screen = Screen()
    package var look = PickingLook()
    /// True if the picker does as fzf does where the two differ.
    package var isLikeFzf = false

    package init() {}

    /// Criteria that decide between equally good matches, the first one first.
    package struct Tiebreak: ArgumentValue, Sendable {
        package let argument: String
        let criteria: [MatchOrder.Criterion]
        package static let form: String? =
            "expected some of length, begin, end, chunk, pathname, and index as the last one"

        package init?(argument: String) {
            self.argument = argument
            let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let ranking = words.last == "index" ? words.dropLast() : words[...]
            criteria = ranking.compactMap { MatchOrder.Criterion(rawValue: $0) }
            guard criteria.count == ranking.count, criteria.count <= MatchOrder.mostCriteria,
                Set(ranking).count == ranking.count
            else { return nil }
        }
    }

    /// The kind of the rows. In a history, the order decides between equally good matches; of paths, the place in the name of the file.
    package enum Scheme: String, ArgumentValue, CaseIterable, Sendable { case `default`, path, history }

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
                "Print the matching rows, best first, and show nothing."),
            .flag("exact", letter: "e", \.search.isExact, "A word must occur literally; 'word is fuzzy."),
            .alias("extended-exact", of: "exact"),
            .flag(
                "no-extended", plusLetter: "x", \.search.hasNoSigns, "Take the filter text as one fuzzy word."),
            .flag("ignore-case", letter: "i", \.search.ignoresCase, "Ignore the case, even with a capital letter."),
            .flag("no-ignore-case", plusLetter: "i", \.search.respectsCase, "The case always counts."),
            .flag("disabled", \.search.isDisabled, "Do not filter the rows by the text."),
            .alias("phony", of: "disabled"),
            .flag("tac", \.search.isReversed, "The last row comes first."),
            .flag("no-sort", plusLetter: "s", \.search.keepsOrder, "Keep the order of matching rows."),
            .flag("literal", \.search.isLiteral, "Letters with accents differ from those without."),
            .option("tiebreak", value: "criteria", \.search.tiebreak, "Which of equally good matches comes first."),
            .option("scheme", value: "what", \.search.scheme, "What the rows are; in a history, the order decides."),
            .flag("cycle", \.screen.cycles, "The first row follows the last."),
            .flag("track", \.screen.tracks, "The selected row stays so while others come and go."),
            .option("multi", letter: "m", optionalValue: "number", \.choice.multiple, "Several rows, or so many."),
            .flag("no-multi", plusLetter: "m", \.choice.isSingle, "Only one row can be chosen."),
            .option("prompt", value: "text", isText: true, \.screen.prompt, "A text before the filter text."),
            .option("ghost", value: "text", isText: true, \.screen.ghost, "A text in place of an empty filter text."),
            .option("header", value: "text", isText: true, \.screen.header, "Text above the rows."),
            .option("delimiter", letter: "d", value: "text", \.rows.delimiter, "The field separator; else blanks."),
            .option("nth", letter: "n", value: "fields", \.rows.searched, "Filter by these, such as 2,4.. or -1."),
            .option("with-nth", value: "fields", \.rows.shown, "Show these, or a text such as '{2}: {1}'."),
            .option("accept-nth", value: "fields", \.rows.printed, "Print these fields of the choice."),
            .option("id-nth", value: "fields", \.rows.identity, "Identify rows by these fields, as --key does by one."),
            .flag("ansi", \.rows.hasColours, "Show the colours of rows; they are not part of the text."),
            .option("tabstop", value: "cells", \.rows.tabStop, "Cells from one tab stop to the next.").within(1...100),
            .flag("lines", \.rows.hasOnlyLines, "The output is plain lines, even if it begins like JSON."),
            .flag("read0", \.rows.readsNUL, "Rows end with NUL instead of a line feed."),
            .flag("print0", \.choice.printsNUL, "The choice ends with NUL instead of a line feed."),
            .option(
                "preview", value: "command", isText: true, \.screen.preview,
                "Show this command's output for the selected row: {} is the row, {2} a field, {q} the filter text."),
            .option("preview-window", value: "settings", \.screen.previewWindow, "wrap, hidden; others are ignored."),
            .option(
                "bind", value: "key:action", isText: true, \.screen.binds,
                "What a key does, such as 'ctrl-r:reload(ls),ctrl-o:execute(less {})'. No shell runs. May be repeated."),
            .option("with-shell", value: "command", isText: true, \.screen.shell, "A shell for commands: 'sh -c'."),
            .option("expect", value: "keys", \.choice.expected, "These keys choose too; the key is the first line."),
            .option("history", value: "file", \.screen.history, "Keep filter texts here; Ctrl-P recalls them."),
            .option("history-size", value: "number", \.screen.historySize, "How many; 1000 without it."),
            .flag("like-fzf", \.isLikeFzf, "Behave like fzf even where Viperline differs; see protocols/picking.md."),
            .group(\.look),
            resets,
        ]
    }

    /// fzf's ways to take back an option, such as one of FZF_DEFAULT_OPTS.
    private static var resets: OptionTable<Self> {
        [
            .reset("no-exact", plusLetter: "e", \.search.isExact),
            .reset("extended", letter: "x", \.search.hasNoSigns),
            .reset("smart-case", \.search.ignoresCase), .reset("no-literal", \.search.isLiteral),
            .reset("enabled", \.search.isDisabled), .reset("no-phony", \.search.isDisabled),
            .reset("no-tac", \.search.isReversed),
            .reset("sort", letter: "s", \.search.keepsOrder), .reset("no-cycle", \.screen.cycles),
            .reset("no-track", \.screen.tracks), .reset("no-select-1", plusLetter: "1", \.choice.selectsOnly),
            .reset("no-exit-0", plusLetter: "0", \.choice.exitsIfEmpty),
            .reset("no-print-query", \.choice.printsQuery), .reset("no-print0", \.choice.printsNUL),
            .reset("no-read0", \.rows.readsNUL), .reset("no-ansi", \.rows.hasColours),
            .reset("no-expect", \.choice.expected), .reset("no-header", \.screen.header),
            .reset("no-history", \.screen.history), .reset("no-preview", \.screen.preview),
            .reset("no-id-nth", \.rows.identity),
        ]
    }

    package func validate() throws {
        if let most = choice.multiple, !most.isEmpty, !(Int(most).map { $0 >= 0 } ?? false) {
            throw UsageError("--multi: \"\(most.prefix(40))\" is not a number of rows")
        }
        for (name, text) in [
            ("query", search.query), ("filter", choice.filter), ("header", screen.header), ("prompt", screen.prompt),
            ("ghost", screen.ghost), ("preview", screen.preview),
        ] {
            let most = name == "query" ? Self.longestQuery : Self.longestText
            guard let text, text.utf8.count > most else { continue }
            throw UsageError("--\(name) takes at most \(most) bytes")
        }
        guard 1...QueryHistory.mostTexts ~= screen.historySize else {
            throw UsageError("--history-size: expected a number from 1 to \(QueryHistory.mostTexts)")
        }
        do throws(PickBindings.Refusal) { _ = try readBindings() } catch { throw UsageError("\(error)") }
        do throws(RowCommand.Refusal) { _ = try previewCommand() } catch { throw UsageError("--preview: \(error)") }
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
        return try PickBindings(
            ofHistory + screen.binds, expecting: choice.expected, takesText: choice.printsQuery || isLikeFzf,
            shell: shell)
    }

    package func previewCommand() throws(RowCommand.Refusal) -> RowCommand? {
        guard let line = screen.preview, !line.isEmpty else { return nil }
        return try RowCommand(line: line, option: "--preview", shell: shell)
    }

    /// The words before a text for the shell that runs commands; nil where none does.
    private var shell: [String]? {
        let words = screen.shell ?? (isLikeFzf ? "sh -c" : nil)
        return words.flatMap { try? ShellWords.split($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The most rows that can be marked; nil for one row and no marks.
    package var mostMarked: Int? {
        if let most = choice.multiple { return most.isEmpty ? Int.max : Int(most).flatMap { $0 > 0 ? $0 : nil } }
        return choice.isSingle || isLikeFzf ? nil : Int.max
    }

    /// The reading of the filter text.
    package var reading: QueryReading {
        var reading = QueryReading()
        reading.isExact = search.isExact
        reading.isCaseSensitive = search.respectsCase ? true : search.ignoresCase ? false : nil
        reading.hasSigns = !search.hasNoSigns
        reading.isLiteral = search.isLiteral
        return reading
    }

    package var order: MatchOrder {
        var order = MatchOrder()
        order.sorts = !search.keepsOrder
        let ofScheme: [MatchOrder.Criterion] =
            switch search.scheme {
            case .default: [.length]
            case .path: [.pathname, .length]
            case .history: []
            }
        order.criteria = search.tiebreak?.criteria ?? ofScheme
        order.scheme = search.scheme == .path ? .path : search.scheme == .history ? .history : .text
        order.isReversed = search.isReversed
        return order
    }
}
