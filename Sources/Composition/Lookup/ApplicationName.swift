/// The name of an application whose file gives it none.
package enum ApplicationName {
    /// The files that stand for their folder, as in Compose; the first one that is there counts.
    static let folderFiles = ["compose.yaml", "compose.yml"]

    /// `itunes` of `compose/itunes.yaml`, and `launches` of `launches/compose.yaml`.
    /// - Parameter folder: the working folder.
    package static func ofFile(_ path: String, in folder: String) -> String {
        let path = Folders.absolute(path, in: folder)
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        guard folderFiles.contains(file) else { return stem(file) }
        // A path such as `./x/../compose.yaml` keeps its detours; a name needs none.
        let words = Folders.parent(of: path).split(separator: "/").filter { $0 != "." && $0 != ".." }
        return stem(words.last.map(String.init) ?? "")
    }

    /// What a name cannot have becomes "-".
    private static func stem(_ file: String) -> String {
        let stem = file.split(separator: ".").first ?? "session"
        return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" })
    }
}
