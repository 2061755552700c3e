import Spelling
import YAML

/// Reads what choosing a row and pressing a key do in a scene.
struct ActionReader {
    enum Key: String, CaseIterable {
        case open, id, with, url
    }

    enum PressKey: String, CaseIterable {
        case title, key, `for`, open, id, with, url, reload, set
    }

    enum Target: String, CaseIterable {
        case row, scene, button
    }

    let filters: [FilterDeclaration]
    let variables: [String]

    /// The name of a scene, or a mapping.
    func choose(_ node: ComposeNode, _ reader: inout ValueReader) -> ActionDeclaration? {
        if let scene = node.scalar { return .open(scene: scene, id: nil, given: nil, place: node.place) }
        let keys = reader.members(
            of: node, Key.self, expecting: "the name of a scene, or a mapping with open or url")
        guard node.members != nil else { return nil }
        let actions = keys.compactMap { key, node in PressKey(rawValue: key.rawValue).map { ($0, node) } }
        return action(
            Dictionary(uniqueKeysWithValues: actions), of: node,
            "expected one of open (a scene) and url (a jq program)", &reader)
    }

    func presses(_ node: ComposeNode, _ reader: inout ValueReader) -> [PressDeclaration] {
        reader.members(of: node, expecting: "a mapping of names to what they do").compactMap {
            press($0, of: node, &reader)
        }
    }

    private func press(
        _ member: ComposeNode.Member, of node: ComposeNode, _ reader: inout ValueReader
    ) -> PressDeclaration? {
        guard let control = reader.name(member, of: node, kind: "key") else { return nil }
        let keys = reader.members(
            of: member.value, PressKey.self, expecting: "a mapping with title, and with open, url, reload or set")
        guard member.value.members != nil else { return nil }
        let title = keys[.title].flatMap { reader.line($0) }
        if keys[.title] == nil { reader.missing("title", at: member.value) }
        let key = keys[.key].flatMap { self.key($0, &reader) } ?? (control.count == 1 ? control : nil)
        let action = self.action(
            keys, of: member.value, "expected one of open (a scene), url (a jq program), reload and set", &reader)
        guard let action else { return nil }
        let target = target(of: action, keys[.for], &reader)
        return title.map {
            PressDeclaration(
                control: control, title: $0, key: key, isForItem: target != .scene, isKey: target != .button,
                action: action)
        }
    }

    private func target(
        of action: ActionDeclaration, _ node: ComposeNode?, _ reader: inout ValueReader
    ) -> Target {
        let needsItem =
            switch action {
            case .open, .url: true
            case .reload, .set: false
            }
        guard let node, let word = reader.word(node, of: Target.allCases.map(\.rawValue)),
            let target = Target(rawValue: word)
        else { return needsItem ? .row : .scene }
        if target == .row, !needsItem { reader.report("reload and set are for the scene", at: node) }
        return target
    }

    /// - Parameter keys: one of them names the effect.
    private func action(
        _ keys: [PressKey: ComposeNode], of node: ComposeNode, _ expected: String, _ reader: inout ValueReader
    ) -> ActionDeclaration? {
        guard [.open, .url, .reload, .set].count(where: { keys[$0] != nil }) == 1 else {
            return reader.refuse(expected, at: node)
        }
        for key in [PressKey.id, .with] where keys[.open] == nil {
            if let value = keys[key] { reader.report("\"\(key.rawValue)\" goes with \"open\"", at: value) }
        }
        if let open = keys[.open] {
            guard let scene = reader.text(open, expecting: "the name of a scene") else { return nil }
            return .open(
                scene: scene, id: keys[.id].flatMap { reader.program($0, variables: variables) },
                given: keys[.with].flatMap { reader.program($0, variables: variables) }, place: open.place)
        }
        if let url = keys[.url] { return reader.program(url, variables: variables).map { .url($0) } }
        if let reload = keys[.reload] {
            _ = reader.word(reload, of: ["true"])
            return .reload
        }
        return keys[.set].map { .set(entries($0, &reader)) }
    }

    /// Texts to enter in filters.
    private func entries(_ node: ComposeNode, _ reader: inout ValueReader) -> [String: String] {
        var entries: [String: String] = [:]
        for member in reader.members(of: node, expecting: "a mapping of filters to what is entered there") {
            guard let entry = reader.line(member.value) else { continue }
            guard let filter = filters.first(where: { $0.name == member.key }) else {
                let hint = Suggestion.hint(for: member.key, among: filters.map(\.name))
                reader.report("this scene has no filter \"\(member.key.shortened)\"\(hint)", at: member, of: node)
                continue
            }
            if filter.accepts(entry) {
                entries[member.key] = entry
            } else {
                reader.report(filter.refusal(of: entry), at: member.value)
            }
        }
        return entries
    }

    private func key(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(node, expecting: "one character") else { return nil }
        if text.count == 1, text.utf8.first.map({ $0 > 0x20 && $0 != 0x7F }) == true { return text }
        return reader.refuse("expected one character, found \"\(text.shortened)\"", at: node)
    }
}

extension FilterDeclaration {
    /// The reason why this cannot be entered.
    func refusal(of entry: String) -> String {
        let entries =
            switch kind {
            case .choice(let options): options.map(\.title)
            case .toggle: [Self.on, Self.off]
            case .text: [String]()
            }
        return "the filter \"\(name)\" has no \"\(entry.shortened)\"\(Suggestion.hint(for: entry, among: entries))"
    }
}
