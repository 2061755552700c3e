import Composition
import YAML

/// The answers to an editor's questions about a place of a document.
struct Answers {
    let document: TextDocument
    /// The disk with the open documents over it.
    let files: FileSystem
    let surroundings: Surroundings

    var outline: YAMLOutline { document.outline }

    // MARK: - Hover

    /// The purpose of the key at the place, in the words of its page.
    func hover(at offset: Int) -> Hover? {
        guard let caret = Caret(at: offset, in: document), let node = caret.node else { return nil }
        var path = caret.path + [node.text]
        if caret.isValue {
            // A value is described by its key; an item by that of its list.
            path = caret.path
            while path.last == "-" { path.removeLast() }
        }
        guard let key = path.popLast() else { return nil }
        for case .mapping(let table) in Caret.shapes(at: path) {
            guard let row = table[key] else { continue }
            let words = "**\(row.key)**: \(PlainMarkdown.withoutLinks(row.summary))\n\n\(source(table.section))"
            return Hover(contents: Markup(value: words), range: document.range(node.range))
        }
        return nil
    }

    private func source(_ section: PageSection) -> String {
        let title = "\(section.file), \(section.title)"
        let pages = ProtocolPages(folders: surroundings.folders, files: surroundings.files)
        guard let path = pages.path(of: section.file) else { return title }
        return "[\(title)](\(TextDocument.uri(of: path))#\(section.fragment))"
    }

    // MARK: - Definition

    /// The place of the thing that the word at a place names; nil where it names nothing, or nothing is there.
    func definition(at offset: Int) -> TextLocation? {
        guard let caret = Caret(at: offset, in: document), let node = caret.node else { return nil }
        let meanings: [TextShape.Meaning]
        if node.kind == .key {
            meanings = Caret.shapes(at: caret.path).compactMap {
                if case .named(let named) = $0 { named.meaning } else { nil }
            }
        } else {
            meanings = Array(Caret.meanings(at: caret.path))
        }
        return meanings.lazy.compactMap { location(of: node.text, $0, at: caret.path) }.first
    }

    private func location(of name: String, _ meaning: TextShape.Meaning, at path: [String]) -> TextLocation? {
        if let place = Self.definitions(of: meaning, at: path) {
            if meaning == .service, let file = fileOfExtends(at: path) {
                return services(in: file).first { $0.key == name }
                    .map { Self.location(in: file, line: $0.place.line) }
            }
            return outline.keys(below: place).first { $0.text == name }
                .map { TextLocation(uri: document.uri, range: document.range($0.range)) }
        }
        switch meaning {
        case .composeFile: return lookup(name).map { Self.location(in: $0) }
        case .path, .program: return fileBeside(name).map { Self.location(in: $0) }
        default: return nil
        }
    }

    /// The path of the mapping whose keys such a text can name; nil if they are not in the document.
    static func definitions(of meaning: TextShape.Meaning, at path: [String]) -> [String]? {
        switch meaning {
        case .service: ["services"]
        case .source: ["sources"]
        case .scene: ["scenes"]
        case .filter: Array(path.prefix(2)) + ["filters"]
        case .event, .program, .composeFile, .path, .expression: nil
        }
    }

    private static func location(in file: String, line: Int? = nil) -> TextLocation {
        let start = TextPosition(line: max(0, (line ?? 1) - 1), character: 0)
        return TextLocation(uri: TextDocument.uri(of: file), range: TextRange(start: start, end: start))
    }

    // MARK: - Other files

    /// The file whose services the path of an `extends.service` means, if the `extends` names one.
    func fileOfExtends(at path: [String]) -> String? {
        guard path.suffix(2) == ["extends", "service"] else { return nil }
        let file = Array(path.dropLast()) + ["file"]
        return outline.nodes.first { $0.kind == .scalar && outline.path(to: $0) == file }.flatMap { lookup($0.text) }
    }

    /// The path of the file, as the loader finds it.
    private func lookup(_ name: String) -> String? {
        document.path.flatMap {
            ComposeReference.path(of: name, in: $0, folders: surroundings.folders, fileSystem: files)
        }
    }

    func services(in file: String) -> [ComposeNode.Member] {
        guard case .success(let bytes) = files.read(file), let text = String(validating: bytes, as: UTF8.self) else {
            return []
        }
        return YAMLReader.read(text, file: file).tree?["services"]?.members ?? []
    }

    var folder: String? {
        guard let path = document.path, let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    /// A file in the document's folder or below it.
    private func fileBeside(_ name: String) -> String? {
        let words = name.split(separator: "/").filter { $0 != "." }
        guard let folder, !words.isEmpty, !name.hasPrefix("/"), !words.contains("..") else { return nil }
        let file = "\(folder)/\(words.joined(separator: "/"))"
        return files.isRegularFile(file) ? file : nil
    }
}
