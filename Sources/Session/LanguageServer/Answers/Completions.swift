import Composition
import YAML

extension Answers {
    /// More than a user looks through; with more letters there are fewer.
    static let mostCompletions = 200

    /// The words that may be written at a place.
    func completions(at offset: Int) -> CompletionList {
        guard let caret = Caret(at: offset, in: document) else { return CompletionList(items: []) }
        let (typed, range) = word(at: caret, offset)
        let takesKeys = !caret.isValue || caret.path.last == "-"
        let present = Set(takesKeys ? siblings(of: caret).map(\.text) : [])
        // A word that is a key already keeps its colon.
        let end = caret.node?.kind == .key ? "" : ": "
        var seen = present
        var items: [CompletionItem] = []
        func offer(_ label: String, _ kind: CompletionItem.Kind, _ summary: String? = nil, end: String = "") {
            guard items.count <= Self.mostCompletions, Self.fits(label, typed), seen.insert(label).inserted
            else { return }
            items.append(
                CompletionItem(
                    label: label, kind: kind.rawValue, documentation: summary.map { Markup(value: $0) },
                    textEdit: CompletionItem.Edit(range: range, newText: label + end)))
        }
        for shape in Caret.shapes(at: caret.path) {
            switch shape {
            case .mapping(let table) where takesKeys:
                for row in table.rows { offer(row.key, .property, row.summary, end: end) }
            case .named(let named) where takesKeys:
                for name in names(named.meaning, at: caret, offset) { offer(name, .reference, end: end) }
            case .flag where caret.isValue:
                for word in ["true", "false"] { offer(word, .value) }
            case .text(let text) where caret.isValue:
                for word in text.words { offer(word, .enum) }
                for name in names(text.meaning, at: caret, offset) { offer(name, Self.kind(of: text.meaning)) }
            default: break
            }
        }
        return CompletionList(
            isIncomplete: items.count > Self.mostCompletions, items: Array(items.prefix(Self.mostCompletions)))
    }

    /// The text that has been typed of a word, and the place of all that a completion replaces.
    private func word(at caret: Caret, _ offset: Int) -> (typed: String, range: TextRange) {
        guard let node = caret.node else { return ("", document.range(offset..<offset)) }
        let isQuoted = "\"'".utf8.contains(document.bytes[node.range.lowerBound])
        let start = min(node.range.lowerBound + (isQuoted ? 1 : 0), offset)
        let end = max(offset, isQuoted ? node.range.upperBound - 1 : node.range.upperBound)
        // A plain scalar may go on in the next word; all behind the place stays.
        return (document.text(start..<offset), document.range(start..<(caret.isValue ? offset : end)))
    }

    /// True if the letters of `typed` occur in this order; editors rank them.
    private static func fits(_ label: String, _ typed: String) -> Bool {
        var rest = typed.utf8[...]
        for byte in label.utf8 where byte | 0x20 == rest.first.map({ $0 | 0x20 }) { rest.removeFirst() }
        return rest.isEmpty
    }

    private static func kind(of meaning: TextShape.Meaning?) -> CompletionItem.Kind {
        switch meaning {
        case .event: .event
        case .program: .module
        case .composeFile, .path: .file
        default: .reference
        }
    }

    /// The other keys of the same mapping. In a list, every item has a mapping of its own.
    private func siblings(of caret: Caret) -> [YAMLOutline.Node] {
        guard let node = caret.node else { return caret.path.contains("-") ? [] : outline.keys(below: caret.path) }
        return outline.nodes.filter { $0.kind == .key && $0.range != node.range && $0.parent == node.parent }
    }

    // MARK: - Names

    /// The things that such a text can name.
    private func names(_ meaning: TextShape.Meaning?, at caret: Caret, _ offset: Int) -> [String] {
        guard let meaning else { return [] }
        if let place = Self.definitions(of: meaning, at: caret.path) {
            let keys = outline.keys(below: place).map(\.text)
            guard meaning == .service else { return keys }
            return fileOfExtends(at: caret.path).map { services(in: $0).map(\.key) }
                ?? keys.filter { !caret.path.contains($0) }
        }
        let others = outline.nodes.filter { $0.kind == .scalar && $0.range != caret.node?.range }
        switch meaning {
        case .event:
            return others.filter { Caret.meanings(at: outline.path(to: $0)) == [.event] }.map(\.text) + eventTypes
        case .program:
            // A command's first word is a program, the others may be files.
            let isFirst = !others.contains { $0.range.upperBound < offset && outline.path(to: $0) == caret.path }
            return isFirst || caret.path.last != "-" ? programs : filesBeside
        case .composeFile:
            return filesBeside.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } + applications
        case .path: return filesBeside
        default: return []
        }
    }

    /// The types of the protocol, and the protocols themselves.
    private var eventTypes: [String] {
        let types = SchemaBundle(folders: surroundings.folders, files: surroundings.files).types
        return (types + types.map { $0.split(separator: ".").dropLast().joined(separator: ".") }).sorted()
    }

    /// The programs in PATH; first those that come with Viperline.
    private var programs: [String] {
        let (files, folder) = (surroundings.files, surroundings.folders.executables)
        let own = files.names(folder).filter {
            $0.hasPrefix("viperline-") && files.isExecutable("\(folder)/\($0)")
        }
        let folders = (surroundings.searchPath ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return own.sorted() + folders.lazy.flatMap { files.names(String($0)) }.sorted()
    }

    /// The installed compose files, by the names that `extends` and `include` know.
    private var applications: [String] {
        ApplicationFolders(folders: surroundings.folders, files: surroundings.files).installed
            .flatMap(surroundings.files.names).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
    }

    private var filesBeside: [String] {
        guard let folder else { return [] }
        return files.names(folder).filter { !$0.hasPrefix(".") && "\(folder)/\($0)" != document.path }.sorted()
    }
}
