import JSON
import Wire

/// The snapshot of a view together with the role in its process.
struct HostedMemory: JSONWritable {
    /// The view's own; nil before it has told any.
    var view: [UInt8]?
    /// The role's own; nil if it has none.
    var role: [UInt8]?
    /// What the person did, if the role may not have acted on it.
    var action: Event?
    /// The id of the last thing that the person did and the role acted on.
    var answered: String?
    /// What the role has told the view, if the view may not have taken it, and no state of the role tells it again.
    var report: Event?

    init(view: [UInt8]?, role: [UInt8]?, action: Event?, answered: String?, report: Event?) {
        self.view = view
        self.role = role
        self.action = action
        self.answered = answered
        self.report = report
    }

    /// - Parameter event: tells the state.
    init(_ event: Event) {
        func member(_ name: String) -> [UInt8]? {
            JSONSlices.member(name, of: event.data.span).map { Array(event.data[$0]) }
        }
        view = member("view")
        role = member("role")
        action = member("action").flatMap { try? Event(line: $0.span) }
        answered = member("answered").flatMap { Self.text($0) }
        report = member("report").flatMap { try? Event(line: $0.span) }
    }

    private static func text(_ json: [UInt8]) -> String? {
        try? JSONReader.read(json.span) { reader throws(JSONError) in try reader.read(String.self) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let action {
            writer.key("action")
            writer.json(Array(action.line.dropLast()))
        }
        if let answered {
            writer.member("answered", answered)
        }
        if let report {
            writer.key("report")
            writer.json(Array(report.line.dropLast()))
        }
        if let role {
            writer.key("role")
            writer.json(role)
        }
        if let view {
            writer.key("view")
            writer.json(view)
        }
        writer.endObject()
    }
}
