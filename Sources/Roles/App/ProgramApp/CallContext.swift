import JSON
import ViewMessages

/// The data of a call besides its arguments: its reason, and the user's screen.
struct CallContext: Equatable, Sendable {
    enum Reason: String, Sendable {
        case start, search, select, press, submit, sort, refresh, highlight
        /// The user has come back to the screen, and something may have changed meanwhile.
        case comeback = "return"

        /// The reason of a call for a user action.
        init(verb: String?) { self = verb.flatMap(Reason.init(rawValue:)) ?? .start }
    }

    var reason = Reason.start
    var scene = ""
    /// The text that was searched.
    var query = ""
    var sort: ViewOutput.DidSort?
    /// The rows that the call is about: opened, marked, or those of the screen on which the user acts.
    var rows: [String] = []

    /// A longer variable is left out: a process takes at most 128 KiB in one.
    static let longestVariable = 64 << 10

    var variables: [String: String] {
        var variables = ["VIPERLINE_REASON": reason.rawValue, "VIPERLINE_SCENE": scene, "VIPERLINE_QUERY": query]
        if let sort {
            variables["VIPERLINE_SORT"] = sort.column
            variables["VIPERLINE_SORT_ORDER"] = Self.order(sort)
        }
        if let row = rows.first {
            variables["VIPERLINE_ROW"] = row
            variables["VIPERLINE_ROWS"] = String(decoding: rows.json, as: UTF8.self)
        }
        return variables.filter { $0.value.utf8.count <= Self.longestVariable && !$0.value.utf8.contains(0) }
    }

    /// The program's input if it asks for the context: the context, and the members of a submitted form.
    /// - Parameter form: an object; nil for other calls.
    func input(with form: [UInt8]?) -> [UInt8] {
        let context = JSONWriter.write { writer in
            writer.beginObject()
            writer.member("context", self)
            writer.endObject()
        }
        guard let form, form.count > 3 else { return context + [0x0A] }
        return context.dropLast() + [UInt8(ascii: ",")] + form.dropFirst()
    }

    private static func order(_ sort: ViewOutput.DidSort) -> String { sort.isDescending ? "descending" : "ascending" }
}

extension CallContext: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("query", query)
        writer.member("reason", reason.rawValue)
        if let row = rows.first {
            writer.member("row", row)
            writer.member("rows", rows)
        }
        writer.member("scene", scene)
        if let sort {
            writer.member("sort", sort.column)
            writer.member("sortOrder", Self.order(sort))
        }
        writer.endObject()
    }
}
