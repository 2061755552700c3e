import JSON
import ScreenModel

/// A line of text and a cursor in it. Edits are those of readline and go by characters as a user sees them.
package struct TextField: JSONCodable, Equatable, Sendable {
    package enum Edit: Equatable, Sendable {
        case moveLeft, moveRight, moveToStart, moveToEnd, moveWordLeft, moveWordRight
        /// Moves in a text of several lines.
        case moveUp, moveDown
        case deleteBackward, deleteForward
        /// ``yank`` inserts again what these have deleted.
        case deleteToStart, deleteToEnd, deleteToBlank, deleteWordLeft, deleteWordRight
        case yank, transpose
    }

    /// The longest text, in bytes of UTF-8.
    package static let limit = Bounded.longestEntry

    /// The text before the cursor.
    package internal(set) var before: String
    /// The text behind the cursor.
    package internal(set) var after: String = ""
    /// Typing replaces the whole text; any edit keeps it.
    package internal(set) var isReplaced: Bool = false
    /// The text that ``yank`` inserts: the last deletion, or several that followed each other.
    var deleted: String = ""
    /// The next deletion adds to ``deleted``.
    var hasJustDeleted: Bool = false

    package init(_ text: String = "") {
        before = text
    }

    package var text: String { before + after }

    /// - Returns: false when only the beginning of the text had room.
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

    /// Begins with another text. ``yank`` still inserts what was deleted.
    package mutating func begin(_ text: String) {
        (before, after) = (text, "")
        (isReplaced, hasJustDeleted) = (false, false)
    }

    /// Lets typing replace the text.
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
        case .moveUp: moveUp()
        case .moveDown: moveDown()
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

    /// Moves to the same place in the line above; in the first line, to its start.
    private mutating func moveUp() {
        let column = before.reversed().prefix { $0 != "\n" }.count
        guard column < before.count else { return apply(.moveToStart) }
        let above = before.dropLast(column + 1).reversed().prefix { $0 != "\n" }.count
        moveLeft(column + 1 + max(above - column, 0))
    }

    /// Moves to the same place in the line below; in the last line, to its end.
    private mutating func moveDown() {
        let column = before.reversed().prefix { $0 != "\n" }.count
        guard let end = after.firstIndex(of: "\n") else { return apply(.moveToEnd) }
        let below = after[after.index(after: end)...].prefix { $0 != "\n" }.count
        moveRight(after[..<end].count + 1 + min(column, below))
    }

    private mutating func moveRight(_ count: Int) {
        before += after.prefix(count)
        after.removeFirst(min(count, after.count))
    }

    /// Characters to the beginning of the word, and to its end.
    private var wordBefore: Int { Self.count(before.reversed()) { !$0.isLetter && !$0.isNumber } }
    private var wordAfter: Int { Self.count(after) { !$0.isLetter && !$0.isNumber } }

    /// Counts the characters between words, and then one word.
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

    /// Swaps the characters at both sides of the cursor; at the end, the last two.
    private mutating func transpose() {
        if after.isEmpty { moveLeft(1) }
        guard let left = before.popLast() else { return moveRight(1) }
        guard !after.isEmpty else { return before.append(left) }
        before.append(after.removeFirst())
        before.append(left)
    }
}
