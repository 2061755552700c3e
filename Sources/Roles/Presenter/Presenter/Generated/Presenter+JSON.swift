// Written by scripts/generate from the declarations of this target.

import Formatting
import InteractorMessages
import JSON
import RPCMessages
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
        var isMissing: Bool?
        var parts: [Part]?
        var sections: DetailSections?
        var picture: String?
        var image: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "item" where item == nil: item = try reader.readIfPresent(JSONItem.self)
            case "isMissing" where isMissing == nil: isMissing = try reader.readIfPresent(Bool.self)
            case "parts" where parts == nil: parts = try reader.readIfPresent([Part].self)
            case "sections" where sections == nil: sections = try reader.read(DetailSections.self)
            case "picture" where picture == nil: picture = try reader.readIfPresent(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let sections else { throw .missing("sections", at: object) }
        self.item = item
        self.isMissing = isMissing ?? false
        self.parts = parts ?? []
        self.sections = sections
        self.picture = picture
        self.image = image
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("isMissing", isMissing)
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
        var sorting: FilterChoices?
        var highlighted: String?
        var preview: [Part]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "term" where term == nil: term = try reader.readIfPresent(String.self)
            case "choices" where choices == nil: choices = try reader.read(FilterChoices.self)
            case "loaded" where loaded == nil: loaded = try reader.readIfPresent(LoadedRows.self)
            case "fresh" where fresh == nil: fresh = try reader.readIfPresent(FreshRows.self)
            case "sorting" where sorting == nil: sorting = try reader.readIfPresent(FilterChoices.self)
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
        self.sorting = sorting
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
        writer.member("sorting", sorting)
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

extension MCPAnnotations {
    init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var readOnlyHint: Bool?
        var destructiveHint: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "readOnlyHint" where readOnlyHint == nil: readOnlyHint = try reader.readIfPresent(Bool.self)
            case "destructiveHint" where destructiveHint == nil: destructiveHint = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.title = title
        self.readOnlyHint = readOnlyHint
        self.destructiveHint = destructiveHint
    }
}

