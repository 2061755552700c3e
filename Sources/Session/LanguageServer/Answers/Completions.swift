import Composition
import YAML

/// What may be written at a place of a document.
struct Completions {
    /// More than a user looks through; with more letters there are fewer.
    static let most = 200

    let document: TextDocument
    let outline: YAMLOutline
    let files: FileSystem
    let surroundings: Surroundings

    func list(at offset: Int, _ names: inout KnownNames) -> CompletionList {
        guard let caret = Caret(at: offset, in: outline, of: document) else { return CompletionList(items: []) }
        let edit = Edit(caret, offset, document)
        var found: [CompletionItem] = []
        switch caret.slot {
        case .key:
            // A word that is a key already keeps its colon.
            let isWhole = caret.node?.kind == .key
            found = keys(at: caret.path, edit, without: caret.node, end: isWhole ? "" : ": ", &names)
        case .value:
            found = values(at: caret.path, edit, &names)
            if caret.path.last == "-" { found += keys(at: caret.path, edit, without: caret.node, end: ": ", &names) }
        }
        var seen: Set<String> = []
        let fitting = found.filter { Self.fits($0.label, edit.typed) && seen.insert($0.label).inserted }
        return CompletionList(isIncomplete: fitting.count > Self.most, items: Array(fitting.prefix(Self.most)))
    }

    /// What has been typed of a word, and where the whole word goes.
    private struct Edit {
        let typed: String
        /// Where the word begins.
        let start: Int
        let range: TextRange

        init(_ caret: Caret, _ offset: Int, _ document: TextDocument) {
            guard let node = caret.node else {
                (typed, start, range) = ("", offset, document.range(offset..<offset))
                return
            }
            let isQuoted = "\"'".utf8.contains(document.bytes[node.range.lowerBound])
            start = min(node.range.lowerBound + (isQuoted ? 1 : 0), offset)
            let end = max(offset, isQuoted ? node.range.upperBound - 1 : node.range.upperBound)
            // A plain scalar may go on in the next word; what is behind the place stays.
            typed = document.text(start..<offset)
            range = document.range(start..<(caret.slot == .key ? end : offset))
        }
    }

    /// Whether the letters of `typed` occur in this order; editors rank them.
    private static func fits(_ label: String, _ typed: String) -> Bool {
        var rest = typed.utf8.makeIterator()
        guard var wanted = rest.next() else { return true }
        for byte in label.utf8 where byte | 0x20 == wanted | 0x20 {
            guard let next = rest.next() else { return true }
            wanted = next
        }
        return false
    }

    // MARK: - Keys

    private func keys(
        at path: [String], _ edit: Edit, without node: YAMLOutline.Node?, end: String, _ names: inout KnownNames
    ) -> [CompletionItem] {
        let present = Set(siblings(at: path, of: node).map(\.text))
        var items: [CompletionItem] = []
        for shape in Caret.shapes(at: path) {
            switch shape {
            case .mapping(let table):
                items += table.rows.filter { !present.contains($0.key) }.map { row in
                    CompletionItem(
                        label: row.key, kind: CompletionItem.Kind.property.rawValue, detail: nil,
                        documentation: Markup(value: row.summary),
                        textEdit: CompletionItem.Edit(range: edit.range, newText: row.key + end))
                }
            case .named(let named):
                guard let meaning = named.meaning else { continue }
                items += references(meaning, at: path, edit, &names).filter { !present.contains($0) }.map {
                    item($0, .reference, edit, end: end)
                }
            default: break
            }
        }
        return items
    }

    /// The keys of the same mapping. In a list, every item has a mapping of its own.
    private func siblings(at path: [String], of node: YAMLOutline.Node?) -> [YAMLOutline.Node] {
        outline.nodes.filter { other in
            guard other.kind == .key, other.range != node?.range else { return false }
            if let node { return other.parent == node.parent }
            return !path.contains("-") && outline.path(to: other) == path
        }
    }

    // MARK: - Values

    private func values(at path: [String], _ edit: Edit, _ names: inout KnownNames) -> [CompletionItem] {
        var items: [CompletionItem] = []
        for shape in Caret.shapes(at: path) {
            switch shape {
            case .flag: items += ["true", "false"].map { item($0, .value, edit) }
            case .text(let text):
                items += text.words.map { item($0, .enum, edit) }
                guard let meaning = text.meaning else { continue }
                // There may be thousands of programs.
                items += references(meaning, at: path, edit, &names).lazy.filter { Self.fits($0, edit.typed) }
                    .prefix(Self.most + 1).map { item($0, Self.kind(of: meaning), edit) }
            default: break
            }
        }
        return items
    }

    private static func kind(of meaning: TextShape.Meaning) -> CompletionItem.Kind {
        switch meaning {
        case .event: .event
        case .program: .module
        case .composeFile, .path: .file
        case .service, .source, .scene, .filter, .expression: .reference
        }
    }

    private func item(_ label: String, _ kind: CompletionItem.Kind, _ edit: Edit, end: String = "") -> CompletionItem {
        CompletionItem(
            label: label, kind: kind.rawValue, detail: nil, documentation: nil,
            textEdit: CompletionItem.Edit(range: edit.range, newText: label + end))
    }

    /// What such a text can name.
    private func references(
        _ meaning: TextShape.Meaning, at path: [String], _ edit: Edit, _ names: inout KnownNames
    ) -> [String] {
        switch meaning {
        case .service: services(at: path)
        case .source: outline.keys(below: ["sources"]).map(\.text)
        case .scene: outline.keys(below: ["scenes"]).map(\.text)
        case .filter: outline.keys(below: Array(path.prefix(2)) + ["filters"]).map(\.text)
        case .event: events(besides: edit) + names.allEventTypes()
        case .program: !isFirstWord(path, edit) ? filesBeside : names.allPrograms()
        case .composeFile:
            filesBeside.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } + names.allApplications()
        case .path: filesBeside
        case .expression: []
        }
    }

    /// The services of the file that `extends` names, or of this one.
    private func services(at path: [String]) -> [String] {
        let own = outline.keys(below: ["services"]).map(\.text)
        guard path.suffix(2) == ["extends", "service"] else { return own.filter { !path.contains($0) } }
        let references = FileReferences(document: document, outline: outline, files: files, surroundings: surroundings)
        guard let file = references.file(ofExtends: Array(path.dropLast())) else {
            return own.filter { !path.contains($0) }
        }
        return references.services(in: file).map(\.name)
    }

    /// The message types that the document names.
    private func events(besides edit: Edit) -> [String] {
        outline.nodes.compactMap { node in
            guard node.kind == .scalar, !(node.range.lowerBound...node.range.upperBound).contains(edit.start),
                Caret.meanings(at: outline.path(to: node)) == [.event]
            else { return nil }
            return node.text
        }
    }

    /// A command's first word is a program, the others may be files.
    private func isFirstWord(_ path: [String], _ edit: Edit) -> Bool {
        path.last != "-"
            || !outline.nodes.contains {
                $0.kind == .scalar && $0.range.upperBound < edit.start && outline.path(to: $0) == path
            }
    }

    private var filesBeside: [String] {
        guard let path = document.path, let slash = path.lastIndex(of: "/") else { return [] }
        return files.names(String(path[..<slash])).filter { !$0.hasPrefix(".") && "\(path[..<slash])/\($0)" != path }
            .sorted()
    }
}
