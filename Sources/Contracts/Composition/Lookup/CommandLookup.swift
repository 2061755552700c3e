import Spelling

/// Finds the executable that a command's first word names.
package struct CommandLookup {
    let folders: Folders
    let files: FileSystem
    let searchPath: [String]

    package enum Failure: Error {
        case notFound(program: String, looked: String, similar: String?)
        case notExecutable(path: String)
    }

    /// The folders where a shell looks that has no PATH.
    private static let usualPath = "/usr/bin:/bin"

    package init(folders: Folders = .current, files: FileSystem = .local, path: String?) {
        self.folders = folders
        self.files = files
        searchPath = (path ?? Self.usualPath).split(separator: ":").map {
            Folders.absolute(String($0), in: folders.working)
        }
    }

    /// The absolute path of a program. With a slash in its name it is a path, relative to the first of `bases` that has it;
    /// without, it is beside viperline's own executable, or in PATH.
    /// - Parameter bases: absolute paths; nil for the working folder.
    package func path(of program: String, in bases: [String?] = [nil]) throws(Failure) -> String {
        program.contains("/") ? try file(program, bases: bases.map { $0 ?? folders.working }) : try search(program)
    }

    private func file(_ program: String, bases: [String]) throws(Failure) -> String {
        let candidates = bases.map { Folders.absolute(program, in: $0) }
        if let path = candidates.first(where: files.isExecutable) { return path }
        if let path = candidates.first(where: files.exists) { throw .notExecutable(path: path) }
        let path = candidates.first ?? program
        let name = program.split(separator: "/").last.map(String.init) ?? program
        let similar = Suggestion.nearest(to: name, among: files.names(Folders.parent(of: path)).sorted())
        throw .notFound(
            program: program, looked: path, similar: similar.map { Folders.join(Folders.parent(of: program), $0) })
    }

    private func search(_ program: String) throws(Failure) -> String {
        let places = [folders.executables] + searchPath
        let candidates = places.map { Folders.join($0, program) }
        if let path = candidates.first(where: files.isExecutable) { return path }
        let similar = places.lazy.compactMap { place in
            Suggestion.nearest(
                to: program, among: files.names(place).sorted().filter { files.isExecutable(Folders.join(place, $0)) })
        }.first
        throw .notFound(program: program, looked: "\(folders.executables) and PATH", similar: similar)
    }
}

extension CommandLookup.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notExecutable(let path):
            return "\"\(path)\" is not executable; chmod +x, or name the interpreter first"
        case .notFound(let program, let looked, let similar):
            let hint = similar.map { " (did you mean \"\($0)\"?)" } ?? ""
            return "command \"\(program)\" not found\(hint); looked at \(looked)"
        }
    }
}
