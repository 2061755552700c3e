import JSON

/// What was searched, by the name of the scene. Only prompts are remembered: what is typed elsewhere may be a secret.
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
    /// What a step through the earlier texts leads to.
    enum Step {
        case text(String)
        /// There is no older one.
        case none
        /// Behind the newest, and behind what the user had typed.
        case leaving
    }

    /// How many steps back, from 1.
    private(set) var steps = 0
    /// What the user had typed before.
    let draft: String

    init(draft: String) { self.draft = draft }

    /// - Parameters:
    ///   - step: 1 to an older one, -1 to a newer one.
    ///   - texts: the newest last.
    mutating func go(_ step: Int, in texts: [String]) -> Step {
        let next = min(steps + step, texts.count)
        guard next >= 0 else { return .leaving }
        guard next != steps else { return .none }
        steps = next
        return .text(next > 0 ? texts[texts.count - next] : draft)
    }
}
