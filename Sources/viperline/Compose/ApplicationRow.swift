import Composition
import JSON
import SafeText

/// An application as `viperline apps` prints it.
struct ApplicationRow: JSONWritable {
    var name: String
    var title: String
    var description: String?
    var file: String
    /// `installed`, `own` or `folder`.
    var origin: String
    /// `composition`, or `script`.
    var kind: String
    /// Why it cannot be run.
    var mistake: String?
    /// The file of the application that is run by this name in its place.
    var namesake: String?

    init(_ entry: ApplicationList.Entry) {
        name = entry.name
        title = entry.title
        description = entry.description.isEmpty ? nil : entry.description
        file = entry.path
        origin = entry.origin.rawValue
        kind = entry.isScript ? "script" : "composition"
        mistake = entry.mistake
        namesake = entry.namesake
    }

    /// As JSON.
    var line: String {
        String(decoding: Output.isTerminal ? PrintableJSON.escaping(json) : json, as: UTF8.self) + "\n"
    }

    static func table(_ rows: [ApplicationRow]) -> String {
        let table = TextTable(
            header: ["NAME", "ORIGIN", "DESCRIPTION"], rows: rows.map { [$0.name, $0.origin, $0.remark] })
        return "\(table)"
    }

    /// What it does, or what keeps it from being run.
    private var remark: String {
        if let mistake { return "! \(mistake)" }
        let place = namesake.map { _ in "(run it by its path, \(file))" }
        return [description ?? "-", place].compactMap(\.self).joined(separator: " ")
    }
}
