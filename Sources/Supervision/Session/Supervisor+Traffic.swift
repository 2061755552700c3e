import Composition
import Processes
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What goes through the pipes.
extension Supervisor {
    /// How much is taken from one sender before the others have their turn.
    private static let turn = 1 << 18

    /// Takes what a service has written and passes it on at once, without another round of `poll`.
    func readOutput(of child: Child) {
        guard let number = child.output?.number, child.port.waitsFor.isEmpty else { return }
        let count = child.port.inbox.fill(room: Self.turn) { space in
            read(number, space.baseAddress, space.count)
        }
        if count > 0 {
            switchboard.relay(from: child.port)
            flushAll()
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) || !child.isAlive && errno == EAGAIN {
            // A dead service's pipe that is empty is at its end, even when a grandchild still holds it open.
            finishOutput(of: child)
        }
    }

    private func finishOutput(of child: Child) {
        child.output = nil
        // Of one that may be started again nobody knows yet; its end will tell.
        switchboard.finish(child.port, forGood: !child.mayComeBack)
        flushAll()
    }

    func flushAll() {
        for receiver in children where receiver.port.outbox.count > 0 && !receiver.port.isBehind { flush(receiver) }
    }

    /// Gives a service as much of its queue as it takes without waiting.
    func flush(_ child: Child) {
        // Who has not been started (again) yet finds what has come for it meanwhile.
        guard let number = child.input?.number else { return }
        let writing = child.yieldsInput ? child.port.outbox.finishLine(to: number) : child.port.outbox.write(to: number)
        child.port.isBehind = writing == .blocked
        switch writing {
        case .drained where child.yieldsInput: yieldInput(of: child, number)
        case .drained: if child.closesInput { closeInput(of: child) }
        case .blocked: break
        case .gone: stopFeeding(child)
        }
    }

    /// What it has not read is its successor's. The one with the terminal has to be told that the session goes on.
    private func yieldInput(of child: Child, _ number: Int32) {
        if child.service.tty {
            var yield = Event(type: ProcessInput.Yield.type)
            yield.source = "viperline"
            yield.id = "yield"
            // As one, or not at all: it is shorter than PIPE_BUF.
            let line = yield.line
            child.port.isBehind = write(number, line, line.count) < 0 && errno == EAGAIN
            if child.port.isBehind { return }
        }
        child.input = nil
    }

    /// Nobody reads the other end. If the process has died, what it has not read is for its successor: the queue stays.
    private func stopFeeding(_ child: Child) {
        child.input = nil
        if !child.mayComeBack { closeInput(of: child) }
    }

    func closeInput(of child: Child) {
        child.input = nil
        child.port.isDeaf = true
        child.port.outbox.clear()
    }

    /// Puts what a service writes on stderr into the log, line by line.
    func readDiagnostics(of child: Child) {
        guard let number = child.diagnostics?.number else { return }
        let count = child.diagnosticLines.fill(room: 1 << 14) { space in
            read(number, space.baseAddress, space.count)
        }
        let isAtEnd =
            count == 0 || (count < 0 && errno != EINTR && (errno != EAGAIN || !child.isAlive))
        while let line = child.diagnosticLines.next() { tell(line, of: child) }
        if isAtEnd {
            if let line = child.diagnosticLines.last() { tell(line, of: child) }
            child.diagnostics = nil
        }
    }

    private func tell(_ line: LineBuffer.Line, of child: Child) {
        let text =
            switch line {
            case .whole(let range): String(decoding: child.diagnosticLines.bytes[range], as: UTF8.self)
            case .tooLong(let bytes, let beginning):
                String(decoding: child.diagnosticLines.bytes[beginning.prefix(200)], as: UTF8.self)
                    + "… (\(bytes) bytes)"
            }
        log.write(child.service.name, text)
        child.lastDiagnostics = (child.lastDiagnostics + [SessionLog.printable(text)]).suffix(5)
    }

    /// What a service says to the supervisor itself.
    func hear(_ event: Event, from child: Child) {
        switch event.type {
        case ProcessOutput.Ready.type:
            child.isReady = true
        case ProcessOutput.Snapshot.type:
            guard child.port.linesToDrop == 0 else { return }
            child.port.journal.took(
                snapshot: event.data, after: event.causationID ?? "", from: event.causationSource)
        case ProcessOutput.Entered.type: show(event, from: child)
        case ProcessOutput.Refused.type:
            let refused = try? event.decode(ProcessOutput.Refused.self)
            report(
                .refused(
                    by: child.service.name, reason: refused?.reason ?? "no reason given", line: refused?.line ?? ""))
        default:
            report(
                .forbidden(sender: child.service.name, type: event.type, allowed: child.port.sends.map(\.description)))
        }
    }

    /// When all who could send to a service have ended for good, it sees the end of its input, as in a shell pipeline.
    /// - Returns: whether anything has ended, which others may have waited for.
    func passOnEnds() -> Bool {
        var somethingEnded = false
        for child in children where !child.isAlive && child.output != nil {
            // All that a dead service has left behind, as far as its receivers let us.
            while child.output != nil, child.port.waitsFor.isEmpty { readOutput(of: child) }
            somethingEnded = somethingEnded || child.output == nil
        }
        for child in children where child.input != nil {
            child.closesInput = child.closesInput || switchboard.isAbandoned(child.port)
            guard child.closesInput, child.port.outbox.count == 0 else { continue }
            closeInput(of: child)
            somethingEnded = true
        }
        return somethingEnded
    }

    func checkForStall() {
        guard children.contains(where: { !$0.port.waitsFor.isEmpty }) else { return }
        let ports = switchboard.ports
        let circle = stalls.check(
            waits: ports.map(\.waitsFor), moved: ports.map(\.outbox.position), at: clock.now)
        guard let circle, !isStopping else { return }
        fail(.defect, .stalled(circle: circle.map { ports[$0].name }, limit: composition.queueLimit))
    }
}
