import Analysis
import JSON
package import Processes
package import Recording
import SessionClient
import Stills
import Platform
import Wire

/// Makes a film of a recorded session: the view gets again what it received and what its user typed, and prints each screen
/// (`viperline-view --stills`). What the user typed as a command is shown letter by letter.
package final class FilmMaker {
    package enum Failure: String, Error, CustomStringConvertible {
        case ended = "the view ended before it had drawn all screens"
        case silent = "the view has not drawn a screen for 30 s"
        case unreadable = "the view's output is not a screen; its program must know --stills"

        package var description: String { rawValue }
    }

    package private(set) var film: Film
    private let process: RoleProcess
    private let view: String
    /// True if the user typed keys, and not commands.
    private let hasKeys: Bool
    private let start: Double
    private var clock: FilmClock
    private var time = ForwardTime()
    /// Events whose screens have not been read yet.
    private var awaited = 0
    private var still = Still(rows: [])
    /// The line below the screen of the next frame.
    private var action = ""
    /// The time since which the screen or the action differs from the last frame; nil while it does not.
    private var changed: Double?
    private var isTyping = false
    /// True if the view has got a screen: the film begins with it.
    private var hasScreen = false
    /// True if the cassette has come to the film's start.
    private var hasBegun = false
    private var knowsEntries = false

    /// Seconds; no eye sees more.
    private static let shortestFrame = 1.0 / 30
    /// Seconds for a letter of a command.
    private static let letter = 0.06
    /// Seconds until a command takes effect.
    private static let effect = 0.25
    /// Bytes of a screen.
    private static let longestStill = 8 << 20
    private static let mostAwaited = 64
    private static let screenType = "view.input.show"
    private static let patience = Duration.seconds(30)

    /// - Parameters:
    ///   - command: the view's program and arguments.
    ///   - header: the cassette's header.
    ///   - columns: the width of the screen.
    ///   - rows: the height of the film; the screen has one less.
    ///   - start: the recorded time where the film begins.
    package init(
        _ command: [String], of header: CassetteHeader?, environment: [String: String], columns: Int, rows: Int,
        pace: FilmClock.Pace, start: Double
    ) throws(SystemError) {
        film = Film(columns: columns, rows: rows)
        view = header.view
        hasKeys = header?.screen != nil
        self.start = start
        clock = FilmClock(pace, start: start)
        process = try RoleProcess(
            command + ["--stills", "\(columns)x\(rows - 1)"], service: view, run: "1", environment: environment,
            lineLimit: Self.longestStill)
    }

    /// Takes the next event of the cassette.
    package func take(_ passage: Passage) throws(Failure) {
        let time = time.next(passage.time)
        guard let event = try? Event(line: passage.event.span) else { return }
        if event.type == ProcessOutput.Entered.type, event.source == view {
            guard let entered = try? event.decode(ProcessOutput.Entered.self) else { return }
            knowsEntries = true
            return try take(entered.text, passage.event, at: time)
        }
        // Events without receivers, such as snapshots, are not part of the conversation.
        if !event.type.hasPrefix("process.") {
            isTyping = false
            if !knowsEntries, event.source == view { try begin(UserActionText.of(event), at: time) }
        }
        guard passage.receivers.contains(view) else { return }
        try pass(to: time)
        hasScreen = hasScreen || event.type == Self.screenType
        try give(passage.event)
    }

    private func take(_ text: String, _ event: [UInt8], at time: Double) throws(Failure) {
        guard hasKeys else { return try spell(UserActionText.of(typed: text), at: time) }
        if isTyping {
            try pass(to: time)
            action = String((action + UserActionText.of(typed: text)).suffix(film.columns))
        } else {
            try begin(UserActionText.of(typed: text), at: time)
        }
        isTyping = true
        try give(event)
    }

    /// - Parameter mark: the whole action, where it is shown piece by piece.
    private func begin(_ action: String, as mark: String? = nil, at time: Double) throws(Failure) {
        try pass(to: time, beginsAction: true)
        self.action = action
        change()
        if time >= start { film.mark(mark ?? action, at: clock.now) }
    }

    private func spell(_ command: String, at time: Double) throws(Failure) {
        try begin("", as: command, at: time)
        guard time >= start else { return action = command }
        for letter in command {
            action.append(letter)
            change()
            try pass(by: Self.letter)
        }
        try pass(by: Self.effect)
    }

    // MARK: Frames

    private func pass(to time: Double, beginsAction: Bool = false) throws(Failure) {
        guard time >= start else { return }
        hasBegun = true
        var next = clock
        next.advance(to: time, beginsAction: beginsAction)
        try shoot(before: next.now)
        clock = next
    }

    private func pass(by seconds: Double) throws(Failure) {
        try shoot(before: clock.now + seconds)
        clock.advance(by: seconds)
    }

    private func change() { changed = changed ?? clock.now }

    private func give(_ event: [UInt8]) throws(Failure) {
        process.give(event + [0x0A])
        awaited += 1
        change()
        if awaited >= Self.mostAwaited { try receive() }
    }

    /// Adds what is on screen to the film, unless more changes at once.
    private func shoot(before next: Double) throws(Failure) {
        guard let changed, next - changed >= Self.shortestFrame else { return }
        try receive()
        if hasScreen { film.add(still, action: action, at: changed) }
        self.changed = nil
    }

    /// The end of the cassette.
    package func finish() throws(Failure) {
        if hasBegun { try shoot(before: .infinity) }
        _ = process.leave(within: .seconds(1))
    }

    private func receive() throws(Failure) {
        let deadline = Instant.now + Self.patience
        while awaited > 0 {
            if let line = process.nextLine() {
                awaited -= 1
                guard awaited == 0 else { continue }
                do throws(JSONError) { still = try Still(json: line) } catch { throw .unreadable }
            } else if process.isSilent {
                throw .ended
            } else {
                guard Instant.now < deadline else { throw .silent }
                process.turn(within: .seconds(1))
            }
        }
    }
}
