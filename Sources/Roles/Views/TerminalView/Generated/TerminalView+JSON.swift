// Written by scripts/generate from the declarations of this target.

package import JSON
import ScreenModel
import ViewMessages

extension Choice.ID {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var name: String?
        var occurrence: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "kind" where kind == nil: kind = try reader.read(Kind.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "occurrence" where occurrence == nil: occurrence = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let kind else { throw .missing("kind", at: object) }
        guard let name else { throw .missing("name", at: object) }
        guard let occurrence else { throw .missing("occurrence", at: object) }
        self.kind = kind
        self.name = name
        self.occurrence = occurrence
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("name", name)
        writer.member("occurrence", occurrence)
        writer.endObject()
    }
}

extension JSONReadable where Self == Choice.ID {
    package init(kind: Choice.ID.Kind, name: String, occurrence: Int) {
        self.init(kind: kind, name: name, occurrence: occurrence)
    }
}

extension Choice.ID.Kind {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "row": self = .row
        case "button": self = .button
        case "link": self = .link
        case "field": self = .field
        case "submit": self = .submit
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .row: writer.literal("\"row\"")
        case .button: writer.literal("\"button\"")
        case .link: writer.literal("\"link\"")
        case .field: writer.literal("\"field\"")
        case .submit: writer.literal("\"submit\"")
        }
    }
}

extension Fold.ID {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var heading: String?
        var occurrence: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "heading" where heading == nil: heading = try reader.read(String.self)
            case "occurrence" where occurrence == nil: occurrence = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let heading else { throw .missing("heading", at: object) }
        guard let occurrence else { throw .missing("occurrence", at: object) }
        self.heading = heading
        self.occurrence = occurrence
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("heading", heading)
        writer.member("occurrence", occurrence)
        writer.endObject()
    }
}

extension JSONReadable where Self == Fold.ID {
    package init(heading: String, occurrence: Int) {
        self.init(heading: heading, occurrence: occurrence)
    }
}

extension History {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var texts: [String: [String]]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "texts" where texts == nil: texts = try reader.readIfPresent([String: [String]].self)
            default: try reader.skipValue()
            }
        }
        self.texts = texts ?? [:]
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("texts", texts)
        writer.endObject()
    }
}

extension InputFields.Memory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var texts: [String: TextField]?
        var focus: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "texts" where texts == nil: texts = try reader.read([String: TextField].self)
            case "focus" where focus == nil: focus = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let texts else { throw .missing("texts", at: object) }
        self.texts = texts
        self.focus = focus
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("focus", focus)
        writer.member("texts", texts)
        writer.endObject()
    }
}

extension LinearFilter {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var scene: String?
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read(String.self)
            case "text" where text == nil: text = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.scene = scene
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("scene", scene)
        writer.member("text", text)
        writer.endObject()
    }
}

extension LinearMemory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pending: [String]?
        var scenes: [String: ViewMemory.OfScene]?
        var awaitedSecret: String?
        var transcript: Transcript?
        var status: Int32?
        var typed: [UInt8]?
        var isOverlong: Bool?
        var lineNumber: Int?
        var input: Int?
        var output: Int?
        var lost: LostLine?
        var filter: LinearFilter?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pending" where pending == nil: pending = try reader.read([String].self)
            case "scenes" where scenes == nil: scenes = try reader.readIfPresent([String: ViewMemory.OfScene].self)
            case "awaitedSecret" where awaitedSecret == nil: awaitedSecret = try reader.readIfPresent(String.self)
            case "transcript" where transcript == nil: transcript = try reader.read(Transcript.self)
            case "status" where status == nil: status = try reader.read(Int32.self)
            case "typed" where typed == nil: typed = try reader.read([UInt8].self)
            case "isOverlong" where isOverlong == nil: isOverlong = try reader.read(Bool.self)
            case "lineNumber" where lineNumber == nil: lineNumber = try reader.read(Int.self)
            case "input" where input == nil: input = try reader.readIfPresent(Int.self)
            case "output" where output == nil: output = try reader.readIfPresent(Int.self)
            case "lost" where lost == nil: lost = try reader.readIfPresent(LostLine.self)
            case "filter" where filter == nil: filter = try reader.readIfPresent(LinearFilter.self)
            default: try reader.skipValue()
            }
        }
        guard let pending else { throw .missing("pending", at: object) }
        guard let transcript else { throw .missing("transcript", at: object) }
        guard let status else { throw .missing("status", at: object) }
        guard let typed else { throw .missing("typed", at: object) }
        guard let isOverlong else { throw .missing("isOverlong", at: object) }
        guard let lineNumber else { throw .missing("lineNumber", at: object) }
        self.pending = pending
        self.scenes = scenes ?? [:]
        self.awaitedSecret = awaitedSecret
        self.transcript = transcript
        self.status = status
        self.typed = typed
        self.isOverlong = isOverlong
        self.lineNumber = lineNumber
        self.input = input
        self.output = output
        self.lost = lost
        self.filter = filter
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("awaitedSecret", awaitedSecret)
        writer.member("filter", filter)
        writer.member("input", input)
        writer.member("isOverlong", isOverlong)
        writer.member("lineNumber", lineNumber)
        writer.member("lost", lost)
        writer.member("output", output)
        writer.member("pending", pending)
        writer.member("scenes", scenes)
        writer.member("status", status)
        writer.member("transcript", transcript)
        writer.member("typed", typed)
        writer.endObject()
    }
}