extension MCPCall {
    init(from reader: inout JSONReader) throws(JSONError) {
        var number: Int?
        var entry: String?
        var title: String?
        var method: String?
        var params: JSONBytes?
        var values: [String: FieldValue]?
        var hasSecrets: Bool?
        var awaited: String?
        var progress: String?
        var result: JSONBytes?
        var failure: RPCFailure?
        var isSeen: Bool?
        var isForgotten: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "number" where number == nil: number = try reader.read(Int.self)
            case "entry" where entry == nil: entry = try reader.readIfPresent(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "method" where method == nil: method = try reader.read(String.self)
            case "params" where params == nil: params = try reader.readIfPresent(JSONBytes.self)
            case "values" where values == nil: values = try reader.readIfPresent([String: FieldValue].self)
            case "hasSecrets" where hasSecrets == nil: hasSecrets = try reader.readIfPresent(Bool.self)
            case "awaited" where awaited == nil: awaited = try reader.readIfPresent(String.self)
            case "progress" where progress == nil: progress = try reader.readIfPresent(String.self)
            case "result" where result == nil: result = try reader.readIfPresent(JSONBytes.self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(RPCFailure.self)
            case "isSeen" where isSeen == nil: isSeen = try reader.readIfPresent(Bool.self)
            case "isForgotten" where isForgotten == nil: isForgotten = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let number else { throw .missing("number", at: object) }
        guard let title else { throw .missing("title", at: object) }
        guard let method else { throw .missing("method", at: object) }
        self.number = number
        self.entry = entry
        self.title = title
        self.method = method
        self.params = params
        self.values = values
        self.hasSecrets = hasSecrets ?? false
        self.awaited = awaited
        self.progress = progress
        self.result = result
        self.failure = failure
        self.isSeen = isSeen ?? false
        self.isForgotten = isForgotten ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("awaited", awaited)
        writer.member("entry", entry)
        writer.member("failure", failure)
        writer.member("hasSecrets", hasSecrets)
        writer.member("isForgotten", isForgotten)
        writer.member("isSeen", isSeen)
        writer.member("method", method)
        writer.member("number", number)
        writer.member("params", params)
        writer.member("progress", progress)
        writer.member("result", result)
        writer.member("title", title)
        writer.member("values", values)
        writer.endObject()
    }
}

extension MCPCallTarget {
    init(from reader: inout JSONReader) throws(JSONError) {
        var uri: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "uri" where uri == nil: uri = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let uri else { throw .missing("uri", at: object) }
        self.uri = uri
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uri", uri)
        writer.endObject()
    }
}

extension MCPCatalogue {
    init(from reader: inout JSONReader) throws(JSONError) {
        var entries: [MCPEntry]?
        var pending: [String]?
        var pages: [String: Int]?
        var cursors: [String: String]?
        var failures: [String: RPCFailure]?
        var omitted: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "entries" where entries == nil: entries = try reader.readIfPresent([MCPEntry].self)
            case "pending" where pending == nil: pending = try reader.readIfPresent([String].self)
            case "pages" where pages == nil: pages = try reader.readIfPresent([String: Int].self)
            case "cursors" where cursors == nil: cursors = try reader.readIfPresent([String: String].self)
            case "failures" where failures == nil: failures = try reader.readIfPresent([String: RPCFailure].self)
            case "omitted" where omitted == nil: omitted = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.entries = entries ?? []
        self.pending = pending ?? []
        self.pages = pages ?? [:]
        self.cursors = cursors ?? [:]
        self.failures = failures ?? [:]
        self.omitted = omitted ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursors", cursors)
        writer.member("entries", entries)
        writer.member("failures", failures)
        writer.member("omitted", omitted)
        writer.member("pages", pages)
        writer.member("pending", pending)
        writer.endObject()
    }
}

extension MCPCursor {
    init(from reader: inout JSONReader) throws(JSONError) {
        var nextCursor: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "nextCursor" where nextCursor == nil: nextCursor = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.nextCursor = nextCursor
    }
}

extension MCPCursor.Parameters {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.endObject()
    }
}

extension MCPEntry {
    init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var name: String?
        var title: String?
        var detail: String?
        var schema: JSONBytes?
        var isDestructive: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "kind" where kind == nil: kind = try reader.read(Kind.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "detail" where detail == nil: detail = try reader.read(String.self)
            case "schema" where schema == nil: schema = try reader.readIfPresent(JSONBytes.self)
            case "isDestructive" where isDestructive == nil: isDestructive = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let kind else { throw .missing("kind", at: object) }
        guard let name else { throw .missing("name", at: object) }
        guard let title else { throw .missing("title", at: object) }
        guard let detail else { throw .missing("detail", at: object) }
        self.kind = kind
        self.name = name
        self.title = title
        self.detail = detail
        self.schema = schema
        self.isDestructive = isDestructive ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("detail", detail)
        writer.member("isDestructive", isDestructive)
        writer.member("kind", kind)
        writer.member("name", name)
        writer.member("schema", schema)
        writer.member("title", title)
        writer.endObject()
    }
}

extension MCPEntry.Kind {
    init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "tool": self = .tool
        case "resource": self = .resource
        case "template": self = .template
        case "prompt": self = .prompt
        default: throw .unknown(text, at: start)
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .tool: writer.literal("\"tool\"")
        case .resource: writer.literal("\"resource\"")
        case .template: writer.literal("\"template\"")
        case .prompt: writer.literal("\"prompt\"")
        }
    }
}

extension MCPEntry.Listed {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var uri: String?
        var uriTemplate: String?
        var title: String?
        var description: String?
        var inputSchema: JSONBytes?
        var arguments: JSONBytes?
        var annotations: MCPAnnotations?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.readIfPresent(String.self)
            case "uri" where uri == nil: uri = try reader.readIfPresent(String.self)
            case "uriTemplate" where uriTemplate == nil: uriTemplate = try reader.readIfPresent(String.self)
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "inputSchema" where inputSchema == nil: inputSchema = try reader.readIfPresent(JSONBytes.self)
            case "arguments" where arguments == nil: arguments = try reader.readIfPresent(JSONBytes.self)
            case "annotations" where annotations == nil: annotations = try reader.readIfPresent(MCPAnnotations.self)
            default: try reader.skipValue()
            }
        }
        self.name = name
        self.uri = uri
        self.uriTemplate = uriTemplate
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.arguments = arguments
        self.annotations = annotations
    }
}

extension MCPHistory {
    init(from reader: inout JSONReader) throws(JSONError) {
        var calls: [MCPCall]?
        var count: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "calls" where calls == nil: calls = try reader.readIfPresent([MCPCall].self)
            case "count" where count == nil: count = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.calls = calls ?? []
        self.count = count ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("calls", calls)
        writer.member("count", count)
        writer.endObject()
    }
}

