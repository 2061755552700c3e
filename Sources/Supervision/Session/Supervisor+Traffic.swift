import Composition
import Platform
import Processes
import Wire

/// What a service says to the supervisor, on stderr and in events, and what its silence means.
extension Supervisor {
    /// Puts what a service writes on stderr into the log, line by line.
    func readDiagnostics(of child: Child) {
        guard let number = child.diagnostics?.number else { return }
        let room = min(1 << 14, child.diagnosticsLeft)
        let count =
            room > 0
            ? child.diagnosticLines.fill(room: room) { space in read(number, space.baseAddress, space.count) } : 0
        let isAtEnd =
            count == 0 || (count < 0 && errno != EINTR && (errno != EAGAIN || !child.isAlive))
        child.hasRead(diagnostics: max(0, count))
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
            guard child.port.incoming.linesToDrop == 0 else { return }
            child.port.outgoing.journal.took(
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

    /// A session in which every service waits for the next one will never go on.
    func checkForStall() {
        guard !isStopping else { return stalls = StallDetector() }
        let ports = switchboard.ports
        let circle = stalls.check(
            waits: ports.map(\.incoming.waitsFor), moved: ports.map(\.outgoing.outbox.position), at: clock.now
        ) { children[$0].activity }
        guard let circle else { return }
        fail(.defect, .stalled(circle: circle.map { ports[$0].name }, limit: composition.queueLimit))
    }
}
