import Composition
import Platform
import Processes
import Wire

/// Moves bytes between the pipes of the services and the switchboard.
///
/// One rule holds whenever the loop sleeps in `poll`: every byte that can move without an event from outside has moved
/// (``passOn()`` was called until it returned false). So every byte that is not delivered waits for a full pipe or for
/// a service that is not running, and an event will wake the loop for it. `RelayTests` checks this for all short
/// histories.
final class Relay {
    /// How many bytes to read from one sender before the next one.
    private let turn: Int

    /// A closure that is called before events are written to services, so that a recording has every event that was delivered, even if
    /// the supervisor is killed right afterwards.
    var willDeliver: () -> Void = {}
    /// A closure that tells whether all senders have to wait for the recording.
    var isHeld: () -> Bool = { false }

    let switchboard: Switchboard
    private let children: [ServiceProcess]
    /// Services whose stdout another process has held after their end, as was reported.
    private var outlived: Set<Int> = []

    init(_ switchboard: Switchboard, _ children: [ServiceProcess], turn: Int = 1 << 18) {
        self.turn = turn
        self.switchboard = switchboard
        self.children = children
    }

    /// Adds the descriptors that the loop has to wait for.
    func fill(_ round: inout PollRound) {
        let isHeld = isHeld()
        for child in children {
            if !isHeld, child.port.incoming.waitsFor.isEmpty, let number = child.output?.number {
                round.add(.output(child.port.index), number)
            }
            if child.port.outgoing.outbox.count > 0 || child.yieldsInput, let number = child.input?.number {
                round.add(.input(child.port.index), number, for: .writing)
            }
        }
    }

    /// Reads what a service has written and passes it on at once, without another round of `poll`.
    func readOutput(of child: ServiceProcess) {
        guard let number = child.output?.number, child.port.incoming.waitsFor.isEmpty, !isHeld() else { return }
        let room = min(turn, child.outputLeft)
        guard room > 0 else { return finishOutput(of: child) }
        let count = child.port.incoming.lines.fill(room: room) { space in
            read(number, space.baseAddress, space.count)
        }
        if count > 0 {
            child.hasRead(output: count)
            switchboard.routeLines(of: child.port)
            flushAll()
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) || !child.isAlive && errno == EAGAIN {
            // A dead service's pipe that is empty is at its end, even when a grandchild still holds it open.
            finishOutput(of: child)
        }
    }

    private func finishOutput(of child: ServiceProcess) {
        if !child.isAlive, child.output?.hasWriter == true, outlived.insert(child.port.index).inserted {
            switchboard.report(.outlived(service: child.service.name))
        }
        child.output = nil
        // Further output of a service that may be started again is known when its process has ended.
        switchboard.finish(child.port, forGood: !child.mayComeBack)
        flushAll()
    }

    func flushAll() {
        willDeliver()
        for receiver in children where receiver.port.outgoing.outbox.count > 0 && !receiver.port.outgoing.isBlocked {
            flush(receiver)
        }
    }

    /// Writes as much of a service's queue as its pipe takes without waiting.
    func flush(_ child: ServiceProcess) {
        // A service that is not running finds its queue when it is started.
        guard let number = child.input?.number else { return }
        let writing =
            child.yieldsInput
            ? child.port.outgoing.outbox.finishLine(to: number) : child.port.outgoing.outbox.write(to: number)
        child.port.outgoing.isBlocked = writing == .blocked
        switch writing {
        case .drained where child.yieldsInput: yieldInput(of: child, number)
        case .drained: if isAtEnd(child) { closeInput(of: child) }
        case .blocked: break
        case .gone: stopFeeding(child)
        }
    }

    /// Shows the user a message, through the service that has the terminal.
    func notify(_ message: String, isGood: Bool = false) {
        let payload = ProcessInput.Notice(message: message, isGood: isGood ? true : nil)
        var notice = Event(ProcessInput.Notice.type, payload)
        notice.source = SessionLog.ownName
        notice.id = "notice"
        for child in children where child.service.tty && child.state == .running && child.input != nil {
            // A service that does not read misses notices rather than piling them up.
            guard child.port.outgoing.outbox.count < switchboard.queueLimit else { continue }
            notice.line.withUnsafeBytes { child.port.outgoing.outbox.append($0) }
            flush(child)
        }
    }

    /// Closes the input of a process that makes room for its successor, which gets what was not read. A process with
    /// the terminal first gets an event that the session continues.
    private func yieldInput(of child: ServiceProcess, _ number: Int32) {
        if child.service.tty {
            var yield = Event(type: ProcessInput.Yield.type)
            yield.source = SessionLog.ownName
            yield.id = "yield"
            // Shorter than PIPE_BUF, so it is written whole or not at all.
            let line = yield.line
            let written = write(number, line, line.count)
            child.port.outgoing.isBlocked = written < 0 && errno == EAGAIN
            if child.port.outgoing.isBlocked { return }
            child.noteAside(max(0, written))
        }
        child.closeInput()
    }

    /// True if a service's input is to be closed now: nothing waits for it, and none that has ended has left anything for it.
    private func isAtEnd(_ child: ServiceProcess) -> Bool {
        child.closesInput && child.port.outgoing.outbox.count == 0
            && child.port.senders.allSatisfy { children[$0.index].isAlive || children[$0.index].output == nil }
    }

    /// The service has closed its input. If another process may take its place, the queue is kept for that one, and
    /// this process is given time to end before it is killed.
    private func stopFeeding(_ child: ServiceProcess) {
        child.closeInput()
        if child.mayComeBack { child.hasClosedInput = true } else { closeInput(of: child) }
    }

    func closeInput(of child: ServiceProcess) {
        child.closeInput()
        child.port.isInputClosed = true
    }

    /// Carries out the consequences of reads and writes: senders continue whose receivers have caught up; output that a dead
    /// service left in its pipe is read, as far as its receivers allow; and when all services that could send to
    /// another have ended for good, that one sees the end of its input, as in a shell pipeline.
    /// - Returns: whether anything changed, so that more may follow.
    func passOn() -> Bool {
        switchboard.release()
        var hasChanged = false
        for child in children where !child.isAlive && child.output != nil && child.port.incoming.waitsFor.isEmpty {
            guard !isHeld() else { break }
            readOutput(of: child)
            hasChanged = true
        }
        for child in children where child.input != nil {
            child.closesInput = child.closesInput || switchboard.isAbandoned(child.port)
            guard isAtEnd(child) else { continue }
            closeInput(of: child)
            hasChanged = true
        }
        return hasChanged
    }
}
