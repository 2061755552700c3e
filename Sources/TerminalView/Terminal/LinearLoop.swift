import TerminalText
package import Wire

/// Runs the linear mode: one `poll` over the bus and the commands.
package struct LinearLoop: ~Copyable {
    private var mode: LinearMode
    private var bus: Bus
    private let session: SessionDescriptors
    private let input = InputBuffer()
    private var commands = LineBuffer()
    private var commandsHaveEnded = false
    private var end: ExitStatus?
    private let clock: () -> Int
    private let remembersForSuccessor: Bool
    private let isRecorded: Bool
    private let repertoire: Repertoire

    /// - Parameters:
    ///   - patience: how long a script may wait for the screen to settle; a person at a terminal decides that alone.
    ///   - clock: milliseconds that only go forward.
    package init(
        _ session: SessionDescriptors, in environment: RoleEnvironment, patience: Patience,
        clock: @escaping () -> Int = Readiness.now
    ) {
        self.session = session
        self.clock = clock
        remembersForSuccessor = environment.isSupervised
        isRecorded = environment.isRecorded
        // In a file or a pipe it is UTF-8 whatever the locale says.
        repertoire = session.outputIsTerminal && !TerminalKind.current.isUTF8 ? .ascii : .unicode
        mode = LinearMode(
            stamp: environment.stamp, echoesCommands: !session.inputIsTerminal,
            patience: session.inputIsTerminal ? nil : patience)
        bus = Bus(lineLimit: environment.lineLimit)
    }

    package mutating func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            while true {
                if let end { return end }
                try step()
            }
        } catch .closed {
            return .done
        } catch {
            StandardStream.diagnose("viperline-view", "read or write: \(error)")
            return .unavailable
        }
    }

    private mutating func step() throws(StandardStream.Failure) {
        let awaitsCommands = !commandsHaveEnded && mode.awaitsCommand
        let ready = Readiness.wait(
            awaitsCommands ? [bus.input, session.input] : [bus.input],
            timeout: mode.remainingPatience(now: clock()))
        // Commands first: when both have ended, it is known whether any were left.
        if ready.count > 1, ready[1] { try readCommands() }
        if ready[0], end == nil { try readBus() }
        if !ready.contains(true) { try perform(mode.lookAtClock(now: clock())) }
    }

    private mutating func readCommands() throws(StandardStream.Failure) {
        // A byte at a time, as a shell reads a script: the next command stays where another process finds it.
        let chunk = try input.read(session.input, atMost: 1)
        commands.append(chunk)
        while let line = !chunk.isEmpty ? commands.next() : commands.last() {
            let command = text(of: line)
            if isRecorded { try bus.send([EnteredText.event(chunk.isEmpty ? command : command + "\n")]) }
            try perform(mode.read(command: command))
        }
        guard chunk.isEmpty else { return }
        commandsHaveEnded = true
        try perform(mode.endCommands())
    }

    private func text(of line: LineBuffer.Line) -> String {
        switch line {
        case .whole(let range), .tooLong(_, let range): String(decoding: commands.bytes[range], as: UTF8.self)
        }
    }

    private mutating func readBus() throws(StandardStream.Failure) {
        let (incoming, hasEnded) = try bus.read()
        for next in incoming where end == nil {
            if next.isYield { return try giveWay() }
            try perform(mode.receive(next))
        }
        guard hasEnded else { return }
        // Whether any commands are left is worth knowing.
        while end == nil, !commandsHaveEnded, Readiness.wait([session.input], timeout: 0) == [true] {
            try readCommands()
        }
        try perform(mode.endEvents())
    }

    private mutating func giveWay() throws(StandardStream.Failure) {
        let typed = if let line = commands.last() { text(of: line) } else { nil as String? }
        try bus.send([mode.snapshot(typed: typed)])
        end = .done
    }

    private mutating func perform(_ effects: [LinearMode.Effect]) throws(StandardStream.Failure) {
        for effect in effects where end == nil {
            switch effect {
            // What is awaited from now on is told in the same write: nobody can end this process in between.
            case .send(let event): try bus.send(remembersForSuccessor ? [mode.snapshot(), event] : [event])
            case .print(let text):
                try StandardStream.write(Array(repertoire.text(for: text).utf8), to: session.output)
            case .complain(let message): StandardStream.diagnose("viperline-view", message)
            case .typed(let text): Array(text.utf8).withUnsafeBytes { commands.append($0) }
            case .end(let status): end = status
            }
        }
    }
}
