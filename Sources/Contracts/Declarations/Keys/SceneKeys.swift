import YAML

extension SceneReader.Key: FileKey {
    static let section = PageSection("applications.md", "Scenes")
    static let rules: [KeyRule] = {
        func names(_ keys: [Self]) -> [String] { keys.map(\.rawValue) }
        return [
            .atMostOne(names([search, list, lookup])),
            .with(names([search, list]), required: names([row]), forbidden: names(SceneReader.keysForOneItem)),
            .without(names([search, list]), required: names([parts]), forbidden: names(SceneReader.keysForRows)),
            .with(names([list]), forbidden: names([prompt, hint, empty])),
            .without(names([search, list, lookup]), forbidden: names([reload, early, titled])),
        ]
    }()

    var summary: String {
        switch self {
        case .title: "a single line"
        case .titled: "a noun for the id's object, such as `repository`: the id, if any, is then the title"
        case .noun: "a noun for the item in messages such as “The README cannot be shown”"
        case .search: "the source that the user searches"
        case .list: "the source whose items the scene lists"
        case .lookup: "the source of the scene's one item"
        case .prompt: "the text in the empty search field"
        case .hint:
            "advice after an empty search"
        case .empty: "`alert`: if the search finds nothing, an alert instead of a line"
        case .row:
            """
            a jq expression that turns an item into `{title, subtitle, accessory, symbol, tone}`, or just the title. \
            Numbers and lists become strings
            """
        case .columns: "the rows are a table: see below"
        case .filters, .sorts: "the user's choices for all rows: see below"
        case .preview: "a jq expression that turns an item into the parts beside the rows"
        case .choose:
            """
            the effect of opening a row: the name of a scene, `{open: SCENE, id: EXPRESSION}` or `{url: EXPRESSION}`
            """
        case .parts:
            """
            a jq expression that turns an item into parts of the screen: any part in [README.md](README.md), a \
            string, null (nothing), or lists of these
            """
        case .early: "`true`: show the parts before the item arrives, and without one: see below"
        case .also: "more about the item from other sources: see below"
        case .picture: "a jq expression for the URL of the item's picture"
        case .press:
            """
            keys: `o: {title: Open, url: EXPRESSION}`, or with a longer name `details: {key: d, title: Details, open: SCENE}`. \
            Other effects are `reload: true` and `set: {FILTER: ENTRY}`
            """
        case .reload:
            """
            `return`: reload when the user comes back from a scene above. The old rows stay until the new ones arrive; search, \
            filters, selection and scroll position stay, too
            """
        }
    }

    var shape: ValueShape {
        switch self {
        case .title, .titled, .noun, .prompt, .hint: .line
        case .empty: .words(["alert"])
        case .early: .words(["true"])
        case .search, .list, .lookup: .text(.source)
        case .row, .preview, .parts, .picture: .program
        case .filters:
            .named(
                NamedShape(
                    .either([.options, .line, .keys(FilterReader.Key.self)]), pattern: "[A-Za-z][A-Za-z0-9_]{0,63}",
                    excluding: SourceDeclaration.requestVariables + FilterReader.reserved,
                    count: 0...FilterReader.mostFilters))
        case .sorts: .either([.options, .namedOptions])
        case .columns:
            .named(
                NamedShape(
                    .either([.line, .keys(ColumnReader.Key.self)]), pattern: ValueReader.namePattern,
                    excluding: [ColumnReader.tone], count: 1...ColumnReader.mostColumns))
        case .also:
            .named(
                NamedShape(
                    .keys(SceneReader.SectionKey.self), pattern: ValueReader.namePattern,
                    count: 0...SceneReader.mostSections))
        case .choose: .either([.text(.scene), .keys(ActionReader.Key.self)])
        case .press: .named(NamedShape(.keys(ActionReader.PressKey.self), pattern: ValueReader.namePattern))
        case .reload: .words(["return"])
        }
    }
}

extension SceneReader.SectionKey: FileKey {
    static let section = PageSection("applications.md", "Several requests for one screen")
    static let rules = [
        KeyRule.required([parts.rawValue]), .exactlyOne([list.rawValue, lookup.rawValue]),
    ]

    var summary: String {
        switch self {
        case .list: "the source whose items the scene lists"
        case .lookup: "the source of one item"
        case .parts: "a jq expression from the list of items, or from the item of a lookup, to parts"
        }
    }

    var shape: ValueShape {
        switch self {
        case .list, .lookup: .text(.source)
        case .parts: .program
        }
    }
}

extension FilterReader.Key: FileKey {
    static let section = PageSection("applications.md", "Filters and orders")
    static let rules = [
        KeyRule.atMostOne([options.rawValue, `switch`.rawValue, text.rawValue]),
        .with([options.rawValue, `switch`.rawValue], forbidden: [placeholder.rawValue]),
    ]

    var summary: String {
        switch self {
        case .title: "what stands before the field"
        case .options: "a choice: a list of values, or titles with their values; the first one is the default"
        case .text: "a text; the value begins with this"
        case .switch: "a switch; the value while it is on"
        case .default: "the entry until the user changes it"
        case .placeholder: "what the empty field shows"
        }
    }

    var shape: ValueShape {
        switch self {
        case .title, .default, .placeholder: .line
        case .options: .either([.options, .namedOptions])
        case .text: .either([.optionValue, .nothing])
        case .switch:
            .text(TextShape(pattern: #"[^\u0000]+"#, length: 1...FilterReader.longestValue))
        }
    }
}

extension ColumnReader.Key: FileKey {
    static let section = PageSection("applications.md", "Tables")

    var summary: String {
        switch self {
        case .title: "the head of the column"
        case .align: "`start`, `center` or `end`"
        case .grow: "whether it takes the room that the others leave"
        case .priority: "on a narrow terminal, the columns with the lowest priority go first, and never one without"
        case .sort: "what the source sorts by: the value of the variable `sort`"
        }
    }

    var shape: ValueShape {
        switch self {
        case .title: .line
        case .align: .words(ColumnDeclaration.Alignment.allCases.map(\.rawValue))
        case .grow: .words(["true", "false"])
        case .priority: .number(0...1000)
        case .sort: .text(TextShape(pattern: #"[^\n\r]+"#, length: 1...ValueReader.longestLine))
        }
    }
}

extension ValueShape {
    static let optionValue = ValueShape.text(TextShape(pattern: #"[^\u0000]*"#, length: 0...FilterReader.longestValue))
    private static let optionTitle = #"[^\n\r]{1,200}"#
    static let options = ValueShape.list(
        of: .text(TextShape(pattern: optionTitle)), count: 1...FilterReader.mostOptions, isUnique: true)
    static let namedOptions = ValueShape.named(
        NamedShape(
            .either([.optionValue, .nothing]), pattern: optionTitle, count: 1...FilterReader.mostOptions))
}
