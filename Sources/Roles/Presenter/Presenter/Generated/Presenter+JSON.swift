// Written by scripts/generate-json from the declarations of this target.

import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ViewMessages

extension DeclaredCells {
    init(from reader: inout JSONReader) throws(JSONError) {
        var cells: [TableCell]?
        var tone: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "cells" where cells == nil: cells = try reader.read([TableCell].self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let cells else { throw .missing("cells", at: object) }
        self.cells = cells
        self.tone = tone
    }
}

extension DeclaredDetail.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var item: JSONItem?
        var parts: [Part]?
        var sections: DetailSections?
        var picture: String?
        var image: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "item" where item == nil: item = try reader.readIfPresent(JSONItem.self)
            case "parts" where parts == nil: parts = try reader.readIfPresent([Part].self)
            case "sections" where sections == nil: sections = try reader.read(DetailSections.self)
            case "picture" where picture == nil: picture = try reader.readIfPresent(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let sections else { throw .missing("sections", at: object) }
        self.item = item
        self.parts = parts ?? []
        self.sections = sections
        self.picture = picture
        self.image = image
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("item", item)
        writer.member("parts", parts)
        writer.member("picture", picture)
        writer.member("sections", sections)
        writer.endObject()
    }
}

extension DeclaredRows.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var term: String?
        var choices: FilterChoices?
        var loaded: LoadedRows?
        var fresh: FreshRows?
        var highlighted: String?
        var preview: [Part]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "term" where term == nil: term = try reader.readIfPresent(String.self)
            case "choices" where choices == nil: choices = try reader.read(FilterChoices.self)
            case "loaded" where loaded == nil: loaded = try reader.readIfPresent(LoadedRows.self)
            case "fresh" where fresh == nil: fresh = try reader.readIfPresent(FreshRows.self)
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(String.self)
            case "preview" where preview == nil: preview = try reader.readIfPresent([Part].self)
            default: try reader.skipValue()
            }
        }
        guard let choices else { throw .missing("choices", at: object) }
        self.term = term ?? ""
        self.choices = choices
        self.loaded = loaded
        self.fresh = fresh
        self.highlighted = highlighted
        self.preview = preview
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("choices", choices)
        writer.member("fresh", fresh)
        writer.member("highlighted", highlighted)
        writer.member("loaded", loaded)
        writer.member("preview", preview)
        writer.member("term", term)
        writer.endObject()
    }
}

extension DetailSections {
    init(from reader: inout JSONReader) throws(JSONError) {
        var parts: [String: [Part]]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "parts" where parts == nil: parts = try reader.readIfPresent([String: [Part]].self)
            default: try reader.skipValue()
            }
        }
        self.parts = parts ?? [:]
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("parts", parts)
        writer.endObject()
    }
}

extension FilterChoices {
    init(from reader: inout JSONReader) throws(JSONError) {
        var entries: [String: String]?
        var order: Sort?
        var refused: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "entries" where entries == nil: entries = try reader.readIfPresent([String: String].self)
            case "order" where order == nil: order = try reader.readIfPresent(Sort.self)
            case "refused" where refused == nil: refused = try reader.readIfPresent([String].self)
            default: try reader.skipValue()
            }
        }
        self.entries = entries ?? [:]
        self.order = order
        self.refused = refused ?? []
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("entries", entries)
        writer.member("order", order)
        writer.member("refused", refused)
        writer.endObject()
    }
}

extension FreshRows {
    init(from reader: inout JSONReader) throws(JSONError) {
        var rows: LoadedRows?
        var batches: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read(LoadedRows.self)
            case "batches" where batches == nil: batches = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        self.rows = rows
        self.batches = batches ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("batches", batches)
        writer.member("rows", rows)
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

extension LoadedRows {
    init(from reader: inout JSONReader) throws(JSONError) {
        var pages: ItemPages<JSONItem>?
        var rows: [Row]?
        var cells: [TableRow]?
        var failure: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pages" where pages == nil: pages = try reader.read(ItemPages<JSONItem>.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent([Row].self)
            case "cells" where cells == nil: cells = try reader.readIfPresent([TableRow].self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let pages else { throw .missing("pages", at: object) }
        self.pages = pages
        self.rows = rows ?? []
        self.cells = cells ?? []
        self.failure = failure
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cells", cells)
        writer.member("failure", failure)
        writer.member("pages", pages)
        writer.member("rows", rows)
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
