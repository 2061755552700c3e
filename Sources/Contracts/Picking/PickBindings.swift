import Commands
import Platform
import SafeText

/// The bindings of `--bind` and `--expect`. Of two for one key, the later holds.
package struct PickBindings: Equatable, Sendable {
    package private(set) var all: [PickBinding] = []
    private var shell: [String]?
    /// To choose where nothing matches is a choice of the text.
    private var takesText = false

    /// A screen has no more keys.
    package static let most = 90
    /// Bytes of all that `--bind` and `--expect` name.
    package static let longest = 65_536
    private static let mostActions = 100

    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    package init() {}

    /// - Parameters:
    ///   - texts: the values of `--bind`, in their order.
    ///   - expected: the values of `--expect`, whose keys go first.
    ///   - takesText: Enter chooses the filter text where nothing matches.
    ///   - shell: the words of a shell that runs the commands; nil for none.
    package init(
        _ texts: [String], expecting expected: [String] = [], takesText: Bool = false, shell: [String]? = nil
    ) throws(Refusal) {
        (self.shell, self.takesText) = (shell, takesText)
        guard (texts + expected).reduce(0, { $0 + $1.utf8.count }) <= Self.longest else {
            throw Refusal(description: "--bind and --expect take at most \(Self.longest) bytes together")
        }
        if takesText, let enter = KeyName("enter") { set(.key(enter), [.accept(.key(""))], title: "choose") }
        for text in texts { try add(text) }
        for word in expected.flatMap({ $0.split(separator: ",") }) {
            guard let key = PickTrigger(word) else { throw Self.unknown(word, of: "--expect") }
            set(key, [.accept(.key(String(word)))], title: "choose with \(word)")
            try checkSize()
        }
    }

    package subscript(trigger: PickTrigger) -> PickBinding? { all.first { $0.trigger == trigger } }

    /// True if the rows come from a command at first, so that no others are needed.
    package var reloadsAtStart: Bool { reloads(self[.start].map { [$0] } ?? []) }

    /// True if the rows can be replaced.
    package var reloads: Bool { reloads(all) }

    private func reloads(_ bindings: [PickBinding]) -> Bool {
        bindings.flatMap(\.actions).contains { if case .reload = $0 { true } else { false } }
    }

    private static func unknown(_ key: some StringProtocol, of option: String) -> Refusal {
        Refusal(
            description:
                "\(option): \"\(String(key.prefix(40)).printable)\" is not a key or an event that can be bound; there are ctrl-a to ctrl-z "
                + "(not c, h), alt-a and the like, f1 to f12, \(KeyName.named.joined(separator: ", ")), one character, and the "
                + "events \(PickTrigger.events.keys.sorted().joined(separator: ", "))")
    }

    private mutating func set(_ trigger: PickTrigger, _ actions: [PickAction], title: String, adds: Bool = false) {
        guard let place = all.firstIndex(where: { $0.trigger == trigger }) else {
            all.append(PickBinding(trigger: trigger, actions: actions, title: title))
            return
        }
        all[place] = PickBinding(
            trigger: trigger, actions: adds ? all[place].actions + actions : actions,
            title: adds ? all[place].title + "+" + title : title)
    }

    private func checkSize() throws(Refusal) {
        guard all.count <= Self.most else {
            throw Refusal(description: "--bind and --expect name more keys than there is room for: \(Self.most)")
        }
        guard all.allSatisfy({ $0.actions.count <= Self.mostActions }) else {
            throw Refusal(description: "--bind: a key has more than \(Self.mostActions) actions")
        }
    }

    // MARK: Reading

    private mutating func add(_ text: String) throws(Refusal) {
        var rest = text[...]
        while !rest.isEmpty {
            let keys = try Self.keys(&rest)
            let adds = rest.first == "+"
            if adds { rest = rest.dropFirst() }
            let before = rest
            var actions = try Self.actions(&rest, shell)
            if takesText { actions = actions.map { $0 == .accept(.plain) ? .accept(.key("")) : $0 } }
            let title = String(before[..<rest.startIndex])
            if rest.first == "," { rest = rest.dropFirst() }
            for key in keys { set(key, try Self.possible(actions, at: key), title: title, adds: adds) }
            try checkSize()
        }
    }

    /// `ctrl-a,ctrl-b:`; a comma and a colon are keys too.
    private static func keys(_ rest: inout Substring) throws(Refusal) -> [PickTrigger] {
        let whole = rest
        var keys: [PickTrigger] = []
        while let first = rest.first {
            var word = rest.prefix { $0 != ":" && $0 != "," }
            if word.isEmpty { word = rest.prefix(1) }
            rest = rest[word.endIndex...]
            guard let key = PickTrigger(word) else { throw unknown(word.isEmpty ? "\(first)" : word, of: "--bind") }
            keys.append(key)
            switch rest.popFirst() {
            case ":": return keys
            case ",": continue
            default: break
            }
            break
        }
        throw Refusal(
            description:
                "--bind: \"\(String(whole.prefix(60)).printable)\" has no action; write KEY:ACTION, such as ctrl-r:reload(ls)"
        )
    }

    /// The meaning of what a command has printed.
    package func actions(_ product: PickAction.Product, printed text: String) throws(Refusal) -> [PickAction] {
        var lines = text[...]
        while lines.last?.isNewline == true { lines.removeLast() }
        let line = String(lines.prefix { !$0.isNewline })
        switch product {
        case .query:
            return [.changeQuery(String(decoding: line.utf8.prefix(PickingOptions.longestQuery), as: UTF8.self))]
        case .prompt: return [.changePrompt(line)]
        case .header: return [.changeHeader(String(lines))]
        case .nth: return [.changeSearched([FieldRanges(argument: line)])]
        case .withNth: return [.changeShown([FieldTemplate(argument: line)])]
        case .actions: break
        }
        let actions = try lines.isEmpty ? [] : Self.actions(&lines, shell)
        return try actions.map { action throws(Refusal) in try Self.done(action, at: "transform") }.flatMap(\.self)
    }

    private static func actions(_ rest: inout Substring, _ shell: [String]?) throws(Refusal) -> [PickAction] {
        var actions: [PickAction] = []
        while true {
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "/") && $0 != "," }
            rest = rest[name.endIndex...]
            let argument = try argument(&rest, of: name)
            actions.append(try PickAction(named: String(name), argument, shell))
            guard actions.count <= mostActions else {
                throw Refusal(description: "--bind: a key has more than \(mostActions) actions")
            }
            guard rest.first == "+" else { break }
            rest = rest.dropFirst()
        }
        guard rest.isEmpty || rest.first == "," else {
            throw Refusal(
                description:
                    "--bind: \"\(String(rest.prefix(60)).printable)\" follows an action; a comma or + belongs there")
        }
        return actions
    }

    /// An event has no key, with which the view would move, mark or edit: the list does what it can.
    private static func possible(_ actions: [PickAction], at trigger: PickTrigger) throws(Refusal) -> [PickAction] {
        switch trigger {
        case .key, .never: return actions
        default: break
        }
        return try actions.map { action throws(Refusal) -> [PickAction] in
            // Where nothing was selected, or another text was typed, the view selects the first row anyway.
            if trigger == .start || trigger == .change, case .view("first") = action { return [] }
            return try done(action, at: "\(trigger)")
        }.flatMap(\.self)
    }

    private static func done(_ action: PickAction, at trigger: String) throws(Refusal) -> [PickAction] {
        guard case .view(let name) = action else { return [action] }
        if let actions = PickAction.ofList[name] { return actions }
        throw Refusal(description: "--bind: \(trigger) cannot do \(name): only a key can scroll and edit")
    }

    private static let closers: [Character: Character] = ["(": ")", "[": "]", "{": "}", "<": ">"]

    /// `(…)`, any other sign at both sides, or a colon and all that follows.
    private static func argument(_ rest: inout Substring, of name: Substring) throws(Refusal) -> String? {
        guard let open = rest.first, open != "+", open != "," else { return nil }
        if open == ":" {
            defer { rest = rest[rest.endIndex...] }
            return String(rest.dropFirst())
        }
        guard closers[open] != nil || "~!@#$%^&*;/|".contains(open) else { return nil }
        let close = closers[open] ?? open
        var place = rest.index(after: rest.startIndex)
        while place < rest.endIndex {
            let next = rest.index(after: place)
            let endsThere = next == rest.endIndex || rest[next] == "+" || rest[next] == ","
            if rest[place] == close, endsThere {
                defer { rest = rest[next...] }
                return String(rest[rest.index(after: rest.startIndex)..<place])
            }
            place = next
        }
        throw Refusal(description: "--bind: \(name)\(open) has no \(close) at its end")
    }
}