extension MCPNotification.Report {
    init(from reader: inout JSONReader) throws(JSONError) {
        var progress: JSONBytes?
        var total: JSONBytes?
        var message: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "progress" where progress == nil: progress = try reader.read(JSONBytes.self)
            case "total" where total == nil: total = try reader.readIfPresent(JSONBytes.self)
            case "message" where message == nil: message = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let progress else { throw .missing("progress", at: object) }
        self.progress = progress
        self.total = total
        self.message = message
    }
}

extension MCPPresenter.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var server: MCPServer?
        var catalogue: MCPCatalogue?
        var history: MCPHistory?
        var scenes: [MCPScene]?
        var reloads: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "server" where server == nil: server = try reader.read(MCPServer.self)
            case "catalogue" where catalogue == nil: catalogue = try reader.read(MCPCatalogue.self)
            case "history" where history == nil: history = try reader.read(MCPHistory.self)
            case "scenes" where scenes == nil: scenes = try reader.readIfPresent([MCPScene].self)
            case "reloads" where reloads == nil: reloads = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let server else { throw .missing("server", at: object) }
        guard let catalogue else { throw .missing("catalogue", at: object) }
        guard let history else { throw .missing("history", at: object) }
        self.server = server
        self.catalogue = catalogue
        self.history = history
        self.scenes = scenes ?? []
        self.reloads = reloads ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("catalogue", catalogue)
        writer.member("history", history)
        writer.member("reloads", reloads)
        writer.member("scenes", scenes)
        writer.member("server", server)
        writer.endObject()
    }
}

extension MCPPromptArgument {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var title: String?
        var description: String?
        var required: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "required" where required == nil: required = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        self.name = name
        self.title = title
        self.description = description
        self.required = required
    }
}

extension MCPResult.Content {
    init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var text: String?
        var data: String?
        var blob: String?
        var mimeType: String?
        var uri: String?
        var name: String?
        var title: String?
        var description: String?
        var resource: JSONBytes?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "type" where type == nil: type = try reader.readIfPresent(String.self)
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            case "data" where data == nil: data = try reader.readIfPresent(String.self)
            case "blob" where blob == nil: blob = try reader.readIfPresent(String.self)
            case "mimeType" where mimeType == nil: mimeType = try reader.readIfPresent(String.self)
            case "uri" where uri == nil: uri = try reader.readIfPresent(String.self)
            case "name" where name == nil: name = try reader.readIfPresent(String.self)
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "resource" where resource == nil: resource = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        self.type = type
        self.text = text
        self.data = data
        self.blob = blob
        self.mimeType = mimeType
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.resource = resource
    }
}