extension PaneSettings {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var columns: Int?
        var rows: Int?
        var isPreviewHidden: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "columns" where columns == nil: columns = try reader.readIfPresent(Int.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent(Int.self)
            case "isPreviewHidden" where isPreviewHidden == nil: isPreviewHidden = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.columns = columns
        self.rows = rows
        self.isPreviewHidden = isPreviewHidden ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("columns", columns)
        writer.member("isPreviewHidden", isPreviewHidden)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension PrintedPages {
    init(from reader: inout JSONReader) throws(JSONError) {
        var pages: [String: Page]?
        var scene: String?
        var seen: SeenLines?
        var isLive: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pages" where pages == nil: pages = try reader.readIfPresent([String: Page].self)
            case "scene" where scene == nil: scene = try reader.readIfPresent(String.self)
            case "seen" where seen == nil: seen = try reader.readIfPresent(SeenLines.self)
            case "isLive" where isLive == nil: isLive = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.pages = pages ?? [:]
        self.scene = scene
        self.seen = seen
        self.isLive = isLive ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isLive", isLive)
        writer.member("pages", pages)
        writer.member("scene", scene)
        writer.member("seen", seen)
        writer.endObject()
    }
}

extension PrintedPages.Page {
    init(from reader: inout JSONReader) throws(JSONError) {
        var head: UInt64?
        var body: UInt64?
        var lines: Int?
        var foot: UInt64?
        var keys: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "head" where head == nil: head = try reader.read(UInt64.self)
            case "body" where body == nil: body = try reader.read(UInt64.self)
            case "lines" where lines == nil: lines = try reader.read(Int.self)
            case "foot" where foot == nil: foot = try reader.read(UInt64.self)
            case "keys" where keys == nil: keys = try reader.readIfPresent(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let head else { throw .missing("head", at: object) }
        guard let body else { throw .missing("body", at: object) }
        guard let lines else { throw .missing("lines", at: object) }
        guard let foot else { throw .missing("foot", at: object) }
        self.head = head
        self.body = body
        self.lines = lines
        self.foot = foot
        self.keys = keys ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("body", body)
        writer.member("foot", foot)
        writer.member("head", head)
        writer.member("keys", keys)
        writer.member("lines", lines)
        writer.endObject()
    }
}

extension SeenLines {
    init(from reader: inout JSONReader) throws(JSONError) {
        var rows: LineDigests?
        var others: LineDigests?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read(LineDigests.self)
            case "others" where others == nil: others = try reader.read(LineDigests.self)
            default: try reader.skipValue()
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        guard let others else { throw .missing("others", at: object) }
        self.rows = rows
        self.others = others
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("others", others)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension TerminalDescription {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("colors", colors)
        writer.member("fullScreen", fullScreen)
        writer.member("links", links)
        writer.member("mouse", mouse)
        writer.member("pictures", pictures)
        writer.member("utf8", utf8)
        writer.endObject()
    }
}

extension TextField {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var before: String?
        var after: String?
        var isReplaced: Bool?
        var deleted: String?
        var hasJustDeleted: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "before" where before == nil: before = try reader.read(String.self)
            case "after" where after == nil: after = try reader.readIfPresent(String.self)
            case "isReplaced" where isReplaced == nil: isReplaced = try reader.readIfPresent(Bool.self)
            case "deleted" where deleted == nil: deleted = try reader.readIfPresent(String.self)
            case "hasJustDeleted" where hasJustDeleted == nil: hasJustDeleted = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let before else { throw .missing("before", at: object) }
        self.before = before
        self.after = after ?? ""
        self.isReplaced = isReplaced ?? false
        self.deleted = deleted ?? ""
        self.hasJustDeleted = hasJustDeleted ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("after", after)
        writer.member("before", before)
        writer.member("deleted", deleted)
        writer.member("hasJustDeleted", hasJustDeleted)
        writer.member("isReplaced", isReplaced)
        writer.endObject()
    }
}

extension Transcript {
    init(from reader: inout JSONReader) throws(JSONError) {
        var pages: PrintedPages?
        var isAnswerDue: Bool?
        var isPrompting: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pages" where pages == nil: pages = try reader.readIfPresent(PrintedPages.self)
            case "isAnswerDue" where isAnswerDue == nil: isAnswerDue = try reader.readIfPresent(Bool.self)
            case "isPrompting" where isPrompting == nil: isPrompting = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.pages = pages ?? PrintedPages()
        self.isAnswerDue = isAnswerDue ?? false
        self.isPrompting = isPrompting ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isAnswerDue", isAnswerDue)
        writer.member("isPrompting", isPrompting)
        writer.member("pages", pages)
        writer.endObject()
    }
}

extension ViewMemory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pending: [String]?
        var scenes: [String: OfScene]?
        var failure: Failure?
        var history: History?
        var lost: LostLine?
        var panes: PaneSettings?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pending" where pending == nil: pending = try reader.read([String].self)
            case "scenes" where scenes == nil: scenes = try reader.read([String: OfScene].self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(Failure.self)
            case "history" where history == nil: history = try reader.readIfPresent(History.self)
            case "lost" where lost == nil: lost = try reader.readIfPresent(LostLine.self)
            case "panes" where panes == nil: panes = try reader.readIfPresent(PaneSettings.self)
            default: try reader.skipValue()
            }
        }
        guard let pending else { throw .missing("pending", at: object) }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.pending = pending
        self.scenes = scenes
        self.failure = failure
        self.history = history ?? History()
        self.lost = lost
        self.panes = panes ?? PaneSettings()
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("failure", failure)
        writer.member("history", history)
        writer.member("lost", lost)
        writer.member("panes", panes)
        writer.member("pending", pending)
        writer.member("scenes", scenes)
        writer.endObject()
    }
}

