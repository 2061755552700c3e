/// Hand-written paragraphs by section: `# section` lines, and paragraphs with empty lines between them.
///
/// The lines of a paragraph are joined with spaces, except that a bullet begins a line. `{name}` and `{company}` stand
/// for the app's.
struct SampleParagraphs {
    private var sections: [String: [String]] = [:]

    init(_ text: String) {
        var section = ""
        var paragraph = ""
        // The second empty line ends the last paragraph.
        for line in "\(text)\n\n".split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") || line.isEmpty {
                if !paragraph.isEmpty { sections[section, default: []].append(paragraph) }
                paragraph = ""
                if !line.isEmpty { section = String(line.dropFirst(2)) }
            } else {
                let separator = paragraph.isEmpty ? "" : line.hasPrefix("• ") ? "\n" : " "
                paragraph += separator + line
            }
        }
    }

    subscript(section: String) -> [String] { sections[section] ?? [] }
}
