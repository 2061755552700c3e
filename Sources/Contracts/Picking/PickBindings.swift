import SafeText

/// The bindings of `--bind` and `--expect`. Of two for one key, the later holds.
package struct PickBindings: Equatable, Sendable {
    package private(set) var all: [PickBinding] = []

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
    package init(_ texts: [String], expecting expected: [String] = [], takesText: Bool = false) throws(Refusal) {
        guard (texts + expected).reduce(0, { $0 + $1.utf8.count }) <= Self.longest else {
            throw Refusal(description: "--bind and --expect take at most \(Self.longest) bytes together")
        }
        if takesText, let enter = KeyName("enter") { set(.key(enter), [.accept(.key(""))], title: "choose") }
        for text in texts { try add(text) }
        for word in expected.flatMap({ $0.split(separator: ",") }) {
            guard let key = KeyName(word) else { throw Self.unknown(word, of: "--expect") }
            set(.key(key), [.accept(.key(String(word)))], title: "choose with \(word)")
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
                "\(option): \"\(String(key.prefix(40)).printable)\" is not a key or an event that can be bound; there are ctrl-a to ctrl-y "
                + "(not c, h), alt-a and the like, f1 to f12, \(KeyName.named.joined(separator: ", ")), one character, start "
                + "and change")
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
            let actions = try Self.actions(&rest)
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

    private static func actions(_ rest: inout Substring) throws(Refusal) -> [PickAction] {
        var actions: [PickAction] = []
        while true {
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "/") && $0 != "," }
            rest = rest[name.endIndex...]
            let argument = try argument(&rest, of: name)
            actions.append(try PickAction(named: String(name), argument))
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

    /// An event has no key, with which the view would move, mark or edit.
    private static func possible(_ actions: [PickAction], at trigger: PickTrigger) throws(Refusal) -> [PickAction] {
        if case .key = trigger { return actions }
        return try actions.map { action throws(Refusal) in
            guard case .view(let name) = action, !PickAction.isDoneAnyway.contains(name) else { return action }
            if name == "clear-query" { return .changeQuery("") }
            throw Refusal(description: "--bind: \(trigger) cannot do \(name): only a key can move, mark and edit")
        }
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
    /// Actions that need no key: where nothing was selected, or another text was typed, the view selects the first row anyway.
    fileprivate static let isDoneAnyway: Set<String> = ["first", "top", "best", "clear-screen", "ignore"]

    private static let ofView: Set<String> = [
        "up", "down", "up-match", "down-match", "page-up", "page-down", "half-page-up", "half-page-down", "first",
        "top",
        "best", "last", "toggle", "toggle-down", "toggle-up", "toggle-in", "toggle-out", "select", "deselect",
        "deselect-all", "clear-multi", "clear-selection", "preview-up", "preview-down", "preview-page-up",
        "preview-page-down", "preview-half-page-up", "preview-half-page-down", "preview-top", "preview-bottom",
        "clear-query", "beginning-of-line", "end-of-line", "backward-char", "forward-char", "backward-word",
        "forward-word", "backward-delete-char", "delete-char", "delete-char/eof", "kill-line", "kill-word",
        "backward-kill-word", "unix-line-discard", "unix-word-rubout", "yank", "clear-screen", "cancel", "ignore",
    ]

    private static let plain: [String: PickAction] = [
        "accept": .accept(.plain), "accept-non-empty": .accept(.nonEmpty), "accept-or-print-query": .accept(.orQuery),
        "print-query": .accept(.queryOnly), "abort": .abort, "toggle-preview": .togglePreview,
        "show-preview": .showPreview(true), "hide-preview": .showPreview(false),
        "toggle-preview-wrap": .togglePreviewWrap, "refresh-preview": .refreshPreview, "replace-query": .replaceQuery,
        "prev-history": .previousHistory, "previous-history": .previousHistory, "next-history": .nextHistory,
        "toggle-sort": .toggleSort, "toggle-search": .search(nil), "enable-search": .search(true),
        "disable-search": .search(false), "select-all": .selectAll, "toggle-all": .toggleAll,
    ]

    private static let withArgument = [
        "execute", "execute-silent", "become", "reload", "reload-sync", "preview", "change-preview",
        "change-preview-window", "change-prompt", "change-header", "change-query", "print", "unbind", "rebind",
    ]

    /// - Parameter argument: nil without one.
    fileprivate init(named name: String, _ argument: String?) throws(PickBindings.Refusal) {
        if Self.ofView.contains(name) || Self.plain[name] != nil {
            guard argument == nil else {
                throw PickBindings.Refusal(description: "--bind: \(name) has no argument")
            }
            self = Self.plain[name] ?? .view(name)
            return
        }
        guard Self.withArgument.contains(name) else {
            let why =
                name.hasPrefix("transform") || name.hasPrefix("bg-")
                ? "; its command would print actions, and actions are read only from the command line" : ""
            throw PickBindings.Refusal(
                description: "--bind: \"\(name.prefix(40).description.printable)\" is not an action here\(why)")
        }
        let text = argument ?? ""
        switch name {
        case "execute": self = .execute(try Self.command(text, of: name))
        case "execute-silent": self = .executeSilently(try Self.command(text, of: name))
        case "become": self = .become(try Self.command(text, of: name))
        case "reload": self = .reload(try Self.command(text, of: name), waits: false)
        case "reload-sync": self = .reload(try Self.command(text, of: name), waits: true)
        case "preview", "change-preview":
            self = .changePreview(text.isEmpty ? nil : try Self.command(text, of: name), shows: name == "preview")
        case "change-preview-window": self = .changeWindow(try Self.windows(text))
        case "change-prompt": self = .changePrompt(text)
        case "change-header": self = .changeHeader(text)
        case "change-query":
            guard text.utf8.count <= PickingOptions.longestQuery else {
                throw PickBindings.Refusal(
                    description: "--bind: change-query takes at most \(PickingOptions.longestQuery) bytes")
            }
            self = .changeQuery(text)
        case "print": self = .print(text)
        case "unbind": self = .unbind(try Self.triggers(text))
        default: self = .rebind(try Self.triggers(text))
        }
    }

    private static func command(_ text: String, of name: String) throws(PickBindings.Refusal) -> RowCommand {
        do {
            return try RowCommand(line: text, option: "--bind")
        } catch {
            throw PickBindings.Refusal(description: "--bind: \(name): \(error)")
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
