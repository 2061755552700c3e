import Composition
import JSON
import SafeText

/// The applications as rows of a screen.
struct LauncherRows {
    private let entries: [ApplicationList.Entry]
    /// The working folder, if the person is still to be asked about it.
    private let folder: FolderFiles?
    private let here: String

    /// - Parameter here: the id of the row that asks.
    init(_ list: ApplicationList, asking folder: FolderFiles?, here: String) {
        entries = list.entries
        self.folder = folder
        self.here = here
    }

    func entry(_ id: String) -> ApplicationList.Entry? { entries.first { Self.id(of: $0) == id } }

    /// A name may be there twice, a path is not.
    private static func id(of entry: ApplicationList.Entry) -> String { "\(entry.origin):\(entry.path)" }

    /// `{"title":…,"rows":[{"id":…,"title":…,"subtitle":…,"accessory":…}],"selected":…}`
    func json(selecting id: String?) -> [UInt8] {
        var rows = entries.map { entry in
            ScreenRow(
                id: Self.id(of: entry), title: entry.name.printable, subtitle: Self.remark(on: entry),
                accessory: entry.origin == .installed ? nil : entry.origin == .own ? "yours" : "this folder",
                tone: entry.mistake == nil ? nil : "danger")
        }
        if let folder {
            rows.append(
                ScreenRow(
                    id: here, title: "This folder…", subtitle: folder.summary, accessory: nil, tone: nil))
        }
        return ScreenRows(title: "Applications", rows: rows, selected: id).json
    }

    private static func remark(on entry: ApplicationList.Entry) -> String? {
        if let mistake = entry.mistake { return mistake.printable }
        if entry.namesake != nil { return "\(entry.description) – \(entry.path)".printable }
        return entry.description.isEmpty ? nil : entry.description
    }
}

/// A screen of rows, as `viperline app` takes it.
struct ScreenRows: JSONWritable {
    var title: String
    var rows: [ScreenRow]
    var selected: String?
}

struct ScreenRow: JSONWritable {
    var id: String
    var title: String
    var subtitle: String?
    var accessory: String?
    var tone: String?
}
