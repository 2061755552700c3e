/// A line of text that is being edited, by characters as a person sees them; its keys are those of readline.
package struct PromptField: Codable, Equatable, Sendable {
    package enum Edit: Equatable, Sendable {
        case moveLeft, moveRight, moveToStart, moveToEnd, moveWordLeft, moveWordRight
        case deleteBackward, deleteForward
        /// What these delete can be brought back by ``yank``.
        case deleteToStart, deleteToEnd, deleteToBlank, deleteWordLeft, deleteWordRight
        case yank, transpose
    }

    /// The longest text, in bytes of UTF-8: an event has to hold it, and a person has to see it.
    package static let limit = 8192

    /// What stands before the cursor, and after it.
    package private(set) var before: String
    package private(set) var after = ""
    /// What is typed next takes the place of the whole text, unless a key says that it is to be edited.
    package private(set) var isReplaced = false
    /// What was deleted last, by one key or by several one after another.
    private var deleted = ""
    private var hasJustDeleted = false

    package init(_ text: String = "") {
        before = text
    }

    package var text: String { before + after }

    /// - Returns: false where there is no room for all of it; then the beginning is taken.
    package mutating func insert(_ text: String) -> Bool {
        beginTyping()
        let room = Self.limit - before.utf8.count - after.utf8.count
        guard text.utf8.count > room else {
            before += text
            return true
        }
        var used = 0
        before += text.prefix { character in
            used += character.utf8.count
            return used <= room
        }
        return false
    }

    package mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
        beginTyping()
        guard before.utf8.count + after.utf8.count + UTF8.width(scalar) <= Self.limit else { return false }
        before.unicodeScalars.append(scalar)
        return true
    }

    /// Has another text be edited; what was deleted can be brought back still.
    package mutating func begin(_ text: String) {
        (before, after) = (text, "")
        (isReplaced, hasJustDeleted) = (false, false)
    }

    /// Has what is typed next take the place of the text.
    package mutating func replaceAll() {
        apply(.moveToEnd)
        isReplaced = !text.isEmpty
    }

    private mutating func beginTyping() {
        if isReplaced { (before, after) = ("", "") }
        (isReplaced, hasJustDeleted) = (false, false)
    }

    package mutating func apply(_ edit: Edit) {
        let mayContinue = hasJustDeleted
        (isReplaced, hasJustDeleted) = (false, false)
        switch edit {
        case .moveLeft: moveLeft(1)
        case .moveRight: moveRight(1)
        case .moveToStart: (before, after) = ("", text)
        case .moveToEnd: (before, after) = (text, "")
        case .moveWordLeft: moveLeft(wordBefore)
        case .moveWordRight: moveRight(wordAfter)
        case .deleteBackward: _ = before.popLast()
        case .deleteForward: if !after.isEmpty { after.removeFirst() }
        case .deleteToStart: delete(before: before.count, mayContinue)
        case .deleteToEnd: delete(after: after.count, mayContinue)
        case .deleteToBlank: delete(before: Self.count(before.reversed(), skipping: \.isWhitespace), mayContinue)
        case .deleteWordLeft: delete(before: wordBefore, mayContinue)
        case .deleteWordRight: delete(after: wordAfter, mayContinue)
        case .yank: _ = insert(deleted)
        case .transpose: transpose()
        }
    }

    private mutating func moveLeft(_ count: Int) {
        let moved = before.suffix(count)
        after = moved + after
        before.removeLast(moved.count)
    }

    private mutating func moveRight(_ count: Int) {
        before += after.prefix(count)
        after.removeFirst(min(count, after.count))
    }

    /// How many characters it is to the beginning of the word, and to its end.
    private var wordBefore: Int { Self.count(before.reversed()) { !$0.isLetter && !$0.isNumber } }
    private var wordAfter: Int { Self.count(after) { !$0.isLetter && !$0.isNumber } }

    /// What is between words, and then one word.
    private static func count(_ text: some Sequence<Character>, skipping isBetween: (Character) -> Bool) -> Int {
        var (count, isInWord) = (0, false)
        for character in text {
            if isBetween(character) {
                if isInWord { break }
            } else {
                isInWord = true
            }
            count += 1
        }
        return count
    }

    private mutating func delete(before count: Int, _ continues: Bool) {
        deleted = before.suffix(count) + (continues ? deleted : "")
        before.removeLast(count)
        hasJustDeleted = true
    }

    private mutating func delete(after count: Int, _ continues: Bool) {
        deleted = (continues ? deleted : "") + after.prefix(count)
        after.removeFirst(count)
        hasJustDeleted = true
    }

    /// The character before the cursor and the one after it; at the end, the last two.
    private mutating func transpose() {
        if after.isEmpty { moveLeft(1) }
        guard let left = before.popLast() else { return moveRight(1) }
        guard !after.isEmpty else { return before.append(left) }
        before.append(after.removeFirst())
        before.append(left)
    }
}
