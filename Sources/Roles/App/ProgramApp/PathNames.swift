import Platform

/// The names that continue a path which the user types in a field, for a program that suggests none of its own.
///
/// The role lists folders, not the view: it runs where the program runs, as the same user. With a page, the user may be someone
/// else, so nothing outside of the role's own folder is listed.
package struct PathNames: Sendable {
    /// The folder `~`; nil if there is none.
    private let home: String?
    /// The folder outside of which nothing is listed; nil for the whole machine.
    private let confinement: String?

    /// Names that are looked at in a folder, which may have any number.
    private static let mostVisited = 20_000
    /// Time for one folder, however slow its disk is.
    private static let mostTime = Duration.milliseconds(50)
    private static let most = 100
    /// Bytes of a path (PATH_MAX).
    private static let longestPath = 4096

    /// - Parameter folder: only what is in it may be listed; nil for the whole machine.
    package init(home: String?, within folder: String? = nil) {
        self.home = home
        confinement = folder.map { resolvedPath($0) ?? "" }
    }

    /// - Parameter text: the text of the field: `src/ma`.
    /// - Returns: whole texts for the field, folders with a `/` at the end, in their order. Hidden names only if the text begins one.
    package func continuing(_ text: String) -> [String] {
        guard text.utf8.count <= Self.longestPath, !text.utf8.contains(0) else { return [] }
        if text == "~" { return home == nil || confinement != nil ? [] : ["~/"] }
        let parent = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
        let beginning = text.dropFirst(parent.count)
        guard let folder = folder(parent) else { return [] }
        return names(in: folder, beginningWith: beginning).map { name in
            parent + name + (Self.isFolder("\(folder)/\(name)") ? "/" : "")
        }
    }

    /// - Parameter parent: empty, or with a `/` at the end.
    /// - Returns: nil if it may not be listed.
    private func folder(_ parent: String) -> String? {
        var path = parent.isEmpty ? "." : parent
        if parent.hasPrefix("~") {
            guard let home, parent.hasPrefix("~/") else { return nil }
            path = home + parent.dropFirst()
        }
        guard let confinement else { return path }
        guard let resolved = resolvedPath(path) else { return nil }
        guard !confinement.isEmpty else { return nil }
        return resolved == confinement || resolved.hasPrefix("\(confinement)/") ? resolved : nil
    }

    private func names(in folder: String, beginningWith beginning: Substring) -> [String] {
        let deadline = Instant.now + Self.mostTime
        var (names, visited): ([String], Int) = ([], 0)
        FolderListing.forEach(in: folder) { entry in
            visited += 1
            // Looking at the clock costs more than a name.
            guard visited <= Self.mostVisited, visited % 100 > 0 || Instant.now < deadline else { return false }
            if let name = Self.readable(entry.rawName), name.utf8.starts(with: beginning.utf8),
                !name.hasPrefix(".") || beginning.hasPrefix(".")
            {
                names.append(name)
            }
            return true
        }
        return Array(names.sorted().prefix(Self.most))
    }

    /// - Returns: nil for a name that a field cannot hold: not UTF-8, or with control characters.
    private static func readable(_ name: [CChar]) -> String? {
        let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// True for a link to a folder, too. A loop of links is no folder.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
