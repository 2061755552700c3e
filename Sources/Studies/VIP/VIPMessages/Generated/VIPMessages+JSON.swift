// Written by scripts/generate from the declarations of this target.

package import InteractorMessages
package import JSON
import Scenes

extension DataStoreOutput.DidChange {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var apps: [App]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "apps" where apps == nil: apps = try reader.readIfPresent([App].self)
            default: try reader.skipValue()
            }
        }
        self.apps = apps ?? []
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("apps", apps)
        writer.endObject()
    }
}

extension JSONReadable where Self == DataStoreOutput.DidChange {
    package init(apps: [App] = []) {
        self.init(apps: apps)
    }
}

extension Missing {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "term": self = .term
        case "id": self = .id
        case "item": self = .item
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .term: writer.literal("\"term\"")
        case .id: writer.literal("\"id\"")
        case .item: writer.literal("\"item\"")
        }
    }
}

extension PresenterInput.PresentApp {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var app: App?
        var isWaiting: Bool?
        var trouble: Trouble?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "name" where name == nil: name = try reader.readIfPresent(String.self)
            case "app" where app == nil: app = try reader.readIfPresent(App.self)
            case "waiting" where isWaiting == nil: isWaiting = try reader.readIfPresent(Bool.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Trouble.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        self.id = id
        self.name = name
        self.app = app
        self.isWaiting = isWaiting ?? false
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("app", app)
        writer.member("id", id)
        writer.member("name", name)
        writer.member("trouble", trouble)
        writer.member("waiting", isWaiting)
        writer.endObject()
    }
}

extension JSONReadable where Self == PresenterInput.PresentApp {
    package init(id: String, name: String? = nil, app: App? = nil, isWaiting: Bool = false, trouble: Trouble? = nil) {
        self.init(id: id, name: name, app: app, isWaiting: isWaiting, trouble: trouble)
    }
}

extension PresenterInput.PresentApps {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var term: String?
        var pages: ItemPages<App>?
        var highlighted: App?
        var isWaiting: Bool?
        var trouble: Trouble?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "term" where term == nil: term = try reader.read(String.self)
            case "pages" where pages == nil: pages = try reader.readIfPresent(ItemPages<App>.self)
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(App.self)
            case "waiting" where isWaiting == nil: isWaiting = try reader.readIfPresent(Bool.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Trouble.self)
            default: try reader.skipValue()
            }
        }
        guard let term else { throw .missing("term", at: object) }
        self.term = term
        self.pages = pages
        self.highlighted = highlighted
        self.isWaiting = isWaiting ?? false
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("highlighted", highlighted)
        writer.member("pages", pages)
        writer.member("term", term)
        writer.member("trouble", trouble)
        writer.member("waiting", isWaiting)
        writer.endObject()
    }
}

extension JSONReadable where Self == PresenterInput.PresentApps {
    package init(
        term: String, pages: ItemPages<App>? = nil, highlighted: App? = nil, isWaiting: Bool = false,
        trouble: Trouble? = nil
    ) {
        self.init(term: term, pages: pages, highlighted: highlighted, isWaiting: isWaiting, trouble: trouble)
    }
}

extension PresenterInput.PresentGreeting {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var greeting: GreetingData?
        var isNobody: Bool?
        var isWaiting: Bool?
        var trouble: Trouble?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "greeting" where greeting == nil: greeting = try reader.readIfPresent(GreetingData.self)
            case "nobody" where isNobody == nil: isNobody = try reader.readIfPresent(Bool.self)
            case "waiting" where isWaiting == nil: isWaiting = try reader.readIfPresent(Bool.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Trouble.self)
            default: try reader.skipValue()
            }
        }
        self.greeting = greeting
        self.isNobody = isNobody ?? false
        self.isWaiting = isWaiting ?? false
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("greeting", greeting)
        writer.member("nobody", isNobody)
        writer.member("trouble", trouble)
        writer.member("waiting", isWaiting)
        writer.endObject()
    }
}

extension JSONReadable where Self == PresenterInput.PresentGreeting {
    package init(
        greeting: GreetingData? = nil, isNobody: Bool = false, isWaiting: Bool = false, trouble: Trouble? = nil
    ) {
        self.init(greeting: greeting, isNobody: isNobody, isWaiting: isWaiting, trouble: trouble)
    }
}

extension PresenterInput.PresentScreenshot {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var position: Int?
        var count: Int?
        var image: String?
        var isMissing: Bool?
        var trouble: Trouble?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.readIfPresent(String.self)
            case "position" where position == nil: position = try reader.read(Int.self)
            case "count" where count == nil: count = try reader.read(Int.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            case "missing" where isMissing == nil: isMissing = try reader.readIfPresent(Bool.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Trouble.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let count else { throw .missing("count", at: object) }
        self.name = name
        self.position = position
        self.count = count
        self.image = image
        self.isMissing = isMissing ?? false
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("image", image)
        writer.member("missing", isMissing)
        writer.member("name", name)
        writer.member("position", position)
        writer.member("trouble", trouble)
        writer.endObject()
    }
}

extension JSONReadable where Self == PresenterInput.PresentScreenshot {
    package init(
        name: String? = nil, position: Int, count: Int, image: String? = nil, isMissing: Bool = false,
        trouble: Trouble? = nil
    ) {
        self.init(name: name, position: position, count: count, image: image, isMissing: isMissing, trouble: trouble)
    }
}

extension PresenterInput.PresentUnknown {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var trouble: Trouble?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Trouble.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        self.name = name
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("trouble", trouble)
        writer.endObject()
    }
}

extension JSONReadable where Self == PresenterInput.PresentUnknown {
    package init(name: String, trouble: Trouble? = nil) {
        self.init(name: name, trouble: trouble)
    }
}

extension Trouble {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var value: Trouble?
        var count = 0
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "failed": (value, count) = (.failed(try reader.read()), count + 1)
            case "missing": (value, count) = (.missing(try reader.read()), count + 1)
            case "tooLarge": (value, count) = (.tooLarge(try reader.read()), count + 1)
            case "notTold": (value, count) = (.notTold(try reader.read()), count + 1)
            default: try reader.skipValue()
            }
        }
        guard let value, count == 1 else { throw .noKind(at: object) }
        self = value
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .failed(let failed): writer.member("failed", failed)
        case .missing(let missing): writer.member("missing", missing)
        case .tooLarge(let tooLarge): writer.member("tooLarge", tooLarge)
        case .notTold(let notTold): writer.member("notTold", notTold)
        }
        writer.endObject()
    }
}
