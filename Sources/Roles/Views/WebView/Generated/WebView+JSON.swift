// Written by scripts/generate from the declarations of this target.

package import JSON
import RouterMessages
package import ScreenModel
import ViewMessages

extension WebMemory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pending: [String]?
        var scenes: [String: WebScene.Memory]?
        var failure: Failure?
        var lost: LostLine?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pending" where pending == nil: pending = try reader.read([String].self)
            case "scenes" where scenes == nil: scenes = try reader.read([String: WebScene.Memory].self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(Failure.self)
            case "lost" where lost == nil: lost = try reader.readIfPresent(LostLine.self)
            default: try reader.skipValue()
            }
        }
        guard let pending else { throw .missing("pending", at: object) }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.pending = pending
        self.scenes = scenes
        self.failure = failure
        self.lost = lost
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("failure", failure)
        writer.member("lost", lost)
        writer.member("pending", pending)
        writer.member("scenes", scenes)
        writer.endObject()
    }
}

extension JSONReadable where Self == WebMemory {
    package init(pending: [String], scenes: [String: WebScene.Memory], failure: Failure? = nil, lost: LostLine? = nil) {
        self.init(pending: pending, scenes: scenes, failure: failure, lost: lost)
    }
}

extension WebScene.Memory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var marks: [String]?
        var entries: [String: String]?
        var confirming: Confirming?
        var leaving: Leaving?
        var submitted: [String: String]?
        var seenNotice: String?
        var hasReportedEnd: Bool?
        var filter: String?
        var focus: String?
        var arrivals: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "marks" where marks == nil: marks = try reader.readIfPresent([String].self)
            case "entries" where entries == nil: entries = try reader.readIfPresent([String: String].self)
            case "confirming" where confirming == nil: confirming = try reader.readIfPresent(Confirming.self)
            case "leaving" where leaving == nil: leaving = try reader.readIfPresent(Leaving.self)
            case "submitted" where submitted == nil: submitted = try reader.readIfPresent([String: String].self)
            case "seenNotice" where seenNotice == nil: seenNotice = try reader.readIfPresent(String.self)
            case "hasReportedEnd" where hasReportedEnd == nil: hasReportedEnd = try reader.readIfPresent(Bool.self)
            case "filter" where filter == nil: filter = try reader.readIfPresent(String.self)
            case "focus" where focus == nil: focus = try reader.readIfPresent(String.self)
            case "arrivals" where arrivals == nil: arrivals = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        self.marks = marks ?? []
        self.entries = entries ?? [:]
        self.confirming = confirming
        self.leaving = leaving
        self.submitted = submitted ?? [:]
        self.seenNotice = seenNotice
        self.hasReportedEnd = hasReportedEnd ?? false
        self.filter = filter ?? ""
        self.focus = focus
        self.arrivals = arrivals ?? 0
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("arrivals", arrivals)
        writer.member("confirming", confirming)
        writer.member("entries", entries)
        writer.member("filter", filter)
        writer.member("focus", focus)
        writer.member("hasReportedEnd", hasReportedEnd)
        writer.member("leaving", leaving)
        writer.member("marks", marks)
        writer.member("seenNotice", seenNotice)
        writer.member("submitted", submitted)
        writer.endObject()
    }
}
