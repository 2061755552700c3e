/// Which file `itunes`, or `compose/offline.yaml`, means.
struct FileLookup {
    let folders: Folders
    let files: FileSystem

    /// Where it was looked for, and a file that is there and has nearly that name.
    struct Failure: Error, CustomStringConvertible {
        let looked: [String]
        let similar: String?

        var description: String {
            let hint = similar.map { " (did you mean \"\($0)\"?)" } ?? ""
            return "not found\(hint); looked for \(looked.joined(separator: ", "))"
        }
    }

    /// The path to read. A path is taken as it is. A name, without a slash and without `.yaml`, is that of an installed
    /// application: a file in the working folder, which may be a stranger's, never takes its place.
    func path(of name: String) throws(Failure) -> String {
        guard Self.isShortName(name) else {
            if files.exists(name) { return name }
            let folder = name.contains("/") ? Folders.parent(of: name) : "."
            let similar = similarName(to: name.split(separator: "/").last.map(String.init) ?? name, in: [folder])
            throw Failure(
                looked: [name],
                similar: similar.map { folder == "." ? "\($0).yaml" : Folders.join(folder, "\($0).yaml") })
        }
        let candidates = installedFolders.map { Folders.join($0, "\(name).yaml") }
        if let path = candidates.first(where: files.exists) { return path }
        throw Failure(looked: candidates, similar: here(name) ?? similarName(to: name, in: installedFolders))
    }

    /// The path of a file of that name, where there is one in the working folder.
    private func here(_ name: String) -> String? {
        ["./\(name).yaml", "./compose/\(name).yaml"].first { files.exists(String($0.dropFirst(2))) }
    }

    /// Of what the folders hold; compared, and returned, without `.yaml`, which would make all names look alike.
    private func similarName(to name: String, in folders: [String]) -> String? {
        func stem(_ file: String) -> String { file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file }
        let names = folders.flatMap { files.names($0) }.filter { $0.hasSuffix(".yaml") }
        return Suggestion.nearest(to: stem(name), among: names.map(stem).sorted())
    }

    static func isShortName(_ name: String) -> Bool {
        !name.contains("/") && !name.hasSuffix(".yaml") && !name.hasSuffix(".yml")
    }

    /// The installation's, and those of the checkout that viperline was built in.
    private var installedFolders: [String] {
        var folders = ["\(Folders.parent(of: self.folders.executables))/share/viperline/compose"]
        var ancestor = self.folders.executables
        while ancestor != "/", ancestor != "." {
            if files.exists(Folders.join(ancestor, "Package.swift")) {
                folders.append(Folders.join(ancestor, "compose"))
            }
            ancestor = Folders.parent(of: ancestor)
        }
        return folders
    }
}
