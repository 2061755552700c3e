// Written by scripts/generate from the declarations of this target.

import InteractorMessages
package import JSON
import RouterMessages
import ViewMessages

extension Fitting {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var share: Double?
        var attempts: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "share" where share == nil: share = try reader.readIfPresent(Double.self)
            case "attempts" where attempts == nil: attempts = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.share = share
        self.attempts = attempts ?? 0
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("attempts", attempts)
        writer.member("share", share)
        writer.endObject()
    }
}

extension ForeignScenes {
    init(from reader: inout JSONReader) throws(JSONError) {
        var scenes: [String]?
        var isOnTop: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scenes" where scenes == nil: scenes = try reader.readIfPresent([String].self)
            case "isOnTop" where isOnTop == nil: isOnTop = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.scenes = scenes ?? []
        self.isOnTop = isOnTop ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isOnTop", isOnTop)
        writer.member("scenes", scenes)
        writer.endObject()
    }
}

extension ItemLookup {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var item: Item?
        var image: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "item" where item == nil: item = try reader.readIfPresent(Item.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.item = item
        self.image = image
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("item", item)
        writer.endObject()
    }
}

extension ItemSearch {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var term: String?
        var pages: ItemPages<Item>?
        var country: String?
        var limit: Int?
        var highlighted: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "term" where term == nil: term = try reader.readIfPresent(String.self)
            case "pages" where pages == nil: pages = try reader.readIfPresent(ItemPages<Item>.self)
            case "country" where country == nil: country = try reader.readIfPresent(String.self)
            case "limit" where limit == nil: limit = try reader.readIfPresent(Int.self)
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.term = term ?? ""
        self.pages = pages
        self.country = country
        self.limit = limit
        self.highlighted = highlighted
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("country", country)
        writer.member("highlighted", highlighted)
        writer.member("limit", limit)
        writer.member("pages", pages)
        writer.member("term", term)
        writer.endObject()
    }
}

extension LiveScene.Awaited {
    init(from reader: inout JSONReader) throws(JSONError) {
        var correlation: String?
        var answer: SceneRequest.Answer?
        var count: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "correlation" where correlation == nil: correlation = try reader.read(String.self)
            case "answer" where answer == nil: answer = try reader.read(SceneRequest.Answer.self)
            case "count" where count == nil: count = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let correlation else { throw .missing("correlation", at: object) }
        guard let answer else { throw .missing("answer", at: object) }
        self.correlation = correlation
        self.answer = answer
        self.count = count ?? 1
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("answer", answer)
        writer.member("correlation", correlation)
        writer.member("count", count)
        writer.endObject()
    }
}

extension NoState {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == NoState {
    package init() {
        self.init()
    }
}

extension Preferences {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var country: String?
        var limit: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "country" where country == nil: country = try reader.readIfPresent(String.self)
            case "limit" where limit == nil: limit = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.country = country
        self.limit = limit
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("country", country)
        writer.member("limit", limit)
        writer.endObject()
    }
}

extension JSONReadable where Self == Preferences {
    package init(country: String? = nil, limit: Int? = nil) {
        self.init(country: country, limit: limit)
    }
}

extension SceneRequest.Answer {
    init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "items": self = .items
        case "picture": self = .picture
        default: throw .unknown(text, at: start)
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .items: writer.literal("\"items\"")
        case .picture: writer.literal("\"picture\"")
        }
    }
}

extension Screenshots {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var index: Int?
        var image: String?
        var isMissing: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "index" where index == nil: index = try reader.read(Int.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            case "isMissing" where isMissing == nil: isMissing = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let index else { throw .missing("index", at: object) }
        self.index = index
        self.image = image
        self.isMissing = isMissing ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("index", index)
        writer.member("isMissing", isMissing)
        writer.endObject()
    }
}

extension SettingsField {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "country": self = .country
        case "limit": self = .limit
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .country: writer.literal("\"country\"")
        case .limit: writer.literal("\"limit\"")
        }
    }
}
