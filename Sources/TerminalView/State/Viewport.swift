/// Which part of a scene's content is seen, and which piece of it is selected.
///
/// The selection is always within sight: where a text is scrolled so far that none of its choices is, there is none.
package struct Viewport: Codable, Equatable, Sendable {
    /// The first line that is seen.
    package private(set) var top = 0
    /// Kept by name, so that it survives rows that come and go around it.
    package private(set) var selection: Choice.ID?
    private var ordinal = 0

    /// A choice no further outside than this is moved to at once; for a further one the text between is scrolled.
    private static let reach = 3

    package init() {}

    /// What an earlier view remembered comes from outside.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func line(_ key: CodingKeys) throws -> Int {
            min(max(try container.decode(Int.self, forKey: key), 0), Self.lastLine)
        }
        top = try line(.top)
        ordinal = try line(.ordinal)
        selection = try container.decodeIfPresent(Choice.ID.self, forKey: .selection)
    }

    /// No content has more lines.
    private static let lastLine = 1 << 40

    package func selected(in content: Content) -> Choice? { index(in: content).map { content.choices[$0] } }

    package func showsEnd(of content: Content, height: Int) -> Bool { top + height >= content.lines.count }

    /// After the content or the height has changed: what was selected stays in sight.
    package mutating func adapt(to content: Content, height: Int) {
        let index = index(in: content) ?? (selection == nil ? nil : min(ordinal, content.choices.count - 1))
        if let index, index >= 0, !content.choices[index].lines.overlaps(top..<top + max(height, 1)) {
            reveal(index, in: content, height)
        } else if let index, index >= 0 {
            select(index, in: content)
        }
        settle(in: content, height)
    }

    package mutating func moveDown(in content: Content, height: Int) {
        let next = index(in: content).map { $0 + 1 } ?? content.choices.firstIndex { $0.lines.lowerBound >= top }
        if let next, next < content.choices.count,
            content.choices[next].lines.lowerBound < top + height + Self.reach
        {
            reveal(next, in: content, height)
        } else {
            top += 1
        }
        settle(in: content, height)
    }

    package mutating func moveUp(in content: Content, height: Int) {
        let previous = index(in: content).map { $0 - 1 } ?? content.choices.lastIndex { $0.lines.upperBound <= top }
        if let previous, previous >= 0, content.choices[previous].lines.upperBound > top - Self.reach {
            reveal(previous, in: content, height)
        } else {
            top -= 1
        }
        settle(in: content, height)
    }

    /// A line of the page before stays in sight; at the end, the last choice is taken.
    package mutating func pageDown(in content: Content, height: Int) {
        guard !showsEnd(of: content, height: height) else { return moveToLast(in: content, height: height) }
        top += max(height - 1, 1)
        settle(in: content, height)
    }

    package mutating func pageUp(in content: Content, height: Int) {
        guard top > 0 else { return moveToFirst(in: content, height: height) }
        top -= max(height - 1, 1)
        settle(in: content, height)
    }

    package mutating func moveToFirst(in content: Content, height: Int) {
        top = 0
        select(0, in: content)
        settle(in: content, height)
    }

    package mutating func moveToLast(in content: Content, height: Int) {
        top = content.lines.count
        select(content.choices.count - 1, in: content)
        settle(in: content, height)
    }

    /// Between choices that stand side by side, no further than the row goes.
    package mutating func moveInRow(by step: Int, in content: Content) {
        guard let index = index(in: content), content.choices.indices.contains(index + step),
            content.choices[index + step].lines == content.choices[index].lines
        else { return }
        select(index + step, in: content)
    }

    private func index(in content: Content) -> Int? {
        guard let selection else { return nil }
        if ordinal < content.choices.count, content.choices[ordinal].id == selection { return ordinal }
        return content.choices.firstIndex { $0.id == selection }
    }

    private mutating func select(_ index: Int, in content: Content) {
        guard content.choices.indices.contains(index) else { return selection = nil }
        selection = content.choices[index].id
        ordinal = index
    }

    private mutating func reveal(_ index: Int, in content: Content, _ height: Int) {
        select(index, in: content)
        let lines = content.choices[index].lines
        if lines.upperBound > top + height { top = lines.upperBound - height }
        if lines.lowerBound < top { top = lines.lowerBound }
        // What stands above the first choice is seen whenever it can be.
        if index == 0, lines.upperBound <= height { top = 0 }
    }

    /// Keeps the view within the content and the selection within the view.
    private mutating func settle(in content: Content, _ height: Int) {
        top = max(0, min(top, content.lines.count - height))
        let visible = top..<top + max(height, 1)
        let old = index(in: content)
        if let old, content.choices[old].lines.overlaps(visible) { return select(old, in: content) }
        let inView = content.choices.indices.filter { content.choices[$0].lines.overlaps(visible) }
        let isBelow = old.map { content.choices[$0].lines.lowerBound >= visible.upperBound } ?? false
        select((isBelow ? inView.last : inView.first) ?? -1, in: content)
    }
}
