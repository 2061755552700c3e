import Platform
import Spelling

/// Finds the file that `itunes`, `patterns/mvc`, `compose/offline.yaml` or the folder `.` names.
struct FileLookup {
    let folders: Folders
    let files: FileSystem

    enum Failure: Error {
        /// The file does not exist; `similar` is an existing file with a similar spelling.
        case notFound(looked: [String], similar: String?)
        /// A folder without `compose.yaml`.
        case emptyFolder
        /// The text is neither a path nor a name: it has `..` or an empty word in it.
        case notAName
        /// Another file names the file, which is not in its folder.
        case outside
        /// Another file names a device or a pipe, which could make the session wait for ever.
        case notRegular
        /// Another file names a link that leads elsewhere.
        case linked(BoundPath)
    }

    /// The path to read. What begins with `./`, `../` or `/`, or ends in `.yaml`, `.yml` or `/`, is a path; that of a folder
    /// means its `compose.yaml`. Anything else is the name of an application, perhaps with a folder: an installed one, or else
    /// one of the user's own. A file in the working folder, whose author may be untrusted, never replaces it.
    func path(of name: String) throws(Failure) -> String {
        guard !Self.isShortName(name) else { return try application(name, isTyped: true) }
        if files.isFolder(Folders.absolute(name, in: folders.working)) { return try fileOfFolder(name) }
        guard files.exists(name) else { throw notFound(name) }
        return name
    }

    /// The path of a file that another file names: one in that file's folder or below it, or an installed application.
    /// The author of the naming file may be untrusted, so the lookup reads nothing else for it.
    func path(of name: String, beside file: String) throws(Failure) -> String {
        guard !Self.isShortName(name) else { return try application(name, isTyped: false) }
        let parts = name.split(separator: "/").filter { $0 != "." }
        guard !name.hasPrefix("/"), !parts.isEmpty, !parts.contains("..") else { throw .outside }
        let folder = file.contains("/") ? Folders.parent(of: file) : ""
        let path = folder.isEmpty ? parts.joined(separator: "/") : Folders.join(folder, parts.joined(separator: "/"))
        return path
    }

    /// Checks such a path, for the error's place. Reading the file checks again, in one step with opening it.
    func check(_ bound: BoundPath) throws(Failure) {
        switch files.kindOfBound(bound) {
        case .success(.regular): return
        case .success: throw .notRegular
        case .failure(.outside): throw .linked(bound)
        case .failure(.notFound): throw notFound(bound.path)
        // The reader of the file reports why.
        case .failure: return
        }
    }

    /// Checks a path of an installed file.
    func check(_ path: String) throws(Failure) {
        guard files.exists(path) else { throw notFound(path) }
        guard files.isRegularFile(path) else { throw .notRegular }
    }

    private func fileOfFolder(_ folder: String) throws(Failure) -> String {
        let candidates = ApplicationName.folderFiles.map { Folders.join(folder, $0) }
        guard let path = candidates.first(where: files.exists) else { throw .emptyFolder }
        return path
    }

    /// - Parameter isTyped: whether the user has typed the name; files know the installed applications only.
    private func application(_ name: String, isTyped: Bool) throws(Failure) -> String {
        var words = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard words.allSatisfy({ !["", ".", ".."].contains($0) }), let last = words.popLast() else { throw .notAName }
        let applications = ApplicationFolders(folders: folders, files: files)
        let places = applications.installed + (isTyped ? applications.own : [])
        let candidates = places.map { ApplicationFolders.candidates(for: name, in: $0) }
        if let path = candidates.joined().first(where: files.exists) { return path }
        let similar = similarName(to: last, in: places.map { words.reduce($0, Folders.join) })
            .map { (words + [$0]).joined(separator: "/") }
        throw .notFound(looked: candidates.compactMap(\.first), similar: here(name) ?? similar)
    }

    private func notFound(_ path: String) -> Failure {
        let folder = path.contains("/") ? Folders.parent(of: path) : "."
        let similar = similarName(to: path.split(separator: "/").last.map(String.init) ?? path, in: [folder])
        return .notFound(
            looked: [path],
            similar: similar.map { folder == "." ? "\($0).yaml" : Folders.join(folder, "\($0).yaml") })
    }

    /// The path of a file of that name in the working folder, as the user could have meant it.
    private func here(_ name: String) -> String? {
        let paths = ["\(name).yaml", "\(name).yml", "compose/\(name).yaml"]
        if let path = paths.first(where: files.exists) { return "./\(path)" }
        let isFolder = ApplicationName.folderFiles.contains { files.exists("\(name)/\($0)") }
        return isFolder || files.isRegularFile(name) ? "./\(name)" : nil
    }

    /// The name of a file in the folders, compared and returned without `.yaml`, which would make all names similar.
    private func similarName(to name: String, in folders: [String]) -> String? {
        func stem(_ file: String) -> String { file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file }
        let names = folders.flatMap { files.names($0) }.filter { $0.hasSuffix(".yaml") }
        return Suggestion.nearest(to: stem(name), among: names.map(stem).sorted())
    }

    static func isShortName(_ name: String) -> Bool {
        ![".", ".."].contains(name) && !["./", "../", "/"].contains(where: name.hasPrefix)
            && ![".yaml", ".yml", "/"].contains(where: name.hasSuffix)
    }
}

extension FileLookup.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .notFound(let looked, let similar):
            let hint = similar.map { " (did you mean \"\($0)\"?)" } ?? ""
            return "not found\(hint); looked for \(looked.joined(separator: ", "))"
        case .emptyFolder: return "a folder without \(ApplicationName.folderFiles[0])"
        case .notAName:
            return "is neither the name of an application nor a path; a path begins with ./ or / or ends in .yaml"
        case .outside: return "is outside the folder of this file; name a file in it, or an installed application"
        case .notRegular: return "is not a regular file"
        case .linked(let bound): return bound.leadsOut
        }
    }
}
