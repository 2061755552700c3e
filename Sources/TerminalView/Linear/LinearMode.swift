import RouterMessages
import TerminalText
package import Wire

/// The view without a screen: commands in, plain text out. Each command waits until the screen has settled, so that a
/// script sees what a patient person would see.
package struct LinearMode: Sendable {
    package enum Effect: Equatable, Sendable {
        /// The memory goes with it, in one write: nobody can end this process in between.
        case send(Event, LinearMemory)
        /// Text for the session's output; the memory, if any, is told as soon as it stands there.
        case print(String, LinearMemory?)
        /// A line for the diagnostics.
        case complain(String)
        /// Go on where an earlier process was.
        case resume(LinearMemory)
        case end(ExitStatus)
    }

    package struct Options: Sendable {
        /// Prints each command, when no terminal does it.
        package var echoesCommands: Bool
        /// A person sits there: it says when it is their turn.
        package var prompts: Bool
        /// The first error is the end.
        package var isStrict: Bool

        package init(echoesCommands: Bool, prompts: Bool = false, isStrict: Bool = false) {
            self.echoesCommands = echoesCommands
            self.prompts = prompts
            self.isStrict = isStrict
        }
    }

    private var state: ViewState
    private let options: Options
    /// What has been read and not been carried out.
    private var typed: [UInt8] = []
    /// The line that is being read is too long; ``typed`` has its beginning.
    private var isOverlong = false
    private var inputPosition: Int?
    private var lineCount = 0
    private var commandsHaveEnded = false
    private var pages = PrintedPages()
    private var isAnswerDue = false
    private var isPrompting = false
    /// Of the first error.
    private var status = ExitStatus.done
    private var patience: Patience?
    private var word: WaitingWord?

    /// - Parameters:
    ///   - patience: how long the screen may take to settle; nil waits for as long as it takes.
    ///   - word: when to say what is awaited; nil where nobody would read it.
    package init(stamp: EventStamp, options: Options, patience: Patience? = nil, word: WaitingWord? = nil) {
        state = ViewState(stamp: stamp, size: Size(columns: 80, rows: 24), drawsPictures: false)
        self.options = options
        self.patience = patience
        self.word = word
    }

    /// Whether a command could be carried out at once. Nothing is read before: what is not read cannot be lost.
    package var awaitsCommand: Bool { !commandsHaveEnded && state.isSettled }
    /// A whole command has been read and waits for the screen to settle.
    package var hasCommand: Bool { typed.contains(0x0A) }

    /// What a view that takes this one's place has to know: without it, a screen that still waits for an answer would
    /// look settled.
    package var memory: LinearMemory {
        LinearMemory(
            pending: state.pendingIDs, isAnswerDue: isAnswerDue, lineCount: lineCount, status: status.rawValue,
            typed: typed, isOverlong: isOverlong, pages: pages, isPrompting: isPrompting, input: inputPosition)
    }

    /// What ``memory`` will be once these bytes have been read.
    package func memory(reading bytes: [UInt8], position: Int?) -> LinearMemory {
        var next = self
        next.append(bytes, position)
        return next.memory
    }

    private mutating func restore(_ event: Event) -> [Effect] {
        guard let memory = try? event.decode(LinearMemory.self) else { return [] }
        state.awaitAnswers(to: memory.pending)
        isAnswerDue = memory.isAnswerDue
        lineCount = max(0, min(memory.lineCount, 1 << 40))
        status = ExitStatus(rawValue: memory.status) ?? .done
        typed = memory.typed
        isOverlong = memory.isOverlong
        inputPosition = memory.input
        pages = memory.pages
        isPrompting = memory.isPrompting
        return [.resume(memory)] + advance()
    }

    package mutating func receive(_ incoming: EventReader.Incoming) -> [Effect] {
        if case .event(let event) = incoming, event.type == ProcessInput.Restore.type { return restore(event) }
        var effects: [Effect] = []
        for answer in state.receive(incoming) { effects.append(.send(answer, memory)) }
        effects += state.takeRemarks().map { .complain($0) }
        let notice = state.notice
        state.notice = nil
        switch notice {
        case .opened(let url): effects += tell("opened \(url)\n")
        case .playing(let url, let player): effects += tell("playing \(url) in \(player)\n")
        case .failed(let failure):
            let reason = Sanitizer.line("\(failure.action): \(failure.message)")
            effects += failed(reason, telling: "! \(reason)\n")
        case .session(let message): effects += tell("! \(message)\n", isAnswer: false)
        case .advice, nil: break
        }
        return effects + advance()
    }

    /// - Parameter position: how far the commands have been read with it, where they are a file.
    package mutating func read(_ bytes: [UInt8], position: Int? = nil) -> [Effect] {
        append(bytes, position)
        return advance()
    }

    private mutating func append(_ bytes: [UInt8], _ position: Int?) {
        inputPosition = position
        isPrompting = isPrompting && !bytes.contains(0x0A)
        typed += bytes
        guard typed.count > LinearCommand.limit else { return }
        // The beginning is enough to say which line it was; the end of the line is waited for.
        guard let end = typed.firstIndex(of: 0x0A) else {
            isOverlong = true
            return typed.removeLast(typed.count - Self.quoted)
        }
        if end > LinearCommand.limit {
            isOverlong = true
            typed.removeSubrange(Self.quoted..<end)
        }
    }

    private static let quoted = 200

    /// The end of the commands asks to quit.
    package mutating func endCommands() -> [Effect] {
        commandsHaveEnded = true
        if !typed.isEmpty, typed.last != 0x0A { typed.append(0x0A) }
        return advance()
    }

    /// The bus is gone: nothing will settle any more.
    package mutating func endEvents() -> [Effect] {
        while let line = nextLine() {
            guard !isNothing(line) else { continue }
            return complaints("the session has ended", about: line) + [.end(.unavailable)]
        }
        guard state.isSettled else {
            let reason = "the session ended before its screen had settled"
            return tell("? \(reason)\n") + [.complain(reason), .end(.unavailable)]
        }
        return [.end(status)]
    }

    /// How many milliseconds from `now` on somebody will still wait; nil when nobody waits.
    package mutating func remainingPatience(now: Int) -> Int? {
        let awaited = state.awaited
        return [patience?.remaining(awaited, now: now), word?.remaining(awaited, now: now)].compactMap(\.self).min()
    }

    /// Called when that time has passed: gives up if it really has.
    package mutating func lookAtClock(now: Int) -> [Effect] {
        guard let awaited = state.awaited else { return [] }
        let word = self.word?.take(awaited, now: now).map { [Effect.complain($0)] } ?? []
        guard let patience, self.patience?.remaining(awaited, now: now) == 0 else { return word }
        let reason = "nothing has happened for \(patience.seconds): \(awaited)"
        return tell("? \(reason)\n") + [.complain(reason), .end(.temporary)]
    }

    /// Carries out what can be: prints the settled screen, takes the next command, and so on.
    private mutating func advance() -> [Effect] {
        var effects: [Effect] = []
        while true {
            if state.isFinished { return effects + [.end(status)] }
            guard state.isSettled, let top = state.top, let scene = state.stack?.last?.scene else { return effects }
            effects += show(LinearPage(top.screen), of: scene, failure: top.screen.failureText)
            if options.isStrict, status != .done { return effects + [.end(status)] }
            guard let line = nextLine() else {
                guard !commandsHaveEnded else { return effects + [.end(status)] }
                return effects + prompt()
            }
            effects += carryOut(line)
            if case .end = effects.last { return effects }
        }
    }

    private mutating func show(_ page: LinearPage, of scene: String, failure: String?) -> [Effect] {
        if let stack = state.stack { pages.keep(scenes: Set(stack.map(\.scene))) }
        let lines = pages.take(page, of: scene, isAnswer: isAnswerDue)
        guard !lines.isEmpty else { return [] }
        let text = LinearPage.text(lines)
        return failure.map { failed($0, telling: text) } ?? tell(text)
    }

    private mutating func prompt() -> [Effect] {
        guard options.prompts, !isPrompting else { return [] }
        isPrompting = true
        return [.print("> ", memory)]
    }

    /// Prints whole lines, which mostly answer whatever was asked.
    private mutating func tell(_ text: String, isAnswer: Bool = true) -> [Effect] {
        let lead = isPrompting ? "\n" : ""
        isPrompting = false
        isAnswerDue = isAnswerDue && !isAnswer
        return [.print(lead + text, memory)]
    }

    /// What was asked for was not done.
    private mutating func failed(_ reason: String, telling text: String) -> [Effect] {
        if status == .done { status = .unavailable }
        return tell(text) + [.complain("line \(lineCount): \(reason)")]
    }

    private mutating func nextLine() -> Line? {
        guard let end = typed.firstIndex(of: 0x0A) else { return nil }
        let line = Line(typed[..<end], isOverlong: isOverlong)
        typed.removeSubrange(...end)
        isOverlong = false
        lineCount = min(lineCount + 1, 1 << 40)
        return line
    }

    private func isNothing(_ line: Line) -> Bool {
        guard let text = line.text, case .some(.none) = try? LinearCommand(text) else { return false }
        return true
    }

    private mutating func carryOut(_ line: Line) -> [Effect] {
        guard let text = line.text else { return complaints(line.fault, about: line) }
        do throws(LinearCommand.ParseError) {
            guard let command = try LinearCommand(text) else { return [] }
            let echo = options.echoesCommands ? "> \(text)\n" : ""
            switch command {
            case .quit: return (echo.isEmpty ? [] : [.print(echo, nil)]) + [.end(status)]
            case .help: return tell(echo + LinearCommand.summary + "\n")
            case .again, .whereAmI, .list: return tell(echo + LinearPage.text(try state.lines(for: command)))
            default: break
            }
            let event = try state.carryOut(command)
            isAnswerDue = true
            // Until the event is sent, a successor has the command still to carry out.
            return (echo.isEmpty ? [] : [.print(echo, nil)]) + [.send(event, memory)]
        } catch {
            return complaints(error.reason, about: line)
        }
    }

    /// To the person, and to the diagnostics, which may be a file that the person does not see.
    private mutating func complaints(_ reason: String, about line: Line) -> [Effect] {
        status = status == .done ? .badInput : status
        return tell("? \(line.quoted): \(reason)\n") + [.complain("line \(lineCount): \(line.quoted): \(reason)")]
    }
}
