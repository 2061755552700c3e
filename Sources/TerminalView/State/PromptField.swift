/// A line of text that is being edited, by characters as a person sees them.
package struct PromptField: Codable, Equatable, Sendable {
    package enum Edit: Equatable, Sendable {
        case moveLeft, moveRight, moveToStart, moveToEnd
        case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
    }

    /// What stands before the cursor, and after it.
    package private(set) var before: String
    package private(set) var after = ""

    package init(_ text: String = "") {
        before = text
    }

    package var text: String { before + after }

    package mutating func insert(_ scalar: Unicode.Scalar) { before.unicodeScalars.append(scalar) }
    package mutating func insert(_ text: String) { before += text }

    package mutating func apply(_ edit: Edit) {
        switch edit {
        case .moveLeft: if let character = before.popLast() { after = String(character) + after }
        case .moveRight: if !after.isEmpty { before.append(after.removeFirst()) }
        case .moveToStart: (before, after) = ("", text)
        case .moveToEnd: (before, after) = (text, "")
        case .deleteBackward: _ = before.popLast()
        case .deleteForward: if !after.isEmpty { after.removeFirst() }
        case .deleteWord: deleteWord()
        case .deleteToStart: before = ""
        case .deleteToEnd: after = ""
        }
    }

    private mutating func deleteWord() {
        while before.last == " " { before.removeLast() }
        while let last = before.last, last != " " { before.removeLast() }
    }
}
