import JSON

/// The lines of a content that are seen, and the choice that is selected.
///
/// The selection is always in sight: where a text is scrolled so far that none of its choices is seen, nothing is selected.
package struct Viewport: JSONCodable, Equatable, Sendable {
    /// The first line that is seen.
    package internal(set) var top: Int = 0
    /// Kept by id, so it survives rows that come and go around it.
    package internal(set) var selection: Choice.ID?
    /// The index of the selection among the choices.
    var ordinal: Int = 0

    /// How far out of sight, in lines, a choice may be to be moved to at once. The text before a further one is scrolled.
    private static let reach = 3

    package init() {}

    /// A memory comes from outside, so its numbers are bounded before they are used.
    var bounded: Viewport {
        var copy = self
        copy.top = min(max(top, 0), Self.lastLine)
        copy.ordinal = min(max(ordinal, 0), Self.lastLine)
        return copy
    }

    /// No content has more lines.
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
        let index =
            selectedIndex(in: content) ?? (selection == nil ? nil : min(ordinal, content.choices.count - 1))
        if let index, index >= 0, !content.choices[index].lines.overlaps(top..<top + max(height, 1)) {
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
        switch movement {
        case .up: moveUp(in: content, height)
        case .down: moveDown(in: content, height)
        case .pageUp where top == 0, .first: moveToFirst(in: content)
        // A line of the page before stays in sight.
        case .pageUp: top -= max(height - 1, 1)
        case .pageDown where showsEnd(of: content, height: height), .last: moveToLast(in: content)
        case .pageDown: top += max(height - 1, 1)
        case .left: return moveInRow(by: -1, in: content)
        case .right: return moveInRow(by: 1, in: content)
        }
        settle(in: content, height)
    }

    package mutating func scroll(by lines: Int, in content: Content, height: Int) {
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

    private mutating func moveToFirst(in content: Content) {
        top = 0
        select(0, in: content)
    }

    private mutating func moveToLast(in content: Content) {
        top = content.lines.count
        select(content.choices.count - 1, in: content)
    }

    private mutating func moveInRow(by step: Int, in content: Content) {
        guard let index = selectedIndex(in: content), content.choices.indices.contains(index + step),
            content.choices[index + step].lines == content.choices[index].lines
        else { return }
        select(index + step, in: content)
    }

    private mutating func select(_ index: Int, in content: Content) {
        guard content.choices.indices.contains(index) else { return selection = nil }
        selection = content.choices[index].id
        ordinal = index
    }

    /// Selects that choice, if it is there.
    mutating func select(_ id: Choice.ID, in content: Content, height: Int) {
        guard let index = content.choices.firstIndex(where: { $0.id == id }) else { return }
        reveal(index, in: content, height)
        settle(in: content, height)
    }

    private mutating func reveal(_ index: Int, in content: Content, _ height: Int) {
        select(index, in: content)
        let lines = content.choices[index].lines
        if lines.upperBound > top + height { top = lines.upperBound - height }
        if lines.lowerBound < top { top = lines.lowerBound }
        // What stands above the first choice is shown whenever there is room for both.
        if index == 0, lines.upperBound <= height { top = 0 }
    }

    /// Keeps the viewport within the content and the selection within the viewport.
    private mutating func settle(in content: Content, _ height: Int) {
        top = max(0, min(top, content.lines.count - height))
        let seen = top..<top + max(height, 1)
        let old = selectedIndex(in: content)
        if let old, content.choices[old].lines.overlaps(seen) { return select(old, in: content) }
        let inSight = content.choices(on: seen)
        let isBelow = old.map { content.choices[$0].lines.lowerBound >= seen.upperBound } ?? false
        select((isBelow ? inSight.last : inSight.first) ?? -1, in: content)
    }
}
