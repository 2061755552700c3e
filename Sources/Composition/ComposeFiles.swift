import Declarations
import YAML

/// Finds, parses and interpolates compose files, each once, and collects what is wrong with them.
struct ComposeFiles {
    /// A file that was found. It has no tree when it cannot be read or is not a mapping.
    struct File {
        let path: String
        let tree: ComposeNode?
        /// Where its sources and scenes are, if it declares some.
        var application: ApplicationFile?
    }

    private let lookup: FileLookup
    private let folders: ApplicationFolders
    private let fileSystem: FileSystem
    private let variable: (String) -> String?
    /// Variables of the loader's own.
    var known: [String: String] = [:]
    /// Names of variables that are known to be set, for suggestions.
    private let knownNames: [String]
    private var files: [String: File] = [:]
    private(set) var mistakes: [Mistake] = []
    /// The paths in the order of their first use.
    private(set) var origins: [String] = []

    init(folders: Folders, fileSystem: FileSystem, knownNames: [String], variable: @escaping (String) -> String?) {
        lookup = FileLookup(folders: folders, files: fileSystem)
        self.folders = ApplicationFolders(folders: folders, files: fileSystem)
        self.fileSystem = fileSystem
        self.knownNames = knownNames
        self.variable = variable
    }

    /// A file that the person has named: a path, which may be that of a pipe, or the name of an installed application.
    mutating func file(_ name: String) -> File? {
        do throws(FileLookup.Failure) {
            return file(at: try lookup.path(of: name))
        } catch {
            mistakes.append(Mistake(place: Place(origin: name), message: error.description))
            return nil
        }
    }

    /// A file that another file names.
    /// - Parameter node: where it is named.
    mutating func file(_ name: String, namedBy path: String, at node: ComposeNode) -> File? {
        do throws(FileLookup.Failure) {
            return file(at: try lookup.path(of: name, beside: path))
        } catch {
            mistakes.append(node.mistake("\"\(name.shortened)\" \(error)"))
            return nil
        }
    }

    private mutating func file(at path: String) -> File {
        if let known = files[path] { return known }
        origins.append(path)
        var application: ApplicationFile?
        let tree = text(at: path).flatMap { parse($0, path, &application) }
        let file = File(path: path, tree: tree, application: application)
        files[path] = file
        return file
    }

    private mutating func text(at path: String) -> String? {
        func mistake(_ message: String) { mistakes.append(Mistake(place: Place(origin: path), message: message)) }
        switch fileSystem.read(path) {
        case .success(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            mistake("not UTF-8 text")
        case .failure(.isFolder): mistake("a folder, not a file")
        case .failure(.notFound): mistake("not found")
        case .failure(.unreadable): mistake("cannot be read; does it belong to another user?")
        case .failure(.tooLarge): mistake("larger than \(FileSystem.sizeLimit >> 20) MB; is this a compose file?")
        }
        return nil
    }

    /// - Parameter application: set if the file declares one.
    private mutating func parse(
        _ text: String, _ path: String, _ application: inout ApplicationFile?
    ) -> ComposeNode? {
        let parsed = YAMLReader.read(text, file: path, folder: folders.base(of: path))
        mistakes += parsed.mistakes
        guard let whole = parsed.tree else { return nil }
        let (found, tree) = ApplicationFile.separated(from: whole)
        application = found
        mistakes += found?.mistakes ?? []
        var interpolation = InterpolationPass(knownNames: knownNames) { [known, variable] in known[$0] ?? variable($0) }
        let interpolated = interpolation.run(tree)
        mistakes += interpolation.mistakes
        mistakes += DraftReader.read(interpolated).mistakes
        return interpolated.members == nil ? nil : interpolated
    }
}
