/// Files that belong to a service: while it is watched (`viperline run --watch`), another process takes its place when one of
/// them is saved. Written `develop: {watch: [{action: restart, path: …}]}`, as in the Compose Specification.
package struct WatchRule: Equatable, Sendable {
    /// The absolute path of a file or a folder. A folder means all files in and below it.
    package var path: String
    /// Patterns of a folder's files that do not count, by their paths in it.
    package var ignore: [PathPattern]
    /// Patterns of the files that count; empty for all.
    package var include: [PathPattern]

    package init(path: String, ignore: [PathPattern] = [], include: [PathPattern] = []) {
        self.path = path
        self.ignore = ignore
        self.include = include
    }

    /// True if a file of the folder counts.
    /// - Parameter components: the words of its path in the folder.
    package func counts(file components: [Substring]) -> Bool {
        enters(components) && (include.isEmpty || include.contains { $0.matches(components) || $0.holds(components) })
    }

    /// True if anything below a folder of the folder may count.
    package func enters(_ components: [Substring]) -> Bool {
        !components.contains(where: Self.isByproduct)
            && !ignore.contains { $0.matches(components) || $0.holds(components) }
    }

    /// True for a file that editors, languages and version control write by themselves. Else Python's own cache would be a change.
    private static func isByproduct(_ name: Substring) -> Bool {
        name.hasPrefix(".") || name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#"))
            || name == "__pycache__" || name == "node_modules"
    }
}

/// A pattern for paths in a folder, in the syntax of a `.dockerignore` file: `*` matches any characters of a name, `?`
/// one, `**` for any folders. `build`, `*.log`, `**/*.py`.
package struct PathPattern: Equatable, Sendable {
    /// Bytes of a pattern.
    static let longest = 1024

    private let components: [[Character]]

    /// - Parameter text: a `/` at its beginning or end means nothing.
    package init(_ text: String) {
        components = text.split(separator: "/").filter { $0 != "." }.map(Array.init)
    }

    /// A text that means the same.
    var text: String { components.isEmpty ? "." : components.map { String($0) }.joined(separator: "/") }

    package func matches(_ path: [Substring]) -> Bool {
        Self.matches(components[...], path[...], isMany: { $0 == ["*", "*"] }, isOne: Self.matches)
    }

    /// True if the path is below a folder that matches.
    package func holds(_ path: [Substring]) -> Bool {
        path.indices.dropFirst().contains { matches(Array(path[..<$0])) }
    }

    private static func matches(_ pattern: [Character], _ name: Substring) -> Bool {
        matches(pattern[...], Array(name)[...], isMany: { $0 == "*" }, isOne: { $0 == "?" || $0 == $1 })
    }

    /// Matches by going on at the last star only, so its time is at most the product of the two lengths.
    /// - Parameters:
    ///   - isMany: whether a piece of the pattern matches any number of elements.
    ///   - isOne: whether a piece of the pattern matches one element.
    private static func matches<Piece, Element>(
        _ pattern: ArraySlice<Piece>, _ elements: ArraySlice<Element>, isMany: (Piece) -> Bool,
        isOne: (Piece, Element) -> Bool
    ) -> Bool {
        var (piece, element) = (pattern.startIndex, elements.startIndex)
        /// The piece after the last star, and the element at which it is tried.
        var retry: (piece: Int, element: Int)?
        while element < elements.endIndex {
            if piece < pattern.endIndex, isMany(pattern[piece]) {
                piece += 1
                retry = (piece, element)
            } else if piece < pattern.endIndex, isOne(pattern[piece], elements[element]) {
                piece += 1
                element += 1
            } else if let last = retry {
                (piece, element) = (last.piece, last.element + 1)
                retry = (piece, element)
            } else {
                return false
            }
        }
        return pattern[piece...].allSatisfy(isMany)
    }
}

/// The files that a service's command names: what `--watch` watches for a service without `develop.watch`.
package struct CommandFiles {
    let folders: Folders
    let files: FileSystem

    package init(folders: Folders = .current, files: FileSystem = .local) {
        self.folders = folders
        self.files = files
    }

    /// `app.py` of `python3 app.py`; `./app` of `./app --verbose`. A program that is found in PATH or in the installation does not count, nor
    /// does any other file of the installation.
    /// - Parameters:
    ///   - words: the command as it is written.
    ///   - workingDirectory: the command's folder; nil for the working folder.
    package func named(in words: [String], workingDirectory: String?) -> [String] {
        let program = words.prefix(1).filter { $0.contains("/") }
        let paths = (program + words.dropFirst()).filter { !$0.hasPrefix("-") }.map { word in
            Folders.absolute(word, in: workingDirectory ?? folders.working)
        }
        var seen: Set<String> = []
        return paths.filter { files.isRegularFile($0) && !isInstalled($0) && seen.insert($0).inserted }
    }

    func isInstalled(_ path: String) -> Bool {
        let installation = Folders.parent(of: folders.executables)
        return [folders.executables, Folders.join(installation, "share/viperline")].contains {
            path.hasPrefix("\($0)/")
        }
    }
}
