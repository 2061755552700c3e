// Written by scripts/generate-json from the declarations of this target.

import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ViewMessages

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

extension HomeScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var highlighted: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.highlighted = highlighted
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("highlighted", highlighted)
        writer.endObject()
    }
}

extension PlaylistScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var pages: ItemPages<Video>?
        var guidance: Text?
        var preview: VideoPreview?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pages" where pages == nil: pages = try reader.readIfPresent(ItemPages<Video>.self)
            case "guidance" where guidance == nil: guidance = try reader.readIfPresent(Text.self)
            case "preview" where preview == nil: preview = try reader.readIfPresent(VideoPreview.self)
            default: try reader.skipValue()
            }
        }
        self.pages = pages
        self.guidance = guidance
        self.preview = preview
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("guidance", guidance)
        writer.member("pages", pages)
        writer.member("preview", preview)
        writer.endObject()
    }
}

extension RepositoryScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var readme: Readme?
        var isMissing: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "readme" where readme == nil: readme = try reader.readIfPresent(Readme.self)
            case "isMissing" where isMissing == nil: isMissing = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.readme = readme
        self.isMissing = isMissing ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isMissing", isMissing)
        writer.member("readme", readme)
        writer.endObject()
    }
}

extension SettingsScene.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var mistakes: [SettingsField]?
        var saves: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "mistakes" where mistakes == nil: mistakes = try reader.readIfPresent([SettingsField].self)
            case "saves" where saves == nil: saves = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.mistakes = mistakes ?? []
        self.saves = saves ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mistakes", mistakes)
        writer.member("saves", saves)
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

extension VideoPreview {
    init(from reader: inout JSONReader) throws(JSONError) {
        var row: String?
        var image: String?
        var isMissing: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            case "isMissing" where isMissing == nil: isMissing = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let row else { throw .missing("row", at: object) }
        self.row = row
        self.image = image
        self.isMissing = isMissing ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("isMissing", isMissing)
        writer.member("row", row)
        writer.endObject()
    }
}
