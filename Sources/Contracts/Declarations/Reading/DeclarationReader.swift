import Platform
package import YAML

/// Reads the sources and scenes of an application's file.
package enum DeclarationReader {
    /// The keys of a file that declares an application.
    package enum Key: String, CaseIterable {
        case sources, scenes
    }

    static let mostSources = 50
    static let mostScenes = 50

    /// True if a file declares an application.
    package static func isDeclared(in root: ComposeNode) -> Bool { Key.names.contains { root[$0] != nil } }

    package static func read(_ root: ComposeNode) -> (application: ApplicationDeclaration, mistakes: [Mistake]) {
        var reader = ValueReader()
        var application = ApplicationDeclaration()
        // The scenes have variables for the sources, but come after them in most files.
        var sceneReader = ValueReader()
        if let scenes = root["scenes"] {
            for member in members(of: scenes, "scene", most: mostScenes, &sceneReader)
            where sceneReader.name(member, of: scenes, kind: "scene") != nil {
                application.scenes.append(SceneReader.read(member, &sceneReader))
            }
        } else {
            sceneReader.report("\"scenes\" is missing", at: root)
        }
        if let sources = root["sources"] {
            for member in members(of: sources, "source", most: mostSources, &reader) {
                guard let name = reader.name(member, of: sources, kind: "source"),
                    let source = SourceReader.read(
                        name, member, for: application.scenes.filter { $0.content?.source == name }, &reader)
                else { continue }
                application.sources.append(source)
            }
        }
        for mistake in sceneReader.mistakes { reader.report(mistake) }
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
            reader.report("more than \(most) \(kind)s: \(members.count)", at: first, of: node)
        }
        return members.prefix(most)
    }

    /// Checks the references of the scenes to the sources, and to each other.
    private static func check(
        _ application: ApplicationDeclaration, at root: ComposeNode, _ reader: inout ValueReader
    ) {
        let sources = application.sources.map(\.name)
        for scene in application.scenes {
            let path = "scenes.\(scene.name)"
            func report(_ message: String, at place: Place) {
                reader.report(Mistake(place: place, path: path, message: message))
            }
            var asked: Set<String> = []
            for content in scene.contents {
                if !asked.insert(content.source).inserted {
                    report("the source \"\(content.source.shortened)\" is asked twice", at: content.place)
                }
                guard let source = application[source: content.source] else {
                    report(
                        ValueReader.unknown("source", content.source, among: sources), at: content.place)
                    continue
                }
                // A variable with a typing mistake is none of the source's, and has been reported.
                let isMistaken = reader.mistakes.contains { $0.path == "sources.\(source.name).url" }
                if !isMistaken, !source.actions.contains(content.action) {
                    let possible = source.actions.map(\.rawValue).joined(separator: " and ")
                    report(
                        "the source \"\(source.name)\" is for \(possible) according to its variables, not for \(content.action.rawValue)",
                        at: content.place)
                }
            }
            if let source = scene.content.flatMap({ application[source: $0.source] }) {
                checkVariables(of: scene, in: source, report)
            }
            for action in [scene.choose].compactMap(\.self) + scene.press.map(\.action) {
                guard case .open(let name, _, _, let place) = action, application[scene: name] == nil else { continue }
                report(
                    ValueReader.unknown("scene", name, among: application.scenes.map(\.name)), at: place)
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

    /// A filter that changes nothing would mislead the user.
    private static func checkVariables(
        of scene: SceneDeclaration, in source: SourceDeclaration, _ report: (String, Place) -> Void
    ) {
        for (name, place) in scene.variables {
            if source.variables.contains(where: { $0.name == name }) {
                report("the source \"\(source.name)\" has a variable \"\(name)\" already; choose another name", place)
            } else if name != SceneDeclaration.direction, !source.uses(name), !source.answer.text.contains("$\(name)") {
                report(
                    "the source \"\(source.name)\" does not use \"\(name)\"; write {\(name)} in its URL, or $\(name) in body or answer",
                    place)
            }
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
    /// The mistakes of a file, in its order; at least one.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var mistakes: [Mistake]
        package var description: String { mistakes.map(\.description).joined(separator: "\n") }
    }

    /// Bytes.
    private static let sizeLimit = 4 << 20

    /// - Parameter read: the bytes of a file; nil if it cannot be read.
    package static func read(
        _ path: String, _ read: (String) -> [UInt8]? = { bytes(of: $0) }
    ) throws(Mistakes) -> ApplicationDeclaration {
        guard let text = read(path).flatMap({ String(validating: $0, as: UTF8.self) }) else {
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

    package static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return readAll(descriptor, most: sizeLimit)
    }
}
