import Composition
import Platform
import Processes
import Wire

/// Moves bytes between the pipes of the services and the switchboard.
///
/// Between two rounds of `poll` there is one rule: whatever can move without news from outside has moved
/// (``passOn()`` was called until it returned false). So every byte that is not delivered stands behind a pipe that is
/// full, or a service that is not running, and there is an event that wakes the loop for it. `RelayTests` walks through
/// all short histories to hold this.
final class Relay {
    /// How much is taken from one sender before the others have their turn.
    private let turn: Int

    let switchboard: Switchboard
    private let children: [Child]

    init(_ switchboard: Switchboard, _ children: [Child], turn: Int = 1 << 18) {
        self.turn = turn
        self.switchboard = switchboard
        self.children = children
    }

    /// Adds what has to be waited for.
    func fill(_ round: inout PollRound) {
        for child in children {
            if child.port.waitsFor.isEmpty, let number = child.output?.number {
                round.add(.output(child.port.index), number)
            }
            if child.port.outbox.count > 0 || child.yieldsInput, let number = child.input?.number {
                round.add(.input(child.port.index), number, for: .writing)
            }
        }
    }

    /// Takes what a service has written and passes it on at once, without another round of `poll`.
    func readOutput(of child: Child) {
        guard let number = child.output?.number, child.port.waitsFor.isEmpty else { return }
        let room = min(turn, child.outputLeft)
        guard room > 0 else { return finishOutput(of: child) }
        let count = child.port.inbox.fill(room: room) { space in
            read(number, space.baseAddress, space.count)
        }
        if count > 0 {
            child.hasRead(output: count)
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

    /// Tells the person, through whoever has the terminal.
    func notify(_ message: String) {
        var notice = Event(ProcessInput.Notice.type, ProcessInput.Notice(message: message))
        notice.source = SessionLog.ownName
        notice.id = "notice"
        for child in children where child.service.tty && child.state == .running && child.input != nil {
            // Of such news only little is owed to one that does not read.
            guard child.port.outbox.count < switchboard.queueLimit else { continue }
            notice.line.withUnsafeBytes { child.port.outbox.append($0) }
            flush(child)
        }
    }

    /// What it has not read is its successor's. The one with the terminal has to be told that the session goes on.
    private func yieldInput(of child: Child, _ number: Int32) {
        if child.service.tty {
            var yield = Event(type: ProcessInput.Yield.type)
            yield.source = SessionLog.ownName
            yield.id = "yield"
            // As one, or not at all: it is shorter than PIPE_BUF.
            let line = yield.line
            child.port.isBehind = write(number, line, line.count) < 0 && errno == EAGAIN
            if child.port.isBehind { return }
        }
        child.input = nil
    }

    /// Nobody reads the other end. If another process may take the place of this one, what was not read is for that:
    /// the queue stays, and the process is given time to end before it is made to.
    private func stopFeeding(_ child: Child) {
        child.input = nil
        if child.mayComeBack { child.hasClosedInput = true } else { closeInput(of: child) }
    }

    func closeInput(of child: Child) {
        child.input = nil
        child.port.isDeaf = true
        child.port.outbox.clear()
    }

    /// Does what follows from what was read and written: senders go on whose receivers have caught up; of a dead service
    /// all is read that it has left behind, as far as its receivers let us; and when all who could send to a service have
    /// ended for good, it sees the end of its input, as in a shell pipeline.
    /// - Returns: whether anything has changed, from which more may follow.
    func passOn() -> Bool {
        switchboard.release()
        var hasChanged = false
        for child in children where !child.isAlive && child.output != nil && child.port.waitsFor.isEmpty {
            readOutput(of: child)
            hasChanged = true
        }
        for child in children where child.input != nil {
            child.closesInput = child.closesInput || switchboard.isAbandoned(child.port)
            guard child.closesInput, child.port.outbox.count == 0 else { continue }
            closeInput(of: child)
            hasChanged = true
        }
        return hasChanged
    }
}
