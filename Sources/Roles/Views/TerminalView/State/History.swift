import JSON

/// Searched texts by the name of the scene. Only prompts are remembered: what is typed elsewhere may be a secret.
package struct History: JSONCodable, Equatable, Sendable {
    /// The newest last.
    var texts: [String: [String]] = [:]

    /// Texts of a field, and fields.
    private static let mostTexts = 50
    private static let mostNames = 50
    /// Bytes. A longer text is not kept.
    private static let longest = 1024

    func texts(of name: String) -> [String] { texts[name] ?? [] }

    mutating func keep(_ text: String, of name: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest, texts.count < Self.mostNames || texts[name] != nil else {
            return
        }
        var list = texts(of: name)
        list.removeAll { $0 == text }
        list.append(text)
        texts[name] = Array(list.suffix(Self.mostTexts))
    }

    /// A memory comes from outside.
    var bounded: History {
        var copy = History()
        for (name, list) in texts.sorted(by: { $0.key < $1.key }) {
            for text in list.suffix(Self.mostTexts) { copy.keep(text, of: name) }
        }
        return copy
    }
}

/// An earlier text in the prompt.
struct Recalled: Sendable {
    /// Text that the user had typed before.
    let draft: String
    /// Steps back, from 1; 0 for the draft.
    var steps = 0
}
