import YAML

/// Reads one scene.
struct SceneReader {
    enum Key: String, CaseIterable {
        case title, search, list, lookup, prompt, row, preview, parts, picture, choose, press
    }

    enum ActionKey: String, CaseIterable {
        case open, id, url
    }

    enum PressKey: String, CaseIterable {
        case title, key, open, id, url
    }

    static func read(_ member: ComposeNode.Member, _ reader: inout ValueReader) -> SceneDeclaration {
        let node = member.value
        let keys = reader.members(of: node, Key.self, expecting: "a mapping with \"title\" and the like")
        var scene = SceneDeclaration(name: member.key, title: member.key, place: member.place)
        scene.title = keys[.title].flatMap { reader.line($0) } ?? member.key
        scene.prompt = keys[.prompt].flatMap { reader.line($0) }
        scene.row = keys[.row].flatMap { reader.program($0) }
        scene.preview = keys[.preview].flatMap { reader.program($0) }
        scene.parts = keys[.parts].flatMap { reader.program($0) }
        scene.picture = keys[.picture].flatMap { reader.program($0) }
        scene.choose = keys[.choose].flatMap { Self.action($0, &reader) }
        scene.press = keys[.press].map { Self.presses($0, &reader) } ?? []
        scene.content = content(keys, of: node, &reader)
        if node.members != nil { check(scene.content?.action, keys, of: node, &reader) }
        return scene
    }

    private static func content(
        _ keys: [Key: ComposeNode], of node: ComposeNode, _ reader: inout ValueReader
    ) -> SceneDeclaration.Content? {
        let given = [(Key.search, SourceDeclaration.Action.search), (.list, .list), (.lookup, .lookup)]
            .filter { keys[$0.0] != nil }
        if given.count > 1 { reader.report("a scene has one of search, list and lookup", at: node) }
        guard let (key, action) = given.first, let value = keys[key],
            let source = reader.text(value, expecting: "the name of a source")
        else { return nil }
        return SceneDeclaration.Content(action: action, source: source, place: value.place)
    }

    /// Which keys go with which content.
    private static func check(
        _ action: SourceDeclaration.Action?, _ keys: [Key: ComposeNode], of node: ComposeNode,
        _ reader: inout ValueReader
    ) {
        let hasRows = action == .search || action == .list
        let required: Key = hasRows ? .row : .parts
        if keys[required] == nil {
            reader.report(
                "\"\(required.rawValue)\" is missing: a jq program from an item to \(hasRows ? "its row" : "what is shown of it")",
                at: node)
        }
        let foreign: [Key] = hasRows ? [.parts, .picture] : [.row, .preview, .choose, .prompt]
        for key in foreign {
            guard let value = keys[key] else { continue }
            reader.report(
                "\"\(key.rawValue)\" is for scenes with \(hasRows ? "one item" : "rows (search, list)")", at: value)
        }
        if action == .list, let prompt = keys[.prompt] { reader.report("\"prompt\" is for a search", at: prompt) }
    }

    /// The name of a scene, or a mapping.
    private static func action(_ node: ComposeNode, _ reader: inout ValueReader) -> ActionDeclaration? {
        if let scene = node.scalar { return .open(scene: scene, id: nil, place: node.place) }
        let keys = reader.members(
            of: node, ActionKey.self, expecting: "the name of a scene, or a mapping with open or url")
        return action(
            open: keys[.open], id: keys[.id], url: keys[.url], of: node, &reader)
    }

    private static func action(
        open: ComposeNode?, id: ComposeNode?, url: ComposeNode?, of node: ComposeNode, _ reader: inout ValueReader
    ) -> ActionDeclaration? {
        switch (open, url) {
        case (let open?, nil):
            guard let scene = reader.text(open, expecting: "the name of a scene") else { return nil }
            return .open(scene: scene, id: id.flatMap { reader.program($0) }, place: open.place)
        case (nil, let url?):
            if let id { reader.report("\"id\" goes with \"open\"", at: id) }
            return reader.program(url).map { .url($0) }
        default:
            if node.members != nil { reader.report("expected one of open (a scene) and url (a jq program)", at: node) }
            return nil
        }
    }

    private static func presses(_ node: ComposeNode, _ reader: inout ValueReader) -> [PressDeclaration] {
        var presses: [PressDeclaration] = []
        for member in reader.members(of: node, expecting: "a mapping of names to what they do") {
            guard let control = reader.name(member, of: node, kind: "key") else { continue }
            let keys = reader.members(
                of: member.value, PressKey.self, expecting: "a mapping with title, and with open or url")
            guard member.value.members != nil else { continue }
            let title = keys[.title].flatMap { reader.line($0) }
            if keys[.title] == nil { reader.report("\"title\" is missing", at: member.value) }
            let key = keys[.key].flatMap { Self.key($0, &reader) } ?? (control.count == 1 ? control : nil)
            let action = Self.action(open: keys[.open], id: keys[.id], url: keys[.url], of: member.value, &reader)
            if let title, let action {
                presses.append(PressDeclaration(control: control, title: title, key: key, action: action))
            }
        }
        return presses
    }

    private static func key(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(node, expecting: "one character") else { return nil }
        if text.count == 1, text.utf8.first.map({ $0 > 0x20 && $0 != 0x7F }) == true { return text }
        reader.report("expected one character, found \"\(text.shortened)\"", at: node)
        return nil
    }
}
