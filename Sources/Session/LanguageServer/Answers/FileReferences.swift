import Composition
import YAML

/// What a document names in itself and in other files.
struct FileReferences {
    let document: TextDocument
    let outline: YAMLOutline
    let files: FileSystem
    let surroundings: Surroundings

    /// Where the thing is that the word at a place names; nil where it names nothing, or nothing is there.
    func definition(at offset: Int) -> TextLocation? {
        guard let caret = Caret(at: offset, in: outline, of: document), let node = caret.node else { return nil }
        if node.kind == .key {
            for case .named(let named) in Caret.shapes(at: caret.path) {
                guard let meaning = named.meaning else { continue }
                return location(of: node.text, meaning, at: caret.path)
            }
            return nil
        }
        for meaning in Caret.meanings(at: caret.path) {
            if let found = location(of: node.text, meaning, at: caret.path) { return found }
        }
        return nil
    }

    private func location(of name: String, _ meaning: TextShape.Meaning, at path: [String]) -> TextLocation? {
        switch meaning {
        case .service:
            guard path.suffix(2) == ["extends", "service"], let file = file(ofExtends: Array(path.dropLast())) else {
                return key(name, below: ["services"])
            }
            return services(in: file).first { $0.name == name }.map { Self.location(in: file, line: $0.line) }
        case .source: return key(name, below: ["sources"])
        case .scene: return key(name, below: ["scenes"])
        case .filter: return key(name, below: Array(path.prefix(2)) + ["filters"])
        case .composeFile:
            return lookup(name).map { Self.location(in: $0, line: nil) }
        case .path, .program: return fileBeside(name).map { Self.location(in: $0, line: nil) }
        case .event, .expression: return nil
        }
    }

    private func key(_ name: String, below path: [String]) -> TextLocation? {
        outline.keys(below: path).first { $0.text == name }
            .map { TextLocation(uri: document.uri, range: document.range($0.range)) }
    }

    private static func location(in file: String, line: Int?) -> TextLocation {
        let start = TextPosition(line: max(0, (line ?? 1) - 1), character: 0)
        return TextLocation(uri: TextDocument.uri(of: file), range: TextRange(start: start, end: start))
    }

    // MARK: - Other files

    /// The file that an `extends` names, if it names one.
    /// - Parameter path: of its mapping.
    func file(ofExtends path: [String]) -> String? {
        let file = outline.nodes.first { node in
            node.kind == .scalar && node.parent.map { outline.nodes[$0].text == "file" } == true
                && outline.path(to: node) == path + ["file"]
        }
        return file.flatMap { lookup($0.text) }
    }

    /// As the loader finds it.
    private func lookup(_ name: String) -> String? {
        document.path.flatMap {
            ComposeReference.path(of: name, in: $0, folders: surroundings.folders, fileSystem: files)
        }
    }

    /// The services of a file, with their lines.
    func services(in file: String) -> [(name: String, line: Int?)] {
        guard case .success(let bytes) = files.read(file), let text = String(validating: bytes, as: UTF8.self),
            let members = YAMLReader.read(text, file: file).tree?["services"]?.members
        else { return [] }
        return members.map { ($0.key, $0.place.line) }
    }

    /// A file in the document's folder or below it.
    private func fileBeside(_ name: String) -> String? {
        guard let path = document.path, let slash = path.lastIndex(of: "/"), !name.isEmpty, !name.hasPrefix("/"),
            !name.split(separator: "/").contains("..")
        else { return nil }
        let words = name.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        let file = "\(path[..<slash])/\(words)"
        return files.isRegularFile(file) ? file : nil
    }
}