extension PickAction {
    /// Actions of the view that the list can do in its place.
    fileprivate static let ofList: [String: [PickAction]] = [
        "first": [.select(1)], "last": [.select(-1)], "up": [.move(-1)], "down": [.move(1)],
        "toggle": [.mark(.toggled)], "select": [.mark(.marked)], "deselect": [.mark(.unmarked)],
        "deselect-all": [.mark(.none)], "toggle-down": [.mark(.toggled), .move(1)],
        "toggle-up": [.mark(.toggled), .move(-1)], "toggle-in": [.mark(.toggled), .move(-1)],
        "toggle-out": [.mark(.toggled), .move(1)], "clear-query": [.changeQuery("")], "clear-screen": [],
        "ignore": [], "cancel": [.abort],
    ]

    /// Other names of actions, and fzf's actions that only change its look.
    private static let synonyms: [String: String] = [
        "top": "first", "best": "first", "up-match": "up", "down-match": "down", "clear-multi": "deselect-all",
        "clear-selection": "deselect-all", "previous-history": "prev-history", "execute-multi": "execute",
        "close": "abort", "backward-delete-char/eof": "backward-delete-char", "backward-subword": "backward-word",
        "forward-subword": "forward-word", "kill-subword": "kill-word", "backward-kill-subword": "backward-kill-word",
        "toggle-wrap-word": "toggle-wrap", "toggle-preview-wrap-word": "toggle-preview-wrap",
        "track-current": "track", "untrack-current": "untrack", "toggle-track-current": "toggle-track",
        "bell": "ignore", "offset-up": "ignore", "offset-down": "ignore", "offset-middle": "ignore",
        "show-input": "ignore", "hide-input": "ignore", "toggle-input": "ignore", "show-header": "ignore",
        "hide-header": "ignore", "toggle-header": "ignore", "toggle-hscroll": "ignore", "toggle-raw": "ignore",
        "enable-raw": "ignore", "disable-raw": "ignore", "toggle-multi-line": "ignore", "bg-cancel": "ignore",
    ]

