import Platform
package import YAML
import Spelling

/// Reads the sources and scenes of an application's file.
package enum DeclarationReader {
    /// The keys of a file that declares an application.
    package static let keys = ["sources", "scenes"]

    private static let mostSources = 50
    private static let mostScenes = 50

    /// Whether a file declares an application.
    package static func isDeclared(in root: ComposeNode) -> Bool { keys.contains { root[$0] != nil } }

    package static func read(_ root: ComposeNode) -> (application: ApplicationDeclaration, mistakes: [Mistake]) {
        var reader = ValueReader()
        var application = ApplicationDeclaration()
        if let sources = root["sources"] {
            for member in members(of: sources, "source", most: mostSources, &reader) {
                guard let name = reader.name(member, of: sources, kind: "source"),
                    let source = SourceReader.read(name, member.value, &reader)
                else { continue }
                application.sources.append(source)
            }
        }
        if let scenes = root["scenes"] {
            for member in members(of: scenes, "scene", most: mostScenes, &reader)
            where reader.name(member, of: scenes, kind: "scene") != nil {
                application.scenes.append(SceneReader.read(member, &reader))
            }
        } else {
            reader.report("\"scenes\" is missing", at: root)
        }
        let wholeSources = (root["sources"]?.members?.count ?? 0) == application.sources.count
        if wholeSources { check(application, at: root, &reader) }
        return (application, reader.mistakes)
    }

    private static func members(
        of node: ComposeNode, _ kind: String, most: Int, _ reader: inout ValueReader
    ) -> ArraySlice<ComposeNode.Member> {
        let members = reader.members(of: node, expecting: "a mapping of names to \(kind)s")
        if node.members?.isEmpty == true { reader.report("there is no \(kind) here", at: node) }
        if let first = members.dropFirst(most).first {
            reader.report(
                Mistake(place: first.place, path: node.path, message: "more than \(most) \(kind)s: \(members.count)"))
        }
        return members.prefix(most)
    }

    /// What the scenes need from the sources, and from each other.
    private static func check(
        _ application: ApplicationDeclaration, at root: ComposeNode, _ reader: inout ValueReader
    ) {
        let sources = application.sources.map(\.name)
        for scene in application.scenes {
            let path = "scenes.\(scene.name)"
            func report(_ message: String, at place: Place) {
                reader.report(Mistake(place: place, path: path, message: message))
            }
            if let content = scene.content {
                if let source = application[source: content.source] {
                    if !source.actions.contains(content.action) {
                        let possible = source.actions.map(\.rawValue).joined(separator: " and ")
                        report(
                            "the source \"\(source.name)\" is for \(possible) according to its variables, not for \(content.action.rawValue)",
                            at: content.place)
                    }
                } else {
                    report(
                        "unknown source \"\(content.source.shortened)\"\(Suggestion.hint(for: content.source, among: sources))",
                        at: content.place)
                }
            }
            for action in [scene.choose].compactMap(\.self) + scene.press.map(\.action) {
                guard case .open(let name, _, let place) = action, application[scene: name] == nil else { continue }
                report(
                    "unknown scene \"\(name.shortened)\"\(Suggestion.hint(for: name, among: application.scenes.map(\.name)))",
                    at: place)
            }
        }
        if let first = application.scenes.first, !begins(first, in: application) {
            reader.report(
                Mistake(
                    place: first.place, path: "scenes.\(first.name)",
                    message: "the session begins with the first scene, which must be a search, or a list without an id")
            )
        }
    }

    private static func begins(_ scene: SceneDeclaration, in application: ApplicationDeclaration) -> Bool {
        switch scene.content?.action {
        case .search: true
        case .list: scene.content.flatMap { application[source: $0.source] }?.uses("id") != true
        case .lookup, nil: false
        }
    }
}

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
            throw one("this file cannot be read, or is not UTF-8 text of at most 4 MiB", path)
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
