// Written by scripts/generate from the declarations of this target.

import JSON
import RouterMessages
import ViewMessages

extension AppMemory {
    init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        var isOver: Bool?
        var pages: [Page]?
        var call: Call?
        var isStreaming: Bool?
        var wantsContext: Bool?
        var changes: PickingChanges?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "query" where query == nil: query = try reader.readIfPresent(String.self)
            case "over" where isOver == nil: isOver = try reader.readIfPresent(Bool.self)
            case "pages" where pages == nil: pages = try reader.read([Page].self)
            case "call" where call == nil: call = try reader.readIfPresent(Call.self)
            case "streaming" where isStreaming == nil: isStreaming = try reader.read(Bool.self)
            case "wantsContext" where wantsContext == nil: wantsContext = try reader.readIfPresent(Bool.self)
            case "changes" where changes == nil: changes = try reader.readIfPresent(PickingChanges.self)
            default: try reader.skipValue()
            }
        }
        guard let pages else { throw .missing("pages", at: object) }
        guard let isStreaming else { throw .missing("streaming", at: object) }
        self.query = query
        self.isOver = isOver ?? nil
        self.pages = pages
        self.call = call
        self.isStreaming = isStreaming
        self.wantsContext = wantsContext
        self.changes = changes
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("call", call)
        writer.member("changes", changes)
        writer.member("over", isOver)
        writer.member("pages", pages)
        writer.member("query", query)
        writer.member("streaming", isStreaming)
        writer.member("wantsContext", wantsContext)
        writer.endObject()
    }
}

extension AppMemory.Call {
    init(from reader: inout JSONReader) throws(JSONError) {
        var call: ProgramCall?
        var scene: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "call" where call == nil: call = try reader.read(ProgramCall.self)
            case "scene" where scene == nil: scene = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let call else { throw .missing("call", at: object) }
        guard let scene else { throw .missing("scene", at: object) }
        self.call = call
        self.scene = scene
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("call", call)
        writer.member("scene", scene)
        writer.endObject()
    }
}

extension AppMemory.Cause {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var source: String?
        var correlation: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "source" where source == nil: source = try reader.read(String.self)
            case "correlation" where correlation == nil: correlation = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let source else { throw .missing("source", at: object) }
        guard let correlation else { throw .missing("correlation", at: object) }
        self.id = id
        self.source = source
        self.correlation = correlation
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("correlation", correlation)
        writer.member("id", id)
        writer.member("source", source)
        writer.endObject()
    }
}

extension AppMemory.Page {
    init(from reader: inout JSONReader) throws(JSONError) {
        var scene: Scene?
        var origin: ProgramCall?
        var screen: Screen?
        var completions: [String: String]?
        var invalid: [String]?
        var newest: AppMemory.Cause?
        var sort: ViewOutput.DidSort?
        var isStale: Bool?
        var refresh: Int?
        var highlighted: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read(Scene.self)
            case "origin" where origin == nil: origin = try reader.read(ProgramCall.self)
            case "screen" where screen == nil: screen = try reader.readIfPresent(Screen.self)
            case "completions" where completions == nil: completions = try reader.read([String: String].self)
            case "invalid" where invalid == nil: invalid = try reader.read([String].self)
            case "newest" where newest == nil: newest = try reader.read(AppMemory.Cause.self)
            case "sort" where sort == nil: sort = try reader.readIfPresent(ViewOutput.DidSort.self)
            case "stale" where isStale == nil: isStale = try reader.readIfPresent(Bool.self)
            case "refresh" where refresh == nil: refresh = try reader.readIfPresent(Int.self)
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let origin else { throw .missing("origin", at: object) }
        guard let completions else { throw .missing("completions", at: object) }
        guard let invalid else { throw .missing("invalid", at: object) }
        guard let newest else { throw .missing("newest", at: object) }
        self.scene = scene
        self.origin = origin
        self.screen = screen
        self.completions = completions
        self.invalid = invalid
        self.newest = newest
        self.sort = sort
        self.isStale = isStale
        self.refresh = refresh
        self.highlighted = highlighted
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("completions", completions)
        writer.member("highlighted", highlighted)
        writer.member("invalid", invalid)
        writer.member("newest", newest)
        writer.member("origin", origin)
        writer.member("refresh", refresh)
        writer.member("scene", scene)
        writer.member("screen", screen)
        writer.member("sort", sort)
        writer.member("stale", isStale)
        writer.endObject()
    }
}