extension ViewMemory.OfScene {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var viewport: Viewport?
        var fields: InputFields.Memory?
        var chosenButton: Int?
        var confirming: Confirming?
        var leaving: Leaving?
        var submitted: [String: String]?
        var seenNotice: String?
        var hasReportedEnd: Bool?
        var marks: [String]?
        var unfolded: [Fold.ID]?
        var previewTop: Int?
        var isPreviewOpen: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "viewport" where viewport == nil: viewport = try reader.read(Viewport.self)
            case "fields" where fields == nil: fields = try reader.read(InputFields.Memory.self)
            case "chosenButton" where chosenButton == nil: chosenButton = try reader.readIfPresent(Int.self)
            case "confirming" where confirming == nil: confirming = try reader.readIfPresent(Confirming.self)
            case "leaving" where leaving == nil: leaving = try reader.readIfPresent(Leaving.self)
            case "submitted" where submitted == nil: submitted = try reader.readIfPresent([String: String].self)
            case "seenNotice" where seenNotice == nil: seenNotice = try reader.readIfPresent(String.self)
            case "hasReportedEnd" where hasReportedEnd == nil: hasReportedEnd = try reader.read(Bool.self)
            case "marks" where marks == nil: marks = try reader.readIfPresent([String].self)
            case "unfolded" where unfolded == nil: unfolded = try reader.read([Fold.ID].self)
            case "previewTop" where previewTop == nil: previewTop = try reader.readIfPresent(Int.self)
            case "isPreviewOpen" where isPreviewOpen == nil: isPreviewOpen = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let viewport else { throw .missing("viewport", at: object) }
        guard let fields else { throw .missing("fields", at: object) }
        guard let hasReportedEnd else { throw .missing("hasReportedEnd", at: object) }
        guard let unfolded else { throw .missing("unfolded", at: object) }
        self.viewport = viewport
        self.fields = fields
        self.chosenButton = chosenButton
        self.confirming = confirming
        self.leaving = leaving
        self.submitted = submitted ?? [:]
        self.seenNotice = seenNotice
        self.hasReportedEnd = hasReportedEnd
        self.marks = marks ?? []
        self.unfolded = unfolded
        self.previewTop = previewTop ?? 0
        self.isPreviewOpen = isPreviewOpen ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("chosenButton", chosenButton)
        writer.member("confirming", confirming)
        writer.member("fields", fields)
        writer.member("hasReportedEnd", hasReportedEnd)
        writer.member("isPreviewOpen", isPreviewOpen)
        writer.member("leaving", leaving)
        writer.member("marks", marks)
        writer.member("previewTop", previewTop)
        writer.member("seenNotice", seenNotice)
        writer.member("submitted", submitted)
        writer.member("unfolded", unfolded)
        writer.member("viewport", viewport)
        writer.endObject()
    }
}

extension Viewport {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var top: Int?
        var selection: Choice.ID?
        var left: Int?
        var awaited: Int?
        var ordinal: Int?
        var row: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "top" where top == nil: top = try reader.readIfPresent(Int.self)
            case "selection" where selection == nil: selection = try reader.readIfPresent(Choice.ID.self)
            case "left" where left == nil: left = try reader.readIfPresent(Int.self)
            case "awaited" where awaited == nil: awaited = try reader.readIfPresent(Int.self)
            case "ordinal" where ordinal == nil: ordinal = try reader.readIfPresent(Int.self)
            case "row" where row == nil: row = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.top = top ?? 0
        self.selection = selection
        self.left = left ?? 0
        self.awaited = awaited
        self.ordinal = ordinal ?? 0
        self.row = row
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("awaited", awaited)
        writer.member("left", left)
        writer.member("ordinal", ordinal)
        writer.member("row", row)
        writer.member("selection", selection)
        writer.member("top", top)
        writer.endObject()
    }
}
