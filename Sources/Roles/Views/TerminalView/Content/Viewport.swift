import JSON
import ViewMessages

/// The lines of a content that are seen, and the choice that is selected.
///
/// The selection is always in sight: where a text is scrolled so far that none of its choices is seen, nothing is selected.
package struct Viewport: JSONCodable, Equatable, Sendable {
    /// The first line that is seen.
    package internal(set) var top: Int = 0
    /// The id of the selected choice, which survives rows that come and go around it.
    package internal(set) var selection: Choice.ID?
    /// Columns of tables, and steps of code, that are scrolled past.
    package internal(set) var left: Int = 0
    /// The row that is selected as soon as it is here, from 0; nothing else is selected until then.
    package internal(set) var awaited: Int?
    /// The index of the selection among the choices.
    var ordinal: Int = 0
    /// The place of the selected row among all rows, from 0, where only a piece of them is here.
    var row: Int?

    /// Lines that a choice may be out of sight and still be moved to at once. The text before a further one is scrolled.
    private static let reach = 3

    package init() {}

    /// - Parameter row: the id of the row that is selected, if it is there.
    init(selecting row: String) {
        selection = Choice.ID(kind: .row, name: row, occurrence: 0)
    }

    /// A memory comes from outside, so its numbers are bounded before they are used.
    var bounded: Viewport {
        var copy = self
        copy.top = min(max(top, 0), Self.lastLine)
        copy.left = min(max(left, 0), Self.lastLine)
        copy.awaited = awaited.map { min(max($0, 0), Self.lastLine) }
        copy.ordinal = min(max(ordinal, 0), Self.lastLine)
        copy.row = row.map { min(max($0, 0), Self.lastLine) }
        return copy
    }

    /// A line beyond the last one of any content.
    private static let lastLine = 1 << 40

    package func selected(in content: Content) -> Choice? { selectedIndex(in: content).map { content.choices[$0] } }

    func selectedIndex(in content: Content) -> Int? {
        guard let selection else { return nil }
        if ordinal < content.choices.count, content.choices[ordinal].id == selection { return ordinal }
        return content.choices.firstIndex { $0.id == selection }
    }

    package func showsEnd(of content: Content, height: Int) -> Bool { top + height >= content.lines.count }

    /// Keeps the selection in sight after the content or the height has changed.
    package mutating func adapt(to content: Content, height: Int) {
        if let awaited, let window = content.window {
            self.awaited = min(awaited, window.total - 1)
            if let index = content.choice(ofRow: awaited, in: window) { reveal(index, in: content, height) }
            return settle(in: content, height)
        }
        if let window = content.window, selection != nil, selectedIndex(in: content) == nil {
            // Another row has taken its place. One that is only out of sight is not here.
            if let index = row.flatMap({ content.choice(ofRow: min($0, window.total - 1), in: window) }) {
                select(index, in: content)
            } else {
                selection = nil
            }
        }
        let index =
            selectedIndex(in: content) ?? (selection == nil ? nil : min(ordinal, content.choices.count - 1))
        if let index, index >= 0, !content.choices[index].lines.overlaps(seen(in: content, height)) {
            reveal(index, in: content, height)
        } else if let index, index >= 0 {
            select(index, in: content)
        }
        if let line = content.cursor?.row {
            top = min(max(top, line - max(height, 1) + 1), line)
        }
        settle(in: content, height)
    }

    package mutating func move(_ movement: Movement, in content: Content, height: Int) {
        if let window = content.window, moveInWindow(movement, window, in: content, height) {
            return settle(in: content, height)
        }
        awaited = nil
        switch movement {
        case .up: moveUp(in: content, height)
        case .down: moveDown(in: content, height)
        case .pageUp where top == 0, .first: moveToFirst(in: content)
        // A line of the page before stays in sight.
        case .pageUp: top -= max(seen(in: content, height).count - 1, 1)
        case .pageDown where showsEnd(of: content, height: height), .last: moveToLast(in: content)
        case .pageDown: top += max(seen(in: content, height).count - 1, 1)
        case .halfPageUp: moveHalfPage(-1, in: content, height)
        case .halfPageDown: moveHalfPage(1, in: content, height)
        case .parent: moveToParent(in: content, height)
        case .left: return moveInRow(by: -1, in: content)
        case .right: return moveInRow(by: 1, in: content)
        }
        settle(in: content, height)
    }

    /// - Parameter times: the number of times. To the top and to the end, it is the number of a row instead, or of a line where there
    ///   are no rows.
    mutating func move(_ movement: Movement, times: Int?, in content: Content, height: Int) {
        guard let times else { return move(movement, in: content, height: height) }
        if movement == .first || movement == .last { return go(to: times, in: content, height) }
        for _ in 0..<times {
            let before = self
            move(movement, in: content, height: height)
            if self == before { return }
        }
    }

    private mutating func go(to number: Int, in content: Content, _ height: Int) {
        awaited = nil
        if let window = content.window, number <= window.total {
            let row = max(number - 1, 0)
            guard let index = content.choice(ofRow: row, in: window) else {
                return wait(for: row, window, in: content, height)
            }
            reveal(index, in: content, height)
        } else if let index = content.choices.lastIndex(where: { $0.rowNumber.map { $0 <= number } ?? false }) {
            reveal(index, in: content, height)
        } else {
            top = number - 1
        }
        settle(in: content, height)
    }

    /// Shows a line, and selects the choice that it belongs to.
    mutating func show(line: Int, in content: Content, height: Int) {
        let choices = content.choices(on: line..<line + 1)
        if let index = choices.first {
            reveal(index, in: content, height)
        } else if !(top..<top + height).contains(line) {
            top = line - height / 3
        }
        settle(in: content, height)
    }

    package mutating func scroll(by lines: Int, in content: Content, height: Int) {
        awaited = nil
        top += lines
        settle(in: content, height)
    }

    /// Selects a choice that is in sight.
    /// - Parameter ordinal: its index when it was drawn.
    mutating func select(_ id: Choice.ID, index ordinal: Int, in content: Content, height: Int) {
        let isThere = content.choices.indices.contains(ordinal) && content.choices[ordinal].id == id
        guard let index = isThere ? ordinal : content.choices.firstIndex(where: { $0.id == id }) else { return }
        select(index, in: content)
        settle(in: content, height)
    }

    /// Moves from or to a row that is not here.
    /// - Returns: false where the movement is one between choices that are here.
    private mutating func moveInWindow(
        _ movement: Movement, _ window: RowWindow, in content: Content, _ height: Int
    ) -> Bool {
        let selected = selected(in: content).flatMap { window.row(at: $0.lines.lowerBound) }
        let current = awaited ?? selected
        func isInWindow(_ choice: Choice?) -> Bool { choice.map { window.row(at: $0.lines.lowerBound) != nil } ?? true }
        var target: Int?
        switch movement {
        case .down: target = current.map { $0 + 1 }
        case .up: target = current.map { $0 - 1 }
        case .pageUp where top == 0, .first: target = isInWindow(content.choices.first) ? 0 : nil
        case .pageDown where showsEnd(of: content, height: height), .last:
            target = isInWindow(content.choices.last) ? window.total - 1 : nil
        case .halfPageUp, .halfPageDown:
            let rows = max(halfPage(in: content, height) / window.height, 1)
            target = current.map { max(0, min($0 + (movement.isForward ? rows : -rows), window.total - 1)) }
        default: break
        }
        guard let target, 0..<window.total ~= target, awaited != nil || !window.rows.contains(target) else {
            return false
        }
        if let index = content.choice(ofRow: target, in: window) {
            reveal(index, in: content, height)
        } else {
            wait(for: target, window, in: content, height)
        }
        return true
    }

    private mutating func wait(for row: Int, _ window: RowWindow, in content: Content, _ height: Int) {
        awaited = row
        selection = nil
        reveal(window.lines(of: row), in: content, height)
    }

    private mutating func moveDown(in content: Content, _ height: Int) {
        let next =
            selectedIndex(in: content).map { $0 + 1 } ?? content.choices.firstIndex { $0.lines.lowerBound >= top }
        if let next, next < content.choices.count,
            content.choices[next].lines.lowerBound < top + height + Self.reach
        {
            reveal(next, in: content, height)
        } else {
            top += 1
        }
    }

    private mutating func moveUp(in content: Content, _ height: Int) {
        let previous =
            selectedIndex(in: content).map { $0 - 1 } ?? content.choices.lastIndex { $0.lines.upperBound <= top }
        if let previous, previous >= 0, content.choices[previous].lines.upperBound > top - Self.reach {
            reveal(previous, in: content, height)
        } else {
            top -= 1
        }
    }

    private func halfPage(in content: Content, _ height: Int) -> Int { max(seen(in: content, height).count / 2, 1) }

    /// Lines and selection move together, as long as there are any.
    private mutating func moveHalfPage(_ step: Int, in content: Content, _ height: Int) {
        let lines = step * halfPage(in: content, height)
        let line = selectedIndex(in: content).map { content.choices[$0].lines.lowerBound + lines }
        top = max(0, min(top + lines, content.lines.count - height))
        guard let line, !content.choices.isEmpty else { return }
        let last = content.choices.count - 1
        let next =
            step > 0
            ? content.choices(on: line..<max(line, content.lines.count)).lowerBound
            : content.choices(on: 0..<max(line + 1, 0)).upperBound - 1
        reveal(max(0, min(next, last)), in: content, height)
    }

    private mutating func moveToFirst(in content: Content) {
        top = 0
        select(0, in: content)
    }

    private mutating func moveToLast(in content: Content) {
        top = content.lines.count
        select(content.choices.count - 1, in: content)
    }

    private mutating func moveToParent(in content: Content, _ height: Int) {
        guard let parent = selectedIndex(in: content).flatMap(content.parent) else { return }
        reveal(parent, in: content, height)
    }

    private mutating func moveInRow(by step: Int, in content: Content) {
        guard let index = selectedIndex(in: content), content.choices.indices.contains(index + step),
            content.choices[index + step].lines == content.choices[index].lines
        else { return }
        select(index + step, in: content)
    }

    private mutating func select(_ index: Int, in content: Content) {
        awaited = nil
        guard content.choices.indices.contains(index) else { return selection = nil }
        selection = content.choices[index].id
        ordinal = index
        row = content.window?.row(at: content.choices[index].lines.lowerBound)
    }

    mutating func select(_ id: Choice.ID, in content: Content, height: Int) {
        guard let index = content.choices.firstIndex(where: { $0.id == id }) else { return }
        reveal(index, in: content, height)
        settle(in: content, height)
    }

    private mutating func reveal(_ index: Int, in content: Content, _ height: Int) {
        select(index, in: content)
        let lines = content.choices[index].lines
        reveal(lines, in: content, height)
        // The lines above the first choice are shown whenever there is room for both.
        if index == 0, lines.upperBound <= height { top = 0 }
    }

    private mutating func reveal(_ lines: Range<Int>, in content: Content, _ height: Int) {
        let margin = max(0, min(content.look?.scrollOff ?? 0, (height - lines.count) / 2))
        if lines.upperBound + margin > top + height { top = lines.upperBound + margin - height }
        // A header that stays in sight covers the line above it.
        if lines.lowerBound - margin < seen(in: content, height).lowerBound {
            top = lines.lowerBound - margin - (content.header(at: lines.lowerBound) == nil || height < 2 ? 0 : 1)
        }
    }

    /// The lines that are seen, without the one that a header covers.
    private func seen(in content: Content, _ height: Int) -> Range<Int> {
        let isCovered = height > 1 && content.header(at: top) != nil
        return top + (isCovered ? 1 : 0)..<top + max(height, 1)
    }

    /// Keeps the viewport within the content and the selection within the viewport.
    private mutating func settle(in content: Content, _ height: Int) {
        top = max(0, min(top, content.lines.count - height))
        let seen = seen(in: content, height)
        if let awaited, let window = content.window, window.lines(of: awaited).overlaps(seen) { return }
        awaited = nil
        let old = selectedIndex(in: content)
        if let old, content.choices[old].lines.overlaps(seen) { return select(old, in: content) }
        let inSight = content.choices(on: seen)
        let isBelow = old.map { content.choices[$0].lines.lowerBound >= seen.upperBound } ?? false
        select((isBelow ? inSight.last : inSight.first) ?? -1, in: content)
        // Where no loaded row is in sight, the view waits for the first one in sight.
        if selection == nil, let row = content.window?.rows(on: seen).first { awaited = row }
    }
}
