import YAML

struct SceneReader {
    enum Key: String, CaseIterable {
        case title, titled, noun, search, list, lookup, prompt, hint, empty, filters, sorts, columns, row, preview,
            parts,
            early, also, picture, choose, press, reload
    }

    enum SectionKey: String, CaseIterable {
        case list, lookup, parts
    }

    static let mostSections = 5

    static let keysForRows = [
        Key.row, .preview, .choose, .prompt, .hint, .empty, .filters, .sorts, .columns,
    ]
    static let keysForOneItem = [Key.parts, .early, .also, .picture, .titled, .noun]

    static func read(_ member: ComposeNode.Member, _ reader: inout ValueReader) -> SceneDeclaration {
        let node = member.value
        let keys = reader.members(of: node, Key.self, expecting: "a mapping with \"title\" and the like")
        var scene = SceneDeclaration(
            name: member.key, words: words(keys, name: member.key, &reader), place: member.place)
        scene.row = keys[.row].flatMap { reader.program($0) }
        scene.preview = keys[.preview].flatMap { reader.program($0) }
        scene.isEarly = keys[.early].flatMap { reader.word($0, of: ["true"]) } != nil
        scene.parts = keys[.parts].flatMap {
            reader.program($0, variables: scene.isEarly ? [SceneDeclaration.given] : [])
        }
        scene.sections = keys[.also].map { sections($0, &reader) } ?? []
        scene.picture = keys[.picture].flatMap { reader.program($0) }
        scene.content = content(keys, of: node, &reader)
        scene.filters = keys[.filters].map { FilterReader.filters($0, &reader) } ?? []
        if let sorts = keys[.sorts], let sort = FilterReader.sorts(sorts, place: sorts.place, &reader) {
            scene.filters.append(sort)
        }
        scene.columns = keys[.columns].map { ColumnReader.columns($0, &reader) } ?? []
        scene.reloadsOnReturn = keys[.reload].flatMap { reader.word($0, of: ["return"]) } != nil
        let actions = ActionReader(
            filters: scene.filters, variables: scene.isEarly ? [SceneDeclaration.given] : [])
        scene.choose = keys[.choose].flatMap { actions.choose($0, &reader) }
        scene.press = keys[.press].map { actions.presses($0, &reader) } ?? []
        checkVariables(of: scene, &reader)
        if node.members != nil { check(scene.content?.action, keys, of: node, &reader) }
        return scene
    }

    private static func words(_ keys: [Key: ComposeNode], name: String, _ reader: inout ValueReader) -> SceneWords {
        SceneWords(
            title: keys[.title].flatMap { reader.line($0) } ?? name,
            idNoun: keys[.titled].flatMap { reader.line($0) },
            prompt: keys[.prompt].flatMap { reader.line($0) }, hint: keys[.hint].flatMap { reader.line($0) },
            noun: keys[.noun].flatMap { reader.line($0) },
            alertsWhenNothingIsFound: keys[.empty].flatMap { reader.word($0, of: ["alert"]) } != nil)
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

    private static func sections(_ node: ComposeNode, _ reader: inout ValueReader) -> [SectionDeclaration] {
        let members = reader.members(of: node, expecting: "a mapping of names to what else is shown")
        if members.count > mostSections {
            reader.report("more than \(mostSections) other requests: \(members.count)", at: node)
        }
        return members.prefix(mostSections).compactMap { member in
            guard let name = reader.name(member, of: node, kind: "request") else { return nil }
            let keys = reader.members(
                of: member.value, SectionKey.self, expecting: "a mapping with list or lookup, and parts")
            guard member.value.members != nil else { return nil }
            let parts = keys[.parts].flatMap { reader.program($0) }
            if keys[.parts] == nil { reader.missing("parts", at: member.value) }
            guard (keys[.list] == nil) != (keys[.lookup] == nil), let value = keys[.list] ?? keys[.lookup] else {
                reader.report("expected one of list and lookup, with the name of a source", at: member.value)
                return nil
            }
            guard let source = reader.text(value, expecting: "the name of a source"), let parts else { return nil }
            let content = SceneDeclaration.Content(
                action: keys[.list] == nil ? .lookup : .list, source: source, place: value.place)
            return SectionDeclaration(name: name, content: content, parts: parts)
        }
    }

    /// Checks which keys go with which content.
    private static func check(
        _ action: SourceDeclaration.Action?, _ keys: [Key: ComposeNode], of node: ComposeNode,
        _ reader: inout ValueReader
    ) {
        let hasRows = action == .search || action == .list
        let required: Key = hasRows ? .row : .parts
        if keys[required] == nil {
            reader.missing(
                required.rawValue, at: node,
                ": a jq program from an item to \(hasRows ? "its row" : "what is shown of it")")
        }
        for key in hasRows ? keysForOneItem : keysForRows {
            guard let value = keys[key] else { continue }
            reader.report(
                "\"\(key.rawValue)\" is for scenes with \(hasRows ? "one item" : "rows (search, list)")", at: value)
        }
        if action == nil, let reload = keys[.reload] {
            reader.report("\"reload\" is for scenes with a source", at: reload)
        }
        for key in [Key.prompt, .hint, .empty] where action == .list {
            if let value = keys[key] { reader.report("\"\(key.rawValue)\" is for a search", at: value) }
        }
        for key in [Key.early, .titled] where action == nil {
            if let value = keys[key] { reader.report("\"\(key.rawValue)\" is for scenes with a source", at: value) }
        }
    }

    /// Checks that each variable has one meaning.
    private static func checkVariables(of scene: SceneDeclaration, _ reader: inout ValueReader) {
        var names: Set<String> = []
        let hasOrder = scene.columns.contains { $0.sort != nil }
        for filter in scene.filters {
            let isOrder = hasOrder && filter.name == SceneDeclaration.direction
            if !names.insert(filter.name).inserted || isOrder {
                reader.report(
                    Mistake(
                        place: filter.place, path: "scenes.\(scene.name)",
                        message: "\"\(filter.name)\" is the variable of the scene's order; choose another name"))
            }
        }
    }
}
