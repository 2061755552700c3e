package import Stills
import TerminalText

/// A session as the screens that its user saw, with what the user did on the line below them. Equal lines are kept once.
package struct Film: Sendable {
    /// The screen from one moment on.
    package struct Frame: Equatable, Sendable {
        /// Seconds since the film began.
        package internal(set) var time: Double
        /// For each row, its number in ``Film/lines``.
        package internal(set) var rows: [Int]
    }

    /// The beginning of a user's action.
    package struct Mark: Equatable, Sendable {
        package let time: Double
        /// One line.
        package let text: String
    }

    package static let mostFrames = 10_000
    /// Seconds that the last frame stays.
    private static let lastLook = 3.0
    /// Bytes of a style; longer ones are left out.
    private static let longestStyle = 64

    package let columns: Int
    /// The height, with the line of the user's actions.
    package let rows: Int
    package private(set) var lines: [[Still.Run]] = []
    package private(set) var frames: [Frame] = []
    package private(set) var marks: [Mark] = []
    private var numbers: [[Still.Run]: Int] = [:]
    /// The time of the first screen, by the clock of the caller.
    private var beginning: Double?

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    package var isFull: Bool { frames.count >= Self.mostFrames }
    /// Seconds; the film may begin again then.
    package var duration: Double { (frames.last?.time ?? 0) + Self.lastLook }

    /// Adds a screen, unless nothing has changed. The film begins with the first one.
    /// - Parameters:
    ///   - still: the screen, of a program that may not be ours.
    ///   - action: the user's action, or nothing.
    package mutating func add(_ still: Still, action: String, at time: Double) {
        var screen = still.rows.prefix(rows - 1).map(clean)
        screen += Array(repeating: [], count: rows - 1 - screen.count)
        guard !isFull else { return }
        if let cursor = still.cursor, screen.indices.contains(cursor.row) {
            Self.show(cursor.column, in: &screen[cursor.row], columns: columns)
        }
        let caption = action.isEmpty ? "" : " ▸ \(Sanitizer.line(action))".truncated(to: columns)
        screen.append(caption.isEmpty ? [] : [Still.Run(column: 0, text: caption, style: "33")])
        let numbers = screen.map { number(of: $0) }
        guard numbers != frames.last?.rows else { return }
        beginning = beginning ?? time
        frames.append(Frame(time: moment(time), rows: numbers))
    }

    package mutating func mark(_ text: String, at time: Double) {
        guard beginning != nil, marks.count < Self.mostFrames else { return }
        marks.append(Mark(time: moment(time), text: Sanitizer.line(text)))
    }

    private func moment(_ time: Double) -> Double { max(0, time - (beginning ?? time)) }

    private mutating func number(of line: [Still.Run]) -> Int {
        if let number = numbers[line] { return number }
        numbers[line] = lines.count
        lines.append(line)
        return lines.count - 1
    }

    private func clean(_ line: [Still.Run]) -> [Still.Run] {
        line.compactMap { run in
            guard 0..<columns ~= run.column else { return nil }
            let isStyle =
                run.style.utf8.count <= Self.longestStyle && run.style.allSatisfy { "0123456789;".contains($0) }
            let text = Sanitizer.line(run.text).truncated(to: columns - run.column)
            return Still.Run(column: run.column, text: text, style: isStyle ? run.style : "")
        }
    }

    /// Shows the cursor as a cell in reverse, at the end of the typed text.
    private static func show(_ column: Int, in line: inout [Still.Run], columns: Int) {
        let isFree = line.allSatisfy { $0.column + CellWidth.of($0.text) <= column || $0.column > column }
        guard 0..<columns ~= column, isFree else { return }
        let place = line.firstIndex { $0.column > column } ?? line.count
        line.insert(Still.Run(column: column, text: " ", style: "7"), at: place)
    }

    /// The same film with fewer frames: of those that are closer to each other than that, the last one.
    package func thinned(to interval: Double) -> Film {
        var film = self
        film.frames = []
        for frame in frames {
            guard let last = film.frames.last, frame.time - last.time < interval else {
                film.frames.append(frame)
                continue
            }
            film.frames[film.frames.count - 1].rows = frame.rows
        }
        return film
    }
}