extension PickingChanges {
    init(from reader: inout JSONReader) throws(JSONError) {
        var prompt: String?
        var header: String?
        var reload: [String]?
        var isPreviewHidden: Bool?
        var previewWraps: Bool?
        var window: Int?
        var keepsOrder: Bool?
        var isDisabled: Bool?
        var unbound: [Int]?
        var printed: [String]?
        var recalled: Int?
        var draft: String?
        var highlighted: String?
        var size: ViewOutput.DidResize?
        var rows: RowChanges?
        var hasDecided: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "prompt" where prompt == nil: prompt = try reader.readIfPresent(String.self)
            case "header" where header == nil: header = try reader.readIfPresent(String.self)
            case "reload" where reload == nil: reload = try reader.readIfPresent([String].self)
            case "isPreviewHidden" where isPreviewHidden == nil: isPreviewHidden = try reader.readIfPresent(Bool.self)
            case "previewWraps" where previewWraps == nil: previewWraps = try reader.readIfPresent(Bool.self)
            case "window" where window == nil: window = try reader.readIfPresent(Int.self)
            case "keepsOrder" where keepsOrder == nil: keepsOrder = try reader.readIfPresent(Bool.self)
            case "isDisabled" where isDisabled == nil: isDisabled = try reader.readIfPresent(Bool.self)
            case "unbound" where unbound == nil: unbound = try reader.readIfPresent([Int].self)
            case "printed" where printed == nil: printed = try reader.readIfPresent([String].self)
            case "recalled" where recalled == nil: recalled = try reader.readIfPresent(Int.self)
            case "draft" where draft == nil: draft = try reader.readIfPresent(String.self)
            case "highlighted" where highlighted == nil: highlighted = try reader.readIfPresent(String.self)
            case "size" where size == nil: size = try reader.readIfPresent(ViewOutput.DidResize.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent(RowChanges.self)
            case "hasDecided" where hasDecided == nil: hasDecided = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.prompt = prompt
        self.header = header
        self.reload = reload
        self.isPreviewHidden = isPreviewHidden
        self.previewWraps = previewWraps
        self.window = window ?? 0
        self.keepsOrder = keepsOrder
        self.isDisabled = isDisabled
        self.unbound = unbound ?? []
        self.printed = printed ?? []
        self.recalled = recalled ?? 0
        self.draft = draft ?? ""
        self.highlighted = highlighted
        self.size = size
        self.rows = rows
        self.hasDecided = hasDecided
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("draft", draft)
        writer.member("hasDecided", hasDecided)
        writer.member("header", header)
        writer.member("highlighted", highlighted)
        writer.member("isDisabled", isDisabled)
        writer.member("isPreviewHidden", isPreviewHidden)
        writer.member("keepsOrder", keepsOrder)
        writer.member("previewWraps", previewWraps)
        writer.member("printed", printed)
        writer.member("prompt", prompt)
        writer.member("recalled", recalled)
        writer.member("reload", reload)
        writer.member("rows", rows)
        writer.member("size", size)
        writer.member("unbound", unbound)
        writer.member("window", window)
        writer.endObject()
    }
}

extension RowChanges {
    init(from reader: inout JSONReader) throws(JSONError) {
        var tracks: Bool?
        var wraps: Bool?
        var most: Int?
        var uses: Int?
        var searched: String?
        var shown: String?
        var excluded: [Int]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "tracks" where tracks == nil: tracks = try reader.readIfPresent(Bool.self)
            case "wraps" where wraps == nil: wraps = try reader.readIfPresent(Bool.self)
            case "most" where most == nil: most = try reader.readIfPresent(Int.self)
            case "uses" where uses == nil: uses = try reader.readIfPresent(Int.self)
            case "searched" where searched == nil: searched = try reader.readIfPresent(String.self)
            case "shown" where shown == nil: shown = try reader.readIfPresent(String.self)
            case "excluded" where excluded == nil: excluded = try reader.readIfPresent([Int].self)
            default: try reader.skipValue()
            }
        }
        self.tracks = tracks
        self.wraps = wraps
        self.most = most
        self.uses = uses ?? 0
        self.searched = searched
        self.shown = shown
        self.excluded = excluded ?? []
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("excluded", excluded)
        writer.member("most", most)
        writer.member("searched", searched)
        writer.member("shown", shown)
        writer.member("tracks", tracks)
        writer.member("uses", uses)
        writer.member("wraps", wraps)
        writer.endObject()
    }
}
