import Analysis
import Control
package import Processes
import Recording
import TerminalText
import Wire

/// Replays a session as text: for each stop the page that the real view prints in its linear mode, under a heading.
package struct LinearReplay {
    private enum Command: String {
        case next, back, play, quit
    }

    private let timeline: Timeline
    private let tape: ViewTape
    private let command: [String]
    private let environment: [String: String]
    private var stop: Int

    /// - Parameters:
    ///   - command: the view's program and arguments.
    ///   - start: the second of the session to begin at.
    package init(
        _ timeline: Timeline, tape: ViewTape, command: [String], environment: [String: String], start: Double = 0
    ) {
        self.timeline = timeline
        self.tape = tape
        self.command = command
        self.environment = environment
        stop = timeline.stop(at: start)
    }

    /// The page of the stop that it begins at.
    package func begin() throws(SystemError) -> String { try page() }

    /// Carries out a line: `next`, `back`, `play` (all the rest) or `quit`.
    /// - Parameter print: is given what there is to print, a page at a time.
    /// - Returns: whether the person stays.
    package mutating func carryOut(_ line: String, print: (String) throws -> Void) throws -> Bool {
        let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !word.isEmpty else { return true }
        guard let command = Command(rawValue: word) else {
            try print("? \(Sanitizer.line(word).debugDescription): the commands are next, back, play, quit\n")
            return true
        }
        switch command {
        case .quit: return false
        case .next:
            guard stop < timeline.actions.count else {
                try print("? this is the end\n")
                return true
            }
            stop += 1
            try print(try page())
        case .back:
            guard stop > 0 else {
                try print("? this is the beginning\n")
                return true
            }
            stop -= 1
            try print(try page())
        case .play:
            while stop < timeline.actions.count {
                stop += 1
                try print(try page())
            }
        }
        return true
    }

    /// A view of its own for each page: it is told what one would be told that takes another's place, and ends when it
    /// has printed its page.
    private func page() throws(SystemError) -> String {
        let beginning = timeline.beginning(of: stop)
        let output = try Pipe.open()
        let reader = output.reader
        let view = try start(output.writer)
        view.give(try tape.wind(to: timeline.end(of: stop), since: beginning))
        view.endInput()
        var text: [UInt8] = []
        while !view.isSilent {
            let ready = view.turn(alsoReading: [reader.number])
            while view.nextLine() != nil {}
            if ready.contains(reader.number) { text += AvailableBytes.read(reader.number) }
        }
        _ = view.leave(within: .seconds(2))
        text += AvailableBytes.readToEnd(reader.number)
        let heading = "[\(timeline.number(of: stop))] t=\(SessionTime.text(beginning)) \(timeline.title(of: stop))"
        return heading + "\n" + String(decoding: text, as: UTF8.self) + "\n"
    }

    /// - Parameter output: for what it prints.
    private func start(_ output: consuming Descriptor) throws(SystemError) -> RoleProcess {
        // No commands: their end comes when this pipe is closed, on the way out.
        let commands = try Pipe.open()
        return try RoleProcess(
            command, service: timeline.view, run: "replay", environment: environment,
            descriptors: [(commands.reader.number, 3), (output.number, 4)])
    }
}