    private static let ofView: Set<String> = [
        "up", "down", "page-up", "page-down", "half-page-up", "half-page-down", "first", "last", "toggle",
        "toggle-down", "toggle-up", "toggle-in", "toggle-out", "select", "deselect", "deselect-all", "preview-up",
        "preview-down", "preview-page-up", "preview-page-down", "preview-half-page-up", "preview-half-page-down",
        "preview-top", "preview-bottom",
        "clear-query", "beginning-of-line", "end-of-line", "backward-char", "forward-char", "backward-word",
        "forward-word", "backward-delete-char", "delete-char", "delete-char/eof", "kill-line", "kill-word",
        "backward-kill-word", "unix-line-discard", "unix-word-rubout", "yank", "clear-screen", "cancel", "ignore",
    ]

    private static let plain: [String: PickAction] = [
        "accept": .accept(.plain), "accept-non-empty": .accept(.nonEmpty), "accept-or-print-query": .accept(.orQuery),
        "print-query": .accept(.queryOnly), "abort": .abort, "toggle-preview": .togglePreview,
        "show-preview": .showPreview(true), "hide-preview": .showPreview(false),
        "toggle-preview-wrap": .togglePreviewWrap, "refresh-preview": .refreshPreview, "replace-query": .replaceQuery,
        "prev-history": .previousHistory, "next-history": .nextHistory,
        "toggle-sort": .toggleSort, "toggle-search": .search(nil), "enable-search": .search(true),
        "disable-search": .search(false), "select-all": .selectAll, "toggle-all": .toggleAll,
        "exclude": .exclude(marked: false), "exclude-multi": .exclude(marked: true), "track": .track(true),
        "untrack": .track(false), "toggle-track": .track(nil), "toggle-wrap": .toggleWrap,
    ]

    private static let withArgument = [
        "execute", "execute-silent", "become", "reload", "reload-sync", "preview", "change-preview",
        "change-preview-window", "change-prompt", "change-header", "change-query", "print", "unbind", "rebind", "pos",
        "put", "change-nth", "change-with-nth", "change-multi",
    ]

