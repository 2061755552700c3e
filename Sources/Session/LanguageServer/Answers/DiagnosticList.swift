import Composition
import SafeText
import YAML

/// What `viperline check` finds wrong with a document, at its places there.
struct DiagnosticList {
    /// As a check of the whole file prints them; an editor needs no more.
    static let most = 1000

    let document: TextDocument
    let outline: YAMLOutline

    func diagnostics(_ mistakes: [Mistake]) -> [Diagnostic] {
        mistakes.prefix(Self.most).map { mistake in
            guard mistake.place.origin == document.path else {
                return Diagnostic(range: range(ofOther: mistake), message: mistake.description)
            }
            let words = [mistake.path, mistake.message].filter { !$0.isEmpty }.joined(separator: ": ").printable
            return Diagnostic(range: range(of: mistake), message: words)
        }
    }

    /// The word that the message quotes, if it is in the line, or else what stands in the line.
    private func range(of mistake: Mistake) -> TextRange {
        let line = document.content(ofLine: mistake.place.line)
        let parts = mistake.message.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, !parts[1].isEmpty,
            let word = Self.place(of: Array(parts[1].utf8), in: document.bytes[line])
        {
            return document.range(word)
        }
        return document.range(line)
    }

    /// Where the other file is named; the first line if it is named nowhere.
    private func range(ofOther mistake: Mistake) -> TextRange {
        let name = mistake.place.origin.split(separator: "/").last.map(String.init) ?? mistake.place.origin
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        let named = outline.nodes.first { node in
            guard node.kind == .scalar else { return false }
            let last = node.text.split(separator: "/").last.map(String.init)
            return last == name || last == stem
        }
        return document.range(named?.range ?? document.content(ofLine: nil))
    }

    private static func place(of word: [UInt8], in line: ArraySlice<UInt8>) -> Range<Int>? {
        guard word.count <= line.count else { return nil }
        for start in line.startIndex...(line.endIndex - word.count) where line[start...].starts(with: word) {
            return start..<start + word.count
        }
        return nil
    }
}
