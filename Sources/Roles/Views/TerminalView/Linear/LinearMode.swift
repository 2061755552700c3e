package import Languages
package import Platform
import RouterMessages
import ScreenModel
import TerminalText
import ViewMessages
package import Wire

/// The view without a screen: commands in, plain text out. Each command waits until the screen has settled, so that a
/// script sees what a patient user would see.
package struct LinearMode: Sendable {
    package struct Options: Sendable {
        /// Prints each command, where no terminal does so.
        package var echoesCommands: Bool
        /// Shows a user when a command is expected.
        package var prompts: Bool
        /// Ends at the first error.
        package var isStrict: Bool
        /// A successor may take this view's place: what goes out has the ``LinearMode/memory`` with it.
        package var remembers: Bool

        package init(echoesCommands: Bool, prompts: Bool = false, isStrict: Bool = false, remembers: Bool = true) {
            self.echoesCommands = echoesCommands
            self.prompts = prompts
            self.isStrict = isStrict
            self.remembers = remembers
        }
    }

    /// Input that is still to come.
    private enum Life {
        case commands
        /// The commands that have been read, without further ones.
        case lastCommands
        case nothing
    }

    private var state: SizedSession
    private let options: Options
    private var life = Life.commands
    private var commands = CommandBuffer()
    private var next = NextLine.command
    private var filter: LinearFilter?
    private var transcript = Transcript()
    /// Exit status of the first error.
    private var status = ExitStatus.done
    private var patience: Patience?
    private var silence: Patience?

    /// - Parameters:
    ///   - patience: the time in which the screen has to settle; nil for no limit.
    ///   - silence: the time until the view prints what it is waiting for; nil where no user would read it.
    package init(stamp: EventStamp, options: Options, patience: Patience? = nil, silence: Patience? = nil) {
        state = SizedSession(stamp: stamp, size: Size(columns: 80, rows: 24), drawsPictures: false, isText: true)
        self.options = options
        self.patience = patience
        self.silence = silence
    }

    /// A command could be carried out at once. No command is read earlier: what is not read cannot be lost.
    package var awaitsCommand: Bool { life == .commands && state.isSettled }
    /// A command may be left that nobody has read.
    var mayReadLate: Bool { life == .commands && !commands.hasLine }

    /// Language of the view's own words.
    package var language: Language {
        get { state.language }
        set { state.language = newValue }
    }

    // MARK: Memory

    /// Memory that a successor of this view receives. Without it, a screen that still waits for an answer would look settled.
    package var memory: LinearMemory {
        LinearMemory(
            pending: state.pending.ids, scenes: state.scenesMemory { $0.hasEntries },
            awaitedSecret: next.secret, transcript: transcript, status: status.rawValue,
            typed: privateLines.publicPart(of: commands.bytes), isOverlong: commands.isOverlong,
            lineNumber: commands.lineNumber, input: commands.position, lost: state.lostLine, filter: filter)
    }

    /// The memory that goes out with a text or an event.
    private var sent: LinearMemory? { options.remembers ? memory : nil }

    /// The ``memory`` once these bytes have been read.
    package func memory(reading bytes: [UInt8], position: Int?) -> LinearMemory {
        var next = self
        next.append(bytes, position)
        return next.memory
    }

    private var privateLines: PrivateLines {
        PrivateLines(next, on: state.top?.screen, isBlind: commands.areBlind)
    }

    /// The part of these bytes that is recorded: whole lines with placeholders for secrets, and nothing of a piece of a line that may
    /// contain a piece of a secret.
    package func recordedPart(of bytes: [UInt8]) -> [UInt8] {
        var next = self
        next.append(bytes, nil)
        let all = next.commands.bytes
        let lines = next.privateLines
        guard lines.publicPart(of: all).count < all.count else { return bytes }
        return all == bytes && bytes.last == 0x0A ? lines.recordedPart(of: bytes) : []
    }

    private mutating func restore(_ event: Event) -> [LinearEffect] {
        guard let memory = try? event.decode(LinearMemory.self) else { return [] }
        state.restore(ViewMemory(pending: memory.pending, scenes: memory.scenes, lost: memory.lost))
        transcript = memory.transcript
        next = memory.awaitedSecret.map { .secret(of: $0) } ?? .command
        status = ExitStatus(rawValue: memory.status) ?? .done
        filter = memory.filter
        commands = CommandBuffer(memory)
        return [.resume(memory)] + (next.secret == nil ? [] : [.hideInput(true)]) + advance()
    }

    // MARK: What comes in

    package mutating func receive(_ incoming: EventReader.Incoming) -> [LinearEffect] {
        if case .event(let event) = incoming, event.type == ProcessInput.Restore.type { return restore(event) }
        var effects: [LinearEffect] = []
        for answer in state.receive(incoming) { effects.append(.send(answer, sent)) }
        effects += state.takeRemarks().map { .complain($0) }
        effects += state.takeRequests().flatMap { carryOut($0) }
        return effects + tellNotice() + advance()
    }

    /// Prints a text to copy, and gives no command the terminal.
    private mutating func carryOut(_ request: KeyEffect) -> [LinearEffect] {
        guard case .run(let command) = request else { return [] }
        let report = state.didRun(command, command.refusal("there is no full screen"))
        return [.send(report, sent)]
    }

    private mutating func tellNotice() -> [LinearEffect] {
        guard let notice = state.notice else { return [] }
        state.notice = nil
        let words = state.words
        switch notice {
        case .opened(let url): return output(words("opened %", url) + "\n")
        case .playing(let url, let player?): return output(words("playing % in %", url, player) + "\n")
        case .playing(let url, nil): return output(words("no player for %", url) + "\n")
        case .failed(let failure):
            let reason = Sanitizer.line("\(failure.action): \(failure.message)")
            return failed(reason, printing: "! \(reason)\n")
        case .copied(let text): return output("* \(words["copied"]): \(text)\n", isAnswer: false)
        case .word(let text, let tone): return output("* \(text)\(tone.note(in: words))\n", isAnswer: false)
        case .session(let message, let isGood):
            return output("\(isGood ? "*" : "!") \(message)\n", isAnswer: false)
        case .advice: return []
        }
    }

    /// - Parameter position: the bytes of the commands that have been read, these included, where they are a file.
    package mutating func read(_ bytes: [UInt8], position: Int? = nil) -> [LinearEffect] {
        append(bytes, position)
        return advance()
    }

    private mutating func append(_ bytes: [UInt8], _ position: Int?) {
        if bytes.contains(0x0A) { transcript.endPrompt() }
        commands.append(bytes, position: position, isBlind: state.top == nil)
    }

    /// The end of the commands quits, once the last is answered.
    package mutating func endCommands() -> [LinearEffect] {
        life = .lastCommands
        commands.end()
        return advance()
    }

    /// The bus has ended: no further screen will settle.
    package mutating func endEvents() -> [LinearEffect] {
        while let line = commands.nextLine() {
            do throws(CommandError) { if try line.command() == nil { continue } } catch {}
            var lines = privateLines
            let isPrivate = lines.take(line.text ?? line.quoted)
            return complaints(CommandError(reason: "the session has ended"), about: line, isPrivate) + end(.unavailable)
        }
        guard state.isSettled else {
            return abandon(state.words["the session ended before its screen had settled"], status: .unavailable)
        }
        return end(status)
    }

    private mutating func end(_ status: ExitStatus) -> [LinearEffect] {
        life = .nothing
        return [.end(status)]
    }

    // MARK: Waiting

    /// Time from `now` until ``lookAtClock(now:)`` has something to do; nil while the view waits for nothing.
    package mutating func remainingPatience(now: Instant) -> Duration? {
        let awaited = state.awaited
        return earliest(
            patience?.remaining(awaited, now: now), silence?.remaining(awaited, now: now), state.untilLost(now: now))
    }

    /// Prints what was lost, when it is time, and continues without it.
    package mutating func giveUpLost(now: Instant) -> [LinearEffect] {
        state.giveUpLost(now: now) ? tellNotice() + advance() : []
    }

    /// Prints what the view is waiting for, or gives up, when it is time.
    package mutating func lookAtClock(now: Instant) -> [LinearEffect] {
        guard let awaited = state.awaited else { return [] }
        let isSlow = silence?.takeEnd(awaited, now: now) == true
        let hint = isSlow ? [LinearEffect.complain(awaited.hint(in: state.words))] : []
        guard patience?.takeEnd(awaited, now: now) == true, let limit = patience?.text else { return hint }
        return abandon(
            state.words("nothing has happened for %: %", limit, awaited.description(in: state.words)),
            status: .temporary)
    }

    private mutating func abandon(_ reason: String, status: ExitStatus) -> [LinearEffect] {
        output("? \(reason)\n") + [.complain(reason)] + end(status)
    }

    // MARK: Commands

    /// Prints the screen when it has settled, carries out a command, and so on.
    private mutating func advance() -> [LinearEffect] {
        var effects: [LinearEffect] = []
        while life != .nothing {
            if state.isFinished { return effects + end(status) }
            if let event = state.reportSize() { effects.append(.send(event, sent)) }
            guard state.isSettled else { return effects }
            effects += printNews() + printRefusal() + printUnsent()
            if options.isStrict, status != .done { return effects + end(status) }
            guard let line = commands.nextLine() else {
                return effects + (life == .commands ? prompt() : endOfCommands())
            }
            effects += carryOut(line)
        }
        return effects
    }

    /// - Returns: the news on the page, which count as printed then, and the failure that it shows.
    private mutating func takeNews() -> (text: String, failure: String?)? {
        guard let top = state.top, let stack = state.stack?.map(\.scene), let scene = stack.last else { return nil }
        let text = transcript.news(on: LinearPage(top.screen, fields: top.fields), of: scene, among: stack)
        return text.map { ($0, top.screen.alert.flatMap { AlertView(alert: $0).failure }) }
    }

    private mutating func printNews() -> [LinearEffect] {
        guard let (text, failure) = takeNews() else { return [] }
        return failure.map { failed($0, printing: text) } ?? output(text)
    }

    /// Prints what a page shows at the field: a script that has submitted the form has to know it, too.
    private mutating func printRefusal() -> [LinearEffect] {
        guard let refusal = state.takeRefusal() else { return [] }
        if status == .done { status = .badInput }
        return [.complain("\(place)\(refusal)")]
    }

    private mutating func printUnsent() -> [LinearEffect] {
        guard state.takeUnsent() else { return [] }
        let reason = state.words["The application has not sent these rows"]
        return failed(reason, printing: "? \(reason)\n")
    }

    private mutating func prompt() -> [LinearEffect] {
        guard options.prompts, let prompt = transcript.prompt() else { return [] }
        return [.print(prompt, sent)]
    }

    /// A question that nobody has answered is an error of a strict script: what it is about was not done.
    private mutating func endOfCommands() -> [LinearEffect] {
        guard let top = state.top, let alert = top.screen.alert, alert.isFailure != true, alert.buttons.count > 1 else {
            return end(status)
        }
        if options.isStrict, status == .done { status = .badInput }
        let isOwn = top.shared.leaving != nil
        let answers = alert.buttons.enumerated().map { isOwn ? $1.control : "press \($0 + 1) (\($1.title))" }
        let text = AlertView(alert: alert).text
        let question = state.words(
            "a question is open: %; these commands answer it: %", text, answers.joined(separator: ", "))
        return [.complain(question)] + end(status)
    }

    private mutating func carryOut(_ line: CommandText) -> [LinearEffect] {
        if let name = next.secret { return enterSecret(line, in: name) }
        var lines = privateLines
        let isPrivate = lines.take(line.text ?? line.quoted)
        // Nobody was asked for the secret of a line that is no command.
        next = lines.next.secret != nil && line.text == nil ? .afterUnknownField : lines.next
        do throws(CommandError) {
            guard let command = try line.command() else { return [] }
            let text = Self.shown(line.text ?? "", isPrivate)
            return try carryOut(command, echo: options.echoesCommands ? "> \(text)\n" : "")
        } catch {
            return complaints(error, about: line, isPrivate)
        }
    }

    /// The text without what may be a secret.
    private static func shown(_ text: String, _ isPrivate: Bool) -> String {
        guard isPrivate else { return text }
        return LinearCommand.argument(ofSet: text) == nil ? "…" : "set …"
    }

    private mutating func set(_ argument: String, echo: String) throws(CommandError) -> [LinearEffect] {
        let command = try CommandReader(state.top).field(argument)
        guard command.isSecretMissing else { return try enter(command, echo: echo) }
        return output(echo + state.words("%: type it on the next line", command.field.label) + "\n")
            + [.hideInput(true)]
    }

    private mutating func enter(_ command: FieldCommand, echo: String) throws(CommandError) -> [LinearEffect] {
        let reader = try CommandReader(state.top)
        _ = try perform(try reader.entry(of: command), by: reader)
        let field = state.top?.screen.formField(command.name)?.field ?? command.field
        let line = FieldView(field: field, name: command.name).line(
            state.top?.fields ?? InputFields(), state.words)
        state.cancelChanges()
        let event = state.reportChange(of: command.name)
        // The line shows it, so the page is not printed again.
        _ = takeNews()
        return output(echo + line + "\n") + (event.map { [.send($0, sent)] } ?? [])
    }

    private mutating func enterSecret(_ line: CommandText, in name: String) -> [LinearEffect] {
        next = .command
        let shown: [LinearEffect] = [.hideInput(false)]
        do throws(CommandError) {
            guard let field = state.top?.screen.formField(name)?.field, let text = line.text else {
                throw CommandError(reason: "the secret was not entered")
            }
            return shown + (try enter(FieldCommand(name: name, field: field, text: text), echo: ""))
        } catch {
            let reason = error.reason(in: state.words)
            return shown + failed(reason, printing: "? \(reason)\n")
        }
    }

    private mutating func perform(_ intent: Intent, by reader: CommandReader) throws(CommandError) -> IntentOutcome {
        let outcome = state.perform(intent)
        if case .refused(let refusal) = outcome { throw reader.error(refusal, of: intent) }
        return outcome
    }

    private mutating func carryOut(_ command: LinearCommand, echo: String) throws(CommandError) -> [LinearEffect] {
        let echoed: [LinearEffect] = echo.isEmpty ? [] : [.print(echo, nil)]
        switch command.verb {
        case .help: return output(echo + LinearCommand.summary(in: state.words) + "\n")
        case .set: return try set(command.text, echo: echo)
        default: break
        }
        noteFilter(of: command)
        let reader = try CommandReader(state.top, filter: filter?.text)
        if let intent = try reader.intent(of: command) {
            let outcome = try perform(intent, by: reader)
            switch outcome {
            case _ where command.verb == .mark: break
            // Until the event is sent, a successor has the command still to carry out.
            case .reported(let event):
                transcript.expectAnswer()
                return echoed + [.send(event, sent)]
            case .left: return echoed + end(status)
            case .done, .refused:
                transcript.expectAnswer()
                return echoed
            }
        }
        let lines = try CommandReader(state.top, filter: filter?.text).lines(for: command, among: state.titles)
        return output(echo + LinearPage.text(lines))
    }

    /// A filter holds for the commands on its scene, until all rows are printed.
    private mutating func noteFilter(of command: LinearCommand) {
        if filter?.scene != state.topID { filter = nil }
        switch command.verb {
        case .filter: filter = command.text.isEmpty ? nil : LinearFilter(scene: state.topID ?? "", text: command.text)
        case .list, .again, .search: filter = nil
        default: break
        }
    }

    // MARK: What goes out

    /// Prints whole lines.
    private mutating func output(_ text: String, isAnswer: Bool = true) -> [LinearEffect] {
        let text = transcript.append(text, isAnswer: isAnswer)
        return [.print(text, sent)]
    }

    private mutating func failed(_ reason: String, printing text: String) -> [LinearEffect] {
        if status == .done { status = .unavailable }
        return output(text) + [.complain("\(place)\(reason)")]
    }

    /// The place of a complaint's command; empty before the first one.
    private var place: String {
        commands.lineNumber == 0 ? "" : state.words("line %", "\(commands.lineNumber)") + ": "
    }

    /// The diagnostics may be a file that the user does not see, so the message goes to both.
    private mutating func complaints(
        _ error: CommandError, about line: CommandText, _ isPrivate: Bool
    ) -> [LinearEffect] {
        let reason = error.reason(in: state.words)
        if status == .done { status = .badInput }
        let quoted = Self.shown(line.quoted, isPrivate)
        return output("? \(quoted): \(reason)\n") + [.complain("\(place)\(quoted): \(reason)")]
    }
}

/// Effects of the linear mode, in order.
package enum LinearEffect: Equatable, Sendable {
    /// The memory goes out in the same write, so that no kill can come between the two.
    case send(Event, LinearMemory?)
    /// Text for the session's output; then the memory, if any, is sent.
    case print(String, LinearMemory?)
    /// A line for the diagnostics.
    case complain(String)
    /// Go on where an earlier process was.
    case resume(LinearMemory)
    /// True if the next line is a secret, which no terminal shows.
    case hideInput(Bool)
    case end(ExitStatus)
}