    fileprivate init(named given: String, _ argument: String?, _ shell: [String]?) throws(PickBindings.Refusal) {
        let name = Self.synonyms[given] ?? given
        if Self.ofView.contains(name) || Self.plain[name] != nil {
            guard argument == nil else {
                throw PickBindings.Refusal(description: "--bind: \(name) has no argument")
            }
            self = Self.plain[name] ?? .view(name)
            return
        }
        // fzf's borders, labels and signs are not the view's.
        if name.hasPrefix("change-") || name.contains("transform-"),
            ["-label", "-pointer", "-ghost", "-footer"].contains(where: { name.hasSuffix($0) })
        {
            self = .view("ignore")
            return
        }
        // Commands in the background are waited for as well.
        let words = name.hasPrefix("bg-") ? name.dropFirst(3) : name[...]
        if words == "transform" || words.hasPrefix("transform-") {
            guard let product = Product(rawValue: String(words.dropFirst("transform-".count))) else {
                throw Self.unknown(given)
            }
            self = .transform(try Self.command(argument ?? "", of: given, shell), product)
            return
        }
        guard Self.withArgument.contains(name) else { throw Self.unknown(given) }
        let text = argument ?? ""
        switch name {
        case "execute": self = .execute(try Self.command(text, of: name, shell))
        case "execute-silent": self = .executeSilently(try Self.command(text, of: name, shell))
        case "become": self = .become(try Self.command(text, of: name, shell))
        case "reload": self = .reload(try Self.command(text, of: name, shell), waits: false)
        case "reload-sync": self = .reload(try Self.command(text, of: name, shell), waits: true)
        case "preview", "change-preview":
            self = .changePreview(
                text.isEmpty ? nil : try Self.command(text, of: name, shell), shows: name == "preview")
        case "change-preview-window": self = .changeWindow(try Self.windows(text))
        case "change-prompt": self = .changePrompt(text)
        case "change-header": self = .changeHeader(text)
        case "change-query":
            guard text.utf8.count <= PickingOptions.longestQuery else {
                throw PickBindings.Refusal(
                    description: "--bind: change-query takes at most \(PickingOptions.longestQuery) bytes")
            }
            self = .changeQuery(text)
        case "put": self = .put(text)
        case "print": self = .print(text)
        case "pos": self = .select(try Self.number(text, of: name))
        case "change-multi": self = .changeMost(text.isEmpty ? Int.max : try Self.number(text, of: name))
        case "change-nth": self = .changeSearched(try Self.choices(text, of: name))
        case "change-with-nth": self = .changeShown(try Self.choices(text, of: name))
        case "unbind": self = .unbind(try Self.triggers(text))
        default: self = .rebind(try Self.triggers(text))
        }
    }

    private static func unknown(_ name: String) -> PickBindings.Refusal {
        PickBindings.Refusal(
            description: "--bind: \"\(name.prefix(40).description.printable)\" is not an action here")
    }

    private static func command(
        _ text: String, of name: String, _ shell: [String]?
    ) throws(PickBindings.Refusal) -> RowCommand {
        do {
            return try RowCommand(line: text, option: "--bind", shell: shell)
        } catch {
            throw PickBindings.Refusal(description: "--bind: \(name): \(error)")
        }
    }

    private static func number(_ text: String, of name: String) throws(PickBindings.Refusal) -> Int {
        guard let number = Int(text), -1_000_000...1_000_000 ~= number else {
            throw PickBindings.Refusal(
                description: "--bind: \(name): \"\(text.prefix(40).description.printable)\" is not a number of a row")
        }
        return number
    }

    /// `2|3|`; what is empty is as at first.
    private static func choices<Value: ArgumentValue>(
        _ text: String, of name: String
    ) throws(PickBindings.Refusal) -> [Value?] {
        try text.split(separator: "|", omittingEmptySubsequences: false).map {
            part throws(PickBindings.Refusal) -> Value? in
            if part.isEmpty { return nil }
            if let value = Value(argument: String(part)) { return value }
            throw PickBindings.Refusal(
                description: "--bind: \(name): \"\(part.prefix(40).description.printable)\" names no fields")
        }
    }

    private static func windows(_ text: String) throws(PickBindings.Refusal) -> [PreviewWindow] {
        let windows = text.split(separator: "|", omittingEmptySubsequences: false).map {
            PreviewWindow(argument: String($0))
        }
        guard case let known = windows.compactMap(\.self), known.count == windows.count else {
            throw PickBindings.Refusal(
                description:
                    "--bind: change-preview-window: \"\(text.prefix(60).description.printable)\" has unknown settings")
        }
        return known
    }

    private static func triggers(_ text: String) throws(PickBindings.Refusal) -> [PickTrigger] {
        let words = text.split(separator: ",")
        let triggers = words.compactMap { PickTrigger($0) }
        guard !words.isEmpty, triggers.count == words.count else {
            throw PickBindings.Refusal(
                description: "--bind: \"\(text.prefix(60).description.printable)\" are not keys or events")
        }
        return triggers
    }
}
