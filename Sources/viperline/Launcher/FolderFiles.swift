import Composition
import JSON
import Platform
import Processes
import SafeText

/// The compose files of the working folder, by name: what is in them is not looked at before the person agrees, but for a digest.
struct FolderFiles: Equatable {
    static let yes = "yes"
    private static let no = "no"
    /// Named in a question.
    private static let mostNamed = 5

    let path: String
    /// Sorted.
    let names: [String]
    /// Changes when one of the files does.
    let state: Int

    /// Nil where there are none.
    static var here: FolderFiles? {
        guard let path = WorkingFolder.path else { return nil }
        let names = FileSystem.local.names(path)
            .filter { ($0.hasSuffix(".yaml") || $0 == "compose.yml") && !$0.hasPrefix(".") }.sorted()
        guard !names.isEmpty else { return nil }
        var hasher = Hasher()
        for name in names { combine("\(path)/\(name)", into: &hasher) }
        return FolderFiles(path: path, names: names, state: hasher.finalize())
    }

    /// The size and the times tell of a change: whoever sets them back could as well write where the person has agreed already.
    private static func combine(_ path: String, into hasher: inout Hasher) {
        var status = stat()
        hasher.combine(path)
        guard stat(path, &status) == 0 else { return }
        hasher.combine(status.st_ino)
        hasher.combine(status.st_size)
        hasher.combine(status.st_ctim.tv_sec)
        hasher.combine(status.st_ctim.tv_nsec)
    }

    /// `/home/ada/clone: compose.yaml, x.yaml and 3 more`.
    var summary: String {
        let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
        return "\(path): \(names.prefix(Self.mostNamed).joined(separator: ", "))\(more)".printable
    }

    /// A screen that asks.
    var question: [UInt8] {
        ScreenRows(
            title: "List the applications of this folder?",
            rows: [
                ScreenRow(id: Self.no, title: "No", subtitle: summary),
                ScreenRow(
                    id: Self.yes, title: "Yes", subtitle: "They run commands. Say yes if you trust whoever wrote them."),
            ]
        ).json
    }
}

/// The folders whose applications the person wants to see, while the launcher runs.
struct FolderConsent {
    private var given: [FolderFiles] = []

    func covers(_ files: FolderFiles) -> Bool { given.contains(files) }
    mutating func give(to files: FolderFiles) { given.append(files) }
}
