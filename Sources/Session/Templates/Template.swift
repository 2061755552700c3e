import Platform
package import Composition

/// The files of something new. A template is a folder that runs, lints and passes its tests unchanged, under the name
/// `my-application`.
package struct Template: Equatable, Sendable {
    package struct File: Equatable, Sendable {
        /// Relative to the folder.
        package var path: String
        package var contents: [UInt8]

        package init(path: String, contents: [UInt8]) {
            self.path = path
            self.contents = contents
        }
    }

    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    private static let deepest = 8
    private static let mostFiles = 200
    /// Files that programs leave behind where they ran.
    private static let leftovers: Set = ["__pycache__", ".build", ".swiftpm", "node_modules"]

    /// Files in the order of their paths.
    package private(set) var files: [File] = []

    package init(files: [File]) {
        self.files = files
    }

    /// Reads a folder. Links are followed, so that a template can share a file with others.
    package init(_ folder: String, in fileSystem: FileSystem = .local) throws(Unreadable) {
        try read(folder, "", depth: 0, fileSystem)
    }

    private mutating func read(
        _ folder: String, _ prefix: String, depth: Int, _ fileSystem: FileSystem
    ) throws(Unreadable) {
        for name in fileSystem.names(folder).sorted() where !Self.leftovers.contains(name) {
            let path = "\(folder)/\(name)"
            if fileSystem.isFolder(path) {
                guard depth < Self.deepest else { throw Unreadable(description: "\(path) is too deep") }
                try read(path, "\(prefix)\(name)/", depth: depth + 1, fileSystem)
                continue
            }
            guard files.count < Self.mostFiles else { throw Unreadable(description: "\(folder) has too many files") }
            guard fileSystem.isRegularFile(path), case .success(let contents) = fileSystem.read(path) else {
                throw Unreadable(description: "\(path) cannot be read")
            }
            files.append(File(path: prefix + name, contents: contents))
        }
    }

    /// The template with each of these texts, in paths and contents, instead of its own.
    package func replacing(_ texts: [(String, with: String)]) -> Template {
        func filled(_ text: String) -> String {
            texts.reduce(text) { $0.replacing($1.0, with: $1.with) }
        }
        return Template(
            files: files.map { file in
                let contents = String(validating: file.contents, as: UTF8.self).map { Array(filled($0).utf8) }
                return File(path: filled(file.path), contents: contents ?? file.contents)
            })
    }

    /// The template with the name of something new.
    package func named(_ name: NewName) -> Template { replacing([("my-application", with: name.text)]) }
}
