// Written by scripts/generate-json from the declarations of this target.

import InteractorMessages
import JSON
import RouterMessages
import ViewMessages

extension DetailScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var item: Page.Item?
        var image: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "item" where item == nil: item = try reader.readIfPresent(Page.Item.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.item = item
        self.image = image
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("item", item)
        writer.endObject()
    }
}

extension FittingScreen {
    init(from reader: inout JSONReader) throws(JSONError) {
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

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("attempts", attempts)
        writer.member("share", share)
        writer.endObject()
    }
}

extension GreetingScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.text = text ?? ""
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }
}

extension ItemPages {
    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Item]?
        var cursor: String?
        var total: Int?
        var unavailable: Int?
        var unreadable: Int?
        var incomplete: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items" where items == nil: items = try reader.readIfPresent([Item].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "unavailable" where unavailable == nil: unavailable = try reader.readIfPresent(Int.self)
            case "unreadable" where unreadable == nil: unreadable = try reader.readIfPresent(Int.self)
            case "incomplete" where incomplete == nil: incomplete = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.items = items ?? []
        self.cursor = cursor
        self.total = total
        self.unavailable = unavailable ?? 0
        self.unreadable = unreadable
        self.incomplete = incomplete
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.member("incomplete", incomplete)
        writer.member("items", items)
        writer.member("total", total)
        writer.member("unavailable", unavailable)
        writer.member("unreadable", unreadable)
        writer.endObject()
    }
}

extension LiveScene.Awaited {
    init(from reader: inout JSONReader) throws(JSONError) {
        var correlation: String?
        var answer: SceneRequest.Answer?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "correlation" where correlation == nil: correlation = try reader.read(String.self)
            case "answer" where answer == nil: answer = try reader.read(SceneRequest.Answer.self)
            default: try reader.skipValue()
            }
        }
        guard let correlation else { throw .missing("correlation", at: object) }
        guard let answer else { throw .missing("answer", at: object) }
        self.correlation = correlation
        self.answer = answer
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("answer", answer)
        writer.member("correlation", correlation)
        writer.endObject()
    }
}

extension NoState {
    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension PlaylistScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var pages: ItemPages<Video>?
        var guidance: Text?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pages" where pages == nil: pages = try reader.readIfPresent(ItemPages<Video>.self)
            case "guidance" where guidance == nil: guidance = try reader.readIfPresent(Text.self)
            default: try reader.skipValue()
            }
        }
        self.pages = pages
        self.guidance = guidance
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("guidance", guidance)
        writer.member("pages", pages)
        writer.endObject()
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

extension ScreenshotsScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var index: Int?
        var picture: Picture?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "index" where index == nil: index = try reader.read(Int.self)
            case "picture" where picture == nil: picture = try reader.read(Picture.self)
            default: try reader.skipValue()
            }
        }
        guard let index else { throw .missing("index", at: object) }
        guard let picture else { throw .missing("picture", at: object) }
        self.index = index
        self.picture = picture
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("index", index)
        writer.member("picture", picture)
        writer.endObject()
    }
}

extension SearchScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var term: String?
        var pages: ItemPages<Page.Item>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "term" where term == nil: term = try reader.readIfPresent(String.self)
            case "pages" where pages == nil: pages = try reader.readIfPresent(ItemPages<Page.Item>.self)
            default: try reader.skipValue()
            }
        }
        self.term = term ?? ""
        self.pages = pages
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pages", pages)
        writer.member("term", term)
        writer.endObject()
    }
}

extension Snapshot {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("scenes", scenes)
        writer.endObject()
    }
}

extension TrafficLightScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var color: String?
        var text: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "color" where color == nil: color = try reader.readIfPresent(String.self)
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.color = color ?? ""
        self.text = text ?? "Press a colour"
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("color", color)
        writer.member("text", text)
        writer.endObject()
    }
}
