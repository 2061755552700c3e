import Platform
import YAML

/// Reads the filters and the orders of a scene.
enum FilterReader {
    enum Key: String, CaseIterable {
        case title, options, text, `switch`, `default`, placeholder
    }

    static let mostFilters = 20
    static let mostOptions = 1000
    /// Bytes of a value.
    static let longestValue = 1000
    /// Names that jq reads as keywords.
    static let reserved = [
        "and", "as", "def", "elif", "else", "end", "foreach", "if", "import", "include", "label", "or", "reduce",
        "then",
        "try", "catch", "ENV",
    ]

    static func filters(_ node: ComposeNode, _ reader: inout ValueReader) -> [FilterDeclaration] {
        let members = reader.members(of: node, expecting: "a mapping of names to filters")
        if members.count > mostFilters {
            reader.report("more than \(mostFilters) filters: \(members.count)", at: node)
        }
        return members.prefix(mostFilters).compactMap { member in
            isVariable(member, of: node, &reader) ? filter(member, &reader) : nil
        }
    }

    /// The orders of a scene's rows, as the filter that they are.
    static func sorts(_ node: ComposeNode, place: Place, _ reader: inout ValueReader) -> FilterDeclaration? {
        options(node, &reader).map { options in
            FilterDeclaration(
                name: SceneDeclaration.sort, title: "Sort", kind: .choice(options),
                standard: options.first?.title ?? "", place: place)
        }
    }

    private static func isVariable(
        _ member: ComposeNode.Member, of node: ComposeNode, _ reader: inout ValueReader
    ) -> Bool {
        func report(_ message: String) {
            reader.report(message, at: member, of: node)
        }
        let name = member.key
        let isName =
            name.utf8.count <= 64 && name.utf8.isWord(with: "_") && name.utf8.first?.isLetter == true
        if !isName {
            report(
                "bad name \"\(name.shortened)\" of a filter; a variable is made of ASCII letters, digits and \"_\", and begins with a letter"
            )
        } else if SourceDeclaration.requestVariables.contains(name) {
            report("\"\(name)\" is a variable of each request already; choose another name")
        } else if reserved.contains(name) {
            report("\"\(name)\" is a word of jq; choose another name")
        } else {
            return true
        }
        return false
    }

    private static func filter(_ member: ComposeNode.Member, _ reader: inout ValueReader) -> FilterDeclaration? {
        let node = member.value
        var filter = FilterDeclaration(
            name: member.key, title: title(of: member.key), kind: .text(prefix: ""), standard: "", place: member.place)
        if node.items != nil {
            guard let options = options(node, &reader) else { return nil }
            filter.kind = .choice(options)
            filter.standard = options.first?.title ?? ""
            return filter
        }
        if node.scalar != nil {
            filter.title = reader.line(node) ?? filter.title
            return filter
        }
        let keys = reader.members(
            of: node, Key.self, expecting: "a list of options, a title, or a mapping with options, switch or text")
        guard node.members != nil else { return nil }
        filter.title = keys[.title].flatMap { reader.line($0) } ?? filter.title
        filter.placeholder = keys[.placeholder].flatMap { reader.line($0) }
        guard let kind = kind(keys, of: node, &reader) else { return nil }
        filter.kind = kind
        filter.standard = standard(of: filter, keys[.default], &reader)
        if let placeholder = keys[.placeholder], keys[.options] != nil || keys[.switch] != nil {
            reader.report("\"placeholder\" is for a text", at: placeholder)
        }
        return filter
    }

    /// `is_draft` is `Is draft`.
    private static func title(of name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst().map { $0 == "_" ? " " : String($0) }.joined()
    }

    private static func kind(
        _ keys: [Key: ComposeNode], of node: ComposeNode, _ reader: inout ValueReader
    ) -> FilterDeclaration.Kind? {
        let given = [Key.options, .switch, .text].filter { keys[$0] != nil }
        if given.count > 1 { reader.report("a filter has one of options, switch and text", at: node) }
        guard let key = given.first, let content = keys[key] else { return .text(prefix: "") }
        switch key {
        case .options: return options(content, &reader).map { .choice($0) }
        case .switch:
            guard let value = value(content, &reader) else { return nil }
            if value.isEmpty { reader.report("expected the value while the switch is on", at: content) }
            return .toggle(value)
        default: return value(content, &reader).map { .text(prefix: $0) }
        }
    }

    private static func standard(
        of filter: FilterDeclaration, _ node: ComposeNode?, _ reader: inout ValueReader
    ) -> String {
        let standard =
            switch filter.kind {
            case .choice(let options): options.first?.title ?? ""
            case .toggle: FilterDeclaration.off
            case .text: ""
            }
        guard let node, let text = reader.line(node) else { return standard }
        if filter.accepts(text) { return text }
        reader.report(filter.refusal(of: text), at: node)
        return standard
    }

    /// A list of values, or a mapping of titles to values.
    private static func options(_ node: ComposeNode, _ reader: inout ValueReader) -> [FilterDeclaration.Option]? {
        let pairs: [(title: ComposeNode?, key: String, value: ComposeNode)]
        if let items = node.items {
            pairs = items.map { ($0, $0.scalar ?? "", $0) }
        } else {
            pairs = reader.members(of: node, expecting: "a list of values, or a mapping of titles to values")
                .map { (nil, $0.key, $0.value) }
            guard node.members != nil else { return nil }
        }
        guard 1...mostOptions ~= pairs.count else {
            return reader.refuse("expected 1 to \(mostOptions) options, found \(pairs.count)", at: node)
        }
        var seen: Set<String> = []
        var options: [FilterDeclaration.Option] = []
        for pair in pairs {
            guard let value = value(pair.value, &reader) else { continue }
            let title = pair.key
            if title.isEmpty || title.contains(where: \.isNewline) || title.count > 200 {
                reader.report("an option has a title: one line of at most 200 characters", at: pair.value)
            } else if !seen.insert(title).inserted {
                reader.report("the option \"\(title.shortened)\" is listed twice", at: pair.value)
            } else {
                options.append(FilterDeclaration.Option(title: title, value: value))
            }
        }
        return options
    }

    private static func value(_ node: ComposeNode, _ reader: inout ValueReader) -> String? {
        if case .null = node.content { return "" }
        guard let text = reader.text(node, expecting: "a value") else { return nil }
        guard text.utf8.count <= longestValue, !text.utf8.contains(0) else {
            return reader.refuse("a value has at most \(longestValue) bytes, and no NUL", at: node)
        }
        return text
    }
}
