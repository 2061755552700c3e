import YAML

extension ActionReader.Key: FileKey {
    static let section = PageSection("applications.md", "Scenes")
    static let rules = [
        KeyRule.exactlyOne([open.rawValue, url.rawValue]),
        .without([open.rawValue], forbidden: [id.rawValue, with.rawValue]),
    ]

    var summary: String {
        switch self {
        case .open: "the scene to open"
        case .id: "a jq expression from the item to the id with which the scene opens; the item's own without it"
        case .with: Self.withSummary
        case .url: "a jq expression from the item to the address of a web page, which the browser opens"
        }
    }

    fileprivate static let withSummary =
        "a jq expression from the item to an object of texts: the scene's other parameters, without which it gets the item's title"

    var shape: ValueShape {
        switch self {
        case .open: .text(.scene)
        case .id, .with, .url: .program
        }
    }
}

extension ActionReader.PressKey: FileKey {
    static let section = PageSection("applications.md", "Scenes")
    static let rules = [
        KeyRule.required([title.rawValue]),
        .exactlyOne([open.rawValue, url.rawValue, reload.rawValue, set.rawValue]),
        .without([open.rawValue], forbidden: [id.rawValue, with.rawValue]),
    ]

    var summary: String {
        switch self {
        case .title: "what the key does, in a few words"
        case .key: "one character; without it, a name of one character is the key"
        case .for:
            "`row` or `scene`: whether it needs a row, or the item of the scene; `button`: what a button of the parts does, and no key"
        case .open: "the scene to open"
        case .id: "a jq expression from the item to the id with which the scene opens; the item's own without it"
        case .with: ActionReader.Key.withSummary
        case .url: "a jq expression from the item to the address of a web page, which the browser opens"
        case .reload: "`true`: loads the scene again"
        case .set: "what to enter in filters of the scene, by their names"
        }
    }

    var shape: ValueShape {
        switch self {
        case .title: .line
        case .key: .text(TextShape(pattern: #"[!-~]|[^\u0000-\u007f][\s\S]*"#))
        case .for: .words(ActionReader.Target.allCases.map(\.rawValue))
        case .open: .text(.scene)
        case .id, .with, .url: .program
        case .reload: .words(["true"])
        case .set: .named(NamedShape(.line, meaning: .filter))
        }
    }
}
