import YAML

/// Reads env files: those that a person names, and those that compose files name.
struct EnvironmentFileReader {
    /// In bytes; the system gives no program more in one variable.
    static let sizeLimit = 128 << 10
    /// Files of one service, or of one `include`.
    static let mostFiles = 32
    /// The file that is read without being named.
    static let standardName = ".env"

    let fileSystem: FileSystem

    /// - Parameter variable: for interpolation in the file.
    func read(
        _ path: String, variable: (String) -> String?
    ) -> (variables: [(name: String, value: String)], mistakes: [Mistake]) {
        func mistake(_ message: String) -> [Mistake] { [Mistake(place: Place(origin: path), message: message)] }
        switch fileSystem.read(path) {
        case .success(let bytes):
            guard bytes.count <= Self.sizeLimit else { return ([], mistake("larger than \(Self.sizeLimit >> 10) kB")) }
            guard let text = String(validating: bytes, as: UTF8.self) else { return ([], mistake("not UTF-8 text")) }
            return EnvironmentText.read(text, file: path, variable: variable)
        case .failure(.tooLarge): return ([], mistake("larger than \(Self.sizeLimit >> 10) kB"))
        case .failure(.isFolder): return ([], mistake("a folder, not a file"))
        case .failure(.notFound): return ([], mistake("not found"))
        case .failure(.unreadable): return ([], mistake("cannot be read; does it belong to another user?"))
        }
    }

    /// The path of a file or folder that a compose file names: in that file's folder or below it, since whoever wrote the file may be a
    /// stranger. Nil if it is elsewhere.
    static func path(of name: String, namedAt place: Place) -> String? {
        let words = name.split(separator: "/").filter { $0 != "." }
        guard !name.hasPrefix("/"), !words.contains("..") else { return nil }
        let folder = place.folder ?? Folders.parent(of: place.origin)
        return words.isEmpty ? folder : Folders.join(folder, words.joined(separator: "/"))
    }
}
