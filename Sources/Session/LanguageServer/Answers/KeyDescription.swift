import Composition
import YAML

/// What a key is for, in the words of its page.
struct KeyDescription {
    let document: TextDocument
    let outline: YAMLOutline
    let surroundings: Surroundings

    func hover(at offset: Int) -> Hover? {
        guard let caret = Caret(at: offset, in: outline, of: document), let node = caret.node else { return nil }
        var (key, path) = (node.text, caret.path)
        if caret.slot == .value {
            // A value is described by its key; an item by that of its list.
            while path.last == "-" { path.removeLast() }
            guard let last = path.popLast() else { return nil }
            key = last
        }
        guard let (row, section) = Caret.description(of: key, at: path) else { return nil }
        return Hover(
            contents: Markup(value: "**\(row.key)**: \(PlainMarkdown.withoutLinks(row.summary))\n\n\(source(section))"),
            range: document.range(node.range))
    }

    private func source(_ section: PageSection) -> String {
        let title = "\(section.file), \(section.title)"
        let pages = ProtocolPages(folders: surroundings.folders, files: surroundings.files)
        guard let path = pages.path(of: section.file) else { return title }
        return "[\(title)](\(TextDocument.uri(of: path))#\(section.fragment))"
    }
}