extension MCPResult.Members {
    init(from reader: inout JSONReader) throws(JSONError) {
        var content: [JSONBytes]?
        var contents: [JSONBytes]?
        var messages: [JSONBytes]?
        var structuredContent: JSONBytes?
        var description: String?
        var isError: Bool?
        var resultType: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "content" where content == nil: content = try reader.readIfPresent([JSONBytes].self)
            case "contents" where contents == nil: contents = try reader.readIfPresent([JSONBytes].self)
            case "messages" where messages == nil: messages = try reader.readIfPresent([JSONBytes].self)
            case "structuredContent" where structuredContent == nil:
                structuredContent = try reader.readIfPresent(JSONBytes.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "isError" where isError == nil: isError = try reader.readIfPresent(Bool.self)
            case "resultType" where resultType == nil: resultType = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.content = content
        self.contents = contents
        self.messages = messages
        self.structuredContent = structuredContent
        self.description = description
        self.isError = isError
        self.resultType = resultType
    }
}

extension MCPResult.Message {
    init(from reader: inout JSONReader) throws(JSONError) {
        var role: String?
        var content: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "role" where role == nil: role = try reader.readIfPresent(String.self)
            case "content" where content == nil: content = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let content else { throw .missing("content", at: object) }
        self.role = role
        self.content = content
    }
}

extension MCPScene {
    init(from reader: inout JSONReader) throws(JSONError) {
        var scene: Scene?
        var newest: String?
        var isLeaving: Bool?
        var values: [String: FieldValue]?
        var mistakes: [String: String]?
        var alert: AlertText?
        var isTooLong: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read(Scene.self)
            case "newest" where newest == nil: newest = try reader.read(String.self)
            case "isLeaving" where isLeaving == nil: isLeaving = try reader.readIfPresent(Bool.self)
            case "values" where values == nil: values = try reader.readIfPresent([String: FieldValue].self)
            case "mistakes" where mistakes == nil: mistakes = try reader.readIfPresent([String: String].self)
            case "alert" where alert == nil: alert = try reader.readIfPresent(AlertText.self)
            case "isTooLong" where isTooLong == nil: isTooLong = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let newest else { throw .missing("newest", at: object) }
        self.scene = scene
        self.newest = newest
        self.isLeaving = isLeaving ?? false
        self.values = values
        self.mistakes = mistakes ?? [:]
        self.alert = alert
        self.isTooLong = isTooLong ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alert", alert)
        writer.member("isLeaving", isLeaving)
        writer.member("isTooLong", isTooLong)
        writer.member("mistakes", mistakes)
        writer.member("newest", newest)
        writer.member("scene", scene)
        writer.member("values", values)
        writer.endObject()
    }
}

extension MCPSchema {
    init(from reader: inout JSONReader) throws(JSONError) {
        var type: JSONBytes?
        var title: String?
        var description: String?
        var format: String?
        var writeOnly: Bool?
        var enumValues: [JSONBytes]?
        var constValue: JSONBytes?
        var defaultValue: JSONBytes?
        var minimum: Double?
        var maximum: Double?
        var maxLength: Int?
        var items: JSONBytes?
        var anyOf: [JSONBytes]?
        var oneOf: [JSONBytes]?
        var allOf: JSONBytes?
        var properties: JSONBytes?
        var additionalProperties: JSONBytes?
        var reference: String?
        var isNullable: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "type" where type == nil: type = try reader.readIfPresent(JSONBytes.self)
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "format" where format == nil: format = try reader.readIfPresent(String.self)
            case "writeOnly" where writeOnly == nil: writeOnly = try reader.readIfPresent(Bool.self)
            case "enum" where enumValues == nil: enumValues = try reader.readIfPresent([JSONBytes].self)
            case "const" where constValue == nil: constValue = try reader.readIfPresent(JSONBytes.self)
            case "default" where defaultValue == nil: defaultValue = try reader.readIfPresent(JSONBytes.self)
            case "minimum" where minimum == nil: minimum = try reader.readIfPresent(Double.self)
            case "maximum" where maximum == nil: maximum = try reader.readIfPresent(Double.self)
            case "maxLength" where maxLength == nil: maxLength = try reader.readIfPresent(Int.self)
            case "items" where items == nil: items = try reader.readIfPresent(JSONBytes.self)
            case "anyOf" where anyOf == nil: anyOf = try reader.readIfPresent([JSONBytes].self)
            case "oneOf" where oneOf == nil: oneOf = try reader.readIfPresent([JSONBytes].self)
            case "allOf" where allOf == nil: allOf = try reader.readIfPresent(JSONBytes.self)
            case "properties" where properties == nil: properties = try reader.readIfPresent(JSONBytes.self)
            case "additionalProperties" where additionalProperties == nil:
                additionalProperties = try reader.readIfPresent(JSONBytes.self)
            case "$ref" where reference == nil: reference = try reader.readIfPresent(String.self)
            case "isNullable" where isNullable == nil: isNullable = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.type = type
        self.title = title
        self.description = description
        self.format = format
        self.writeOnly = writeOnly
        self.enumValues = enumValues
        self.constValue = constValue
        self.defaultValue = defaultValue
        self.minimum = minimum
        self.maximum = maximum
        self.maxLength = maxLength
        self.items = items
        self.anyOf = anyOf
        self.oneOf = oneOf
        self.allOf = allOf
        self.properties = properties
        self.additionalProperties = additionalProperties
        self.reference = reference
        self.isNullable = isNullable ?? false
    }
}

extension MCPServer {
    init(from reader: inout JSONReader) throws(JSONError) {
        var ready: RPCServerOutput.Ready?
        var lists: [String]?
        var ended: String?
        var notice: ScreenNotice?
        var starts: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "ready" where ready == nil: ready = try reader.readIfPresent(RPCServerOutput.Ready.self)
            case "lists" where lists == nil: lists = try reader.readIfPresent([String].self)
            case "ended" where ended == nil: ended = try reader.readIfPresent(String.self)
            case "notice" where notice == nil: notice = try reader.readIfPresent(ScreenNotice.self)
            case "starts" where starts == nil: starts = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.ready = ready
        self.lists = lists ?? []
        self.ended = ended
        self.notice = notice
        self.starts = starts ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ended", ended)
        writer.member("lists", lists)
        writer.member("notice", notice)
        writer.member("ready", ready)
        writer.member("starts", starts)
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
