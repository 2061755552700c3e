import Analysis
import SessionClient
package import Processes
import TerminalText

/// Replays a session as text: a heading for each stop, and the page that the real view prints in linear mode.
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

    /// The page of the first stop.
    package func begin() throws(SystemError) -> String { try page() }

    /// Carries out a command: `next`, `back`, `play` (all the rest) or `quit`.
    /// - Parameter print: prints a page.
    /// - Returns: false after `quit`.
    package mutating func carryOut(_ line: String, print: (String) throws -> Void) throws -> Bool {
        let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !word.isEmpty else { return true }
        guard let command = Command(rawValue: word) else {
            try print("? \(Sanitizer.line(word).debugDescription): the commands are next, back, play, quit\n")
            return true
        }
        switch command {
        case .quit: return false
        case .next where stop == timeline.actions.count: try print("? this is the end\n")
        case .back where stop == 0: try print("? this is the beginning\n")
        case .next, .back:
            stop += command == .next ? 1 : -1
            try print(try page())
        case .play:
            while stop < timeline.actions.count {
                stop += 1
                try print(try page())
            }
        }
        return true
    }

    /// Prints one page with a new view, which gets what a successor would get, and ends when the page is printed.
    private func page() throws(SystemError) -> String {
        let beginning = timeline.beginning(of: stop)
        let output = try Pipe.open()
        let printed = ChildOutput(output.reader)
        let view = try start(output.writer)
        view.give(try tape.wind(to: timeline.end(of: stop), since: beginning))
        view.endInput()
        var text: [UInt8] = []
        while !view.isSilent {
            view.turn(alsoReading: [printed.descriptor].compactMap(\.self))
            while view.nextLine() != nil {}
            text += printed.read(most: PipedProcess.chunk)
        }
        _ = view.leave(within: .seconds(2))
        printed.childEnded()
        while printed.descriptor != nil { text += printed.read(most: PipedProcess.chunk) }
        let heading = "[\(timeline.number(of: stop))] t=\(TimeText.moment(beginning)) \(timeline.title(of: stop))"
        return heading + "\n" + String(decoding: text, as: UTF8.self) + "\n"
    }

    /// - Parameter output: takes what it prints.
    private func start(_ output: consuming Descriptor) throws(SystemError) -> RoleProcess {
        // The pipe for commands stays empty, and ends on return.
        let commands = try Pipe.open()
        return try RoleProcess(
            command, service: timeline.view, run: "replay", environment: environment,
            descriptors: [(commands.reader.number, 3), (output.number, 4)])
    }
}
