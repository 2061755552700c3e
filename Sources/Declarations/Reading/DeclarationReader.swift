package import YAML

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
            for member in reader.members(of: sources, expecting: "a mapping of names to sources").prefix(mostSources) {
                guard let name = reader.name(member, of: sources, kind: "source"),
                    let source = SourceReader.read(name, member.value, &reader)
                else { continue }
                application.sources.append(source)
            }
        }
        if let scenes = root["scenes"] {
            for member in reader.members(of: scenes, expecting: "a mapping of names to scenes").prefix(mostScenes)
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

    /// What the scenes ask of the sources, and of each other.
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
                            "the source \"\(source.name)\" is for \(possible), as its variables say, not for \(content.action.rawValue)",
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
