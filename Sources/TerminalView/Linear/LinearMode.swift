import TerminalText
package import Wire

/// The view without a screen: commands in, plain text out. Each command waits until the screen has settled, so that a
/// script sees what a patient person would see.
package struct LinearMode: Sendable {
    package enum Effect: Equatable, Sendable {
        case send(Event)
        /// Whole lines for the session's output.
        case print(String)
        /// A line for the diagnostics.
        case complain(String)
        /// The beginning of a command that an earlier process had read; its rest is still to be read.
        case typed(String)
        case end(ExitStatus)
    }

    private var state: ViewState
    private let echoesCommands: Bool
    private var commands: [(number: Int, text: String)] = []
    private var lineCount = 0
    private var commandsHaveEnded = false
    private var printed: String?
    private var status = ExitStatus.done
    private var patience: Patience?

    /// - Parameters:
    ///   - echoesCommands: when no terminal does it.
    ///   - patience: how long the screen may take to settle; nil waits for as long as it takes.
    package init(stamp: EventStamp, echoesCommands: Bool, patience: Patience? = nil) {
        state = ViewState(stamp: stamp, size: Size(columns: 80, rows: 24), drawsPictures: false)
        self.echoesCommands = echoesCommands
        self.patience = patience
    }

    /// Whether a command could be carried out at once. Nothing is read before: what this process has read is lost to
    /// one that takes its place.
    package var awaitsCommand: Bool { commands.isEmpty && state.isSettled }

    /// What a view that takes this one's place has to know: without it, a screen that still waits for an answer would
    /// look settled.
    private struct Memory: Codable {
        var pending: [String]
        var lineCount: Int
        var failed: Bool
        /// The beginning of a command.
        var typed: String?
    }

    /// Tells ``Memory``, for the supervisor to keep.
    /// - Parameter typed: the beginning of a command whose rest has not been read.
    package func snapshot(typed: String? = nil) -> Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(
            Memory(pending: state.pendingIDs, lineCount: lineCount, failed: status == .badInput, typed: typed))
        return event
    }

    private mutating func restore(_ event: Event) -> [Effect] {
        guard let memory = try? event.decode(Memory.self) else { return [] }
        state.awaitAnswers(to: memory.pending)
        lineCount = memory.lineCount
        status = memory.failed ? .badInput : .done
        return (memory.typed.map { [.typed($0)] } ?? []) + advance()
    }

    package mutating func receive(_ incoming: EventReader.Incoming) -> [Effect] {
        if case .event(let event) = incoming, event.type == ProcessInput.Restore.type { return restore(event) }
        var effects = state.receive(incoming).map { Effect.send($0) }
        switch state.notice {
        case .opened(let url): effects.append(.print("opened \(url)\n"))
        case .playing(let url, let player): effects.append(.print("playing \(url) in \(player)\n"))
        case .failed(let message): effects.append(.print("! \(message)\n"))
        case .advice, nil: break
        }
        state.notice = nil
        return effects + advance()
    }

    package mutating func read(command line: String) -> [Effect] {
        lineCount += 1
        let isNothing = (try? LinearCommand(line) == nil) ?? false
        if !isNothing { commands.append((lineCount, line)) }
        return advance()
    }

    /// The end of the commands asks to quit.
    package mutating func endCommands() -> [Effect] {
        commandsHaveEnded = true
        return advance()
    }

    /// The bus is gone: nothing will settle any more.
    package mutating func endEvents() -> [Effect] {
        if let next = commands.first {
            return complaints("the session has ended", about: next.text, next.number) + [.end(.unavailable)]
        }
        guard state.isSettled else {
            let reason = "the session ended before its screen had settled"
            return [.print("? \(reason)\n"), .complain(reason), .end(.unavailable)]
        }
        return [.end(status)]
    }

    /// How many milliseconds from `now` on somebody will still wait; nil when nobody waits.
    package mutating func remainingPatience(now: Int) -> Int? { patience?.remaining(state.awaited, now: now) }

    /// Called when that time has passed: gives up if it really has.
    package mutating func lookAtClock(now: Int) -> [Effect] {
        guard let awaited = state.awaited, let patience, remainingPatience(now: now) == 0 else { return [] }
        let reason = "nothing has happened for \(patience.seconds): \(awaited)"
        return [.print("? \(reason)\n"), .complain(reason), .end(.temporary)]
    }

    /// Carries out what can be: prints the settled screen, takes the next command, and so on.
    private mutating func advance() -> [Effect] {
        var effects: [Effect] = []
        while true {
            if state.isFinished { return effects + [.end(status)] }
            guard state.isSettled, let screen = state.top?.screen else { return effects }
            let page = LinearPage.text(of: screen)
            if page != printed {
                effects.append(.print(page))
                printed = page
            }
            guard !commands.isEmpty else { return effects + (commandsHaveEnded ? [.end(status)] : []) }
            let (number, text) = commands.removeFirst()
            let result = carryOut(text, number)
            effects += result
            if result.last == .end(status) { return effects }
        }
    }

    private mutating func carryOut(_ text: String, _ number: Int) -> [Effect] {
        let text = Sanitizer.line(text)
        do throws(LinearCommand.ParseError) {
            guard let command = try LinearCommand(text) else { return [] }
            let echo: [Effect] = echoesCommands ? [.print("> \(text)\n")] : []
            if command == .quit { return echo + [.end(status)] }
            if command == .help { return echo + [.print(LinearCommand.summary + "\n")] }
            return echo + [.send(try state.carryOut(command))]
        } catch {
            status = .badInput
            return complaints(error.reason, about: text, number)
        }
    }

    /// To the person, and to the diagnostics, which may be a file that the person does not see.
    private func complaints(_ reason: String, about text: String, _ number: Int) -> [Effect] {
        let text = Sanitizer.line(text)
        return [.print("? \(text): \(reason)\n"), .complain("line \(number): \(text): \(reason)")]
    }
}
