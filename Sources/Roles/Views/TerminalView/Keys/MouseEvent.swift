package import Platform

package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The left button went down, or up again.
        case press, release
        /// Movement while the button was down.
        case drag
        /// The wheel was turned by so many lines, downwards; negative upwards.
        case wheel(Int)
    }

    package var kind: Kind
    package var position: Position
    /// 2 for the second click of a double click, and so on.
    package var clicks: Int

    package init(_ kind: Kind, at position: Position, clicks: Int = 1) {
        self.kind = kind
        self.position = position
        self.clicks = clicks
    }

    /// Lines of one step of the wheel.
    package static let step = 3

    /// - Parameters:
    ///   - report: the parameters of a report in xterm's SGR mode (1006): `0;10;5` for button 0 at column 10 of row 5.
    ///   - isRelease: whether it ends with `m` rather than `M`.
    /// - Returns: nil for other buttons, for movements without the button, and for what is not a report.
    init?(report: ArraySlice<UInt8>, isRelease: Bool) {
        let numbers = report.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { UInt16(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
            row > 0
        else { return nil }
        switch button & ~Self.modifiers {
        case 0: kind = isRelease ? .release : .press
        case 32 where !isRelease: kind = .drag
        case 64 where !isRelease: kind = .wheel(-Self.step)
        case 65 where !isRelease: kind = .wheel(Self.step)
        default: return nil
        }
        position = Position(row: Int(row) - 1, column: Int(column) - 1)
        clicks = 1
    }

    /// Shift, Alt and Ctrl change nothing.
    private static let modifiers: UInt16 = 4 | 8 | 16
}

/// Interprets a sequence of reports: recognizes double clicks, and combines turns of the wheel, and steps of a drag, that arrive
/// together. The clock is the caller's.
package struct MouseInput: Sendable {
    private struct Click {
        let position: Position
        let moment: Instant
        let clicks: Int
    }

    private var last: Click?
    /// The time when the mouse was used last; nil if it never was.
    package private(set) var lastUse: Instant?

    /// Time between two clicks that belong together.
    private static let pause = Duration.milliseconds(500)
    /// The most lines that the wheel turns at once, for any number of reports.
    private static let mostLines = 1000

    package init() {}

    /// - Parameter keys: the keys of one read.
    package mutating func take(_ keys: [Key], now: Instant) -> [Key] {
        guard keys.contains(where: { if case .mouse = $0 { true } else { false } }) else { return keys }
        var taken: [Key] = []
        for key in keys {
            guard case .mouse(var event) = key else {
                taken.append(key)
                continue
            }
            lastUse = now
            switch event.kind {
            case .press: event.clicks = count(event.position, now)
            case .release: event.clicks = last?.clicks ?? 1
            case .drag:
                if case .mouse(let before) = taken.last, before.kind == .drag { taken.removeLast() }
            case .wheel(let lines):
                if case .mouse(let before) = taken.last, case .wheel(let sum) = before.kind,
                    before.position == event.position
                {
                    taken.removeLast()
                    event.kind = .wheel(max(-Self.mostLines, min(sum + lines, Self.mostLines)))
                }
            }
            taken.append(.mouse(event))
        }
        return taken
    }

    private mutating func count(_ position: Position, _ now: Instant) -> Int {
        var clicks = 1
        if let last, last.position == position, now - last.moment <= Self.pause { clicks = min(last.clicks + 1, 100) }
        last = Click(position: position, moment: now, clicks: clicks)
        return clicks
    }
}
