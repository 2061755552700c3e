import Platform
package import YAML

/// The file of a declared application, as a role reads it.
package enum DeclarationFile {
    /// What is wrong with it, in the order of the file; at least one.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var mistakes: [Mistake]
        package var description: String { mistakes.map(\.description).joined(separator: "\n") }
    }

    /// Bytes.
    private static let sizeLimit = 4 << 20

    package static func read(_ path: String) throws(Mistakes) -> ApplicationDeclaration {
        guard let text = text(of: path) else {
            throw one("this file cannot be read, or is no UTF-8 text of at most 4 MB", path)
        }
        let (tree, mistakes) = YAMLReader.read(text, file: path)
        guard let tree, mistakes.isEmpty else { throw Mistakes(mistakes: mistakes) }
        guard DeclarationReader.isDeclared(in: tree) else {
            throw one("this file has neither sources nor scenes", path)
        }
        let (application, others) = DeclarationReader.read(tree)
        guard others.isEmpty else { throw Mistakes(mistakes: others) }
        return application
    }

    private static func one(_ message: String, _ path: String) -> Mistakes {
        Mistakes(mistakes: [Mistake(place: Place(origin: path), message: message)])
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count == 0 { return String(validating: bytes, as: UTF8.self) }
            guard count > 0 else {
                if errno == EINTR { continue }
                return nil
            }
            guard bytes.count + count <= sizeLimit else { return nil }
            bytes += chunk[..<count]
        }
    }
}
