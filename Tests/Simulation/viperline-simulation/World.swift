import CSimulation
import Platform

/// An operating system of values: a clock that moves when all wait, pipes, processes, signals. What happens next is a decision of the history.
final class World: Chronicle {
    /// An end of a pipe, of both pipes of a connection, or of none: the socket that listens.
    private final class End {
        let input: SimulatedPipe?
        let output: SimulatedPipe?

        init(input: SimulatedPipe? = nil, output: SimulatedPipe? = nil) {
            (self.input, self.output) = (input, output)
        }
    }

    /// The ends by their descriptors from the first on; nil once they are closed.
    private var ends: [End?] = []
    private static let first = Int(SIMULATION_FIRST)
    private(set) var processes: [SimulatedProcess] = []
    private var pipes = 0
    /// Connections that wait to be accepted; nil while nothing listens.
    private var arrivals: [End]?
    private var handlers: [Int32: @convention(c) (Int32) -> Void] = [:]
    /// The state of the random bytes, which are not decisions.
    private var chance: UInt64
    /// Returns of `poll` since something moved.
    private var idlePolls = 0
    /// A closure that makes the program of a process; it returns nil where the system has no room for it.
    var program: (_ arguments: [String], _ world: World) -> (any SimulatedProgram)? = { _, _ in nil }
    /// A closure that is called before each step.
    var willStep: (World) -> Void = { _ in }

    /// The most time that a session may take.
    private static let longest = 4 * 3600 * 1_000_000_000
    private static let mostIdlePolls = 1000

    override init(
        _ choices: Choices, faults: Int, keepsAccount: Bool, fail: @escaping (String, Chronicle) -> Never
    ) {
        var choices = choices
        chance = UInt64(choices.pick(1 << 16))
        super.init(choices, faults: faults, keepsAccount: keepsAccount, fail: fail)
    }

    private func moved() { idlePolls = 0 }

    // MARK: - Time

    /// Each look at the clock takes a moment, so that a loop that waits for a time ends.
    func look() -> Int {
        now += 10_000
        return now
    }

    func sleep(_ time: Int) {
        now += time
        stepOne()
    }

    // MARK: - The processes

    private var runnable: [SimulatedProcess] { processes.filter { $0.canStep(at: now) } }

    /// - Returns: whether there was a process that could do something.
    @discardableResult private func stepOne() -> Bool {
        let able = runnable
        guard !able.isEmpty else { return false }
        willStep(self)
        let process = able[choices.pick(able.count)]
        // The signal of the end may have let others go on meanwhile.
        if process.canStep(at: now) { process.program.step(process, in: self) }
        moved()
        return true
    }

    /// Processes run beside the session's own.
    private func perhapsStep() { if choices.happens(oneIn: 4) { stepOne() } }

    func end(_ process: SimulatedProcess, status: Int) {
        guard process.isRunning else { return }
        note("\(process.name) ends with status \(status)")
        process.program.willEnd()
        process.end(status)
        moved()
        if process.isChild { handlers[SIGCHLD]?(SIGCHLD) } else { process.life = .reaped }
    }

    /// The process leaves another one behind, which has the same pipes for a time and belongs to nobody.
    func leaveAnother(of process: SimulatedProcess, for time: Int) {
        let other = begin("a child of \(process.name)", LeftProgram())
        (other.input, other.output, other.diagnostics) = (process.input, process.output, process.diagnostics)
        other.input?.readers += 1
        other.output?.writers += 1
        other.diagnostics?.writers += 1
        other.sleepsUntil = now + time
    }

    /// - Parameter isChild: whether the session has started the process.
    @discardableResult
    func begin(_ name: String, _ program: any SimulatedProgram, isChild: Bool = false) -> SimulatedProcess {
        let process = SimulatedProcess(pid: 1_000_000 + processes.count, name: name, program: program, isChild: isChild)
        processes.append(process)
        return process
    }

    func spawn(_ arguments: [String], _ pairs: [(ours: Int, theirs: Int)]) -> Int {
        guard let program = program(arguments, self) else {
            note("there is no room for \(arguments.last ?? "")")
            return -Int(EAGAIN)
        }
        let process = begin(arguments.last ?? "", program, isChild: true)
        for pair in pairs {
            guard let pipe = pipe(of: pair.ours) else { continue }
            switch pair.theirs {
            case 0: (process.input, pipe.readers) = (pipe, pipe.readers + 1)
            case 1: (process.output, pipe.writers) = (pipe, pipe.writers + 1)
            default: (process.diagnostics, pipe.writers) = (pipe, pipe.writers + 1)
            }
        }
        note("\(process.name) starts as \(process.pid)")
        moved()
        return process.pid
    }

    private func process(_ pid: Int) -> SimulatedProcess? {
        let index = pid - 1_000_000
        return processes.indices.contains(index) ? processes[index] : nil
    }

    func exists(_ pid: Int) -> Bool { process(pid).map { $0.life != .reaped } ?? false }

    /// - Returns: the status; -1 while it runs, and an error's number one lower.
    func wait(for pid: Int, reaps: Bool, waits: Bool) -> Int {
        guard let process = process(pid), process.life != .reaped else { return -Int(ECHILD) - 1 }
        while waits, process.isRunning {
            if !stepOne() { fail("the session waits for ever for the end of \(process.name)", self) }
        }
        guard case .ended(let status) = process.life else { return -1 }
        if reaps {
            process.life = .reaped
            moved()
        }
        return status
    }

    func kill(_ target: Int, _ signal: Int) -> Int {
        guard let process = process(abs(target)), process.life != .reaped else { return -Int(ESRCH) }
        guard process.isRunning else { return 0 }
        switch Int32(signal) {
        case 0: break
        case SIGCONT: process.isSuspended = false
        case SIGSTOP: process.isSuspended = true
        case SIGKILL: end(process, status: signal)
        default: if !process.isSuspended, process.program.obeys(signal) { end(process, status: signal) }
        }
        return 0
    }

    func handle(_ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
        // SIG_DFL and SIG_IGN are no functions.
        handlers[signal] = handler.flatMap { unsafeBitCast($0, to: Int.self) > 1 ? $0 : nil }
    }

    /// Services run, so the session has not ended.
    var hasServices: Bool { processes.contains { $0.isRunning && $0.program is ServiceProgram } }

    /// The user asks the session to end.
    func interrupt(_ signal: Int32) {
        note("the session gets signal \(signal)")
        handlers[signal]?(signal)
    }

    // MARK: - Descriptors

    private func open(_ end: End) -> Int {
        ends.append(end)
        return Self.first + ends.count - 1
    }

    private func end(of number: Int) -> End? {
        let place = number - Self.first
        return ends.indices.contains(place) ? ends[place] : nil
    }

    /// Opens another descriptor for an end.
    private func reopen(_ end: End) -> Int {
        end.input?.readers += 1
        end.output?.writers += 1
        return open(end)
    }

    private func makePipe(_ capacity: Int) -> SimulatedPipe {
        pipes += 1
        return SimulatedPipe(identity: pipes, capacity: capacity)
    }

    func openPipe() -> (reader: Int, writer: Int) {
        let pipe = makePipe(choices.element(of: [4096, 64, 300, 1000]))
        return (reopen(End(input: pipe)), reopen(End(output: pipe)))
    }

    func duplicate(_ number: Int) -> Int { end(of: number).map(reopen) ?? -Int(EBADF) }

    func reopen(_ number: Int) -> Int { pipe(of: number).map { reopen(End(input: $0)) } ?? -Int(EBADF) }

    func close(_ number: Int) -> Int {
        guard let end = end(of: number) else { return -Int(EBADF) }
        ends[number - Self.first] = nil
        close(end)
        if end.input != nil, end.output != nil { note("the session closes a connection") }
        if end.input == nil, end.output == nil {
            arrivals?.forEach(close)
            arrivals = nil
        }
        moved()
        return 0
    }

    private func close(_ end: End) {
        end.input?.readers -= 1
        end.output?.writers -= 1
    }

    func pipe(of number: Int) -> SimulatedPipe? { end(of: number).flatMap { $0.input ?? $0.output } }

    // MARK: - The control socket

    func listen() -> Int {
        arrivals = arrivals ?? []
        return open(End())
    }

    func accept(from number: Int) -> Int {
        perhapsStep()
        guard arrivals?.isEmpty == false, let end = arrivals?.removeFirst() else { return -Int(EAGAIN) }
        moved()
        note("the session accepts a connection")
        return open(end)
    }

    /// Connects a process to the session.
    /// - Returns: whether something listens.
    func connect(_ process: SimulatedProcess) -> Bool {
        guard arrivals != nil else { return false }
        let requests = makePipe(choices.element(of: [4096, 64, 300]))
        let answers = makePipe(choices.element(of: [4096, 64, 300]))
        (process.input, answers.readers, answers.writers) = (answers, 1, 1)
        (process.output, requests.readers, requests.writers) = (requests, 1, 1)
        arrivals?.append(End(input: requests, output: answers))
        return true
    }

    // MARK: - Reading and writing

    func read(_ number: Int, _ room: UnsafeMutableRawBufferPointer) -> Int {
        perhapsStep()
        guard let pipe = end(of: number)?.input else { return -Int(EBADF) }
        guard pipe.isReadable else { return -Int(EAGAIN) }
        // A read may give less than there is.
        let most = min(room.count, pipe.count)
        let bytes = pipe.take(most > 1 && choices.happens(oneIn: 8) ? 1 + choices.pick(most) : most)
        room.copyBytes(from: bytes)
        if !bytes.isEmpty { moved() }
        return bytes.count
    }

    func write(_ number: Int, _ pieces: [UnsafeRawBufferPointer]) -> Int {
        perhapsStep()
        guard let pipe = end(of: number)?.output else { return -Int(EBADF) }
        guard pipe.readers > 0 else {
            pipe.hasRefused = true
            return -Int(EPIPE)
        }
        var room = min(pipe.room, pieces.reduce(0) { $0 + $1.count })
        guard room > 0 else { return pieces.allSatisfy(\.isEmpty) ? 0 : -Int(EAGAIN) }
        // A single byte goes whole in any case: a signal's.
        if room > 1, choices.happens(oneIn: 8) { room = 1 + choices.pick(room) }
        let written = room
        for piece in pieces where room > 0 {
            let part = piece.prefix(room)
            pipe.put(part)
            room -= part.count
        }
        moved()
        return written
    }

    // MARK: - Waiting

    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, _ timeout: Int) -> Int {
        perhapsStep()
        // The system counts whole milliseconds.
        let deadline = timeout < 0 ? nil : now + timeout * 1_000_000
        while true {
            idlePolls += 1
            let count = mark(entries)
            if idlePolls > Self.mostIdlePolls {
                note("ready: \(entries.filter { $0.revents != 0 }.map(described))")
                fail("the session is busy with nothing", self)
            }
            if count > 0 || timeout == 0 { return count }
            if stepOne() { continue }
            let alarms = processes.filter { $0.isRunning && $0.sleepsUntil > now }.map(\.sleepsUntil)
            guard let next = (alarms + [deadline].compactMap(\.self)).min() else {
                fail("the session sleeps for ever", self)
            }
            if next >= now + 1_000_000 { moved() }
            now = max(now, next)
            if now > Self.longest { fail("the session does not end", self) }
            if let deadline, now >= deadline { return mark(entries) }
        }
    }

    private func mark(_ entries: UnsafeMutableBufferPointer<pollfd>) -> Int {
        var count = 0
        for index in entries.indices {
            entries[index].revents = events(of: entries[index])
            if entries[index].revents != 0 { count += 1 }
        }
        return count
    }

    private func described(_ entry: pollfd) -> String {
        guard let end = end(of: Int(entry.fd)) else { return "\(entry.fd)" }
        let pipe = end.input ?? end.output
        let others = processes.filter { $0.input === pipe || $0.output === pipe || $0.diagnostics === pipe }
        return
            "\(end.input == nil ? "to" : "from") \(others.map(\.name)), \(pipe?.count ?? 0) bytes, events \(entry.revents)"
    }

    private func events(of entry: pollfd) -> Int16 {
        guard let end = end(of: Int(entry.fd)) else { return 0 }
        var events: Int16 = 0
        if let input = end.input, input.isReadable {
            // The end of a connection can be read; of a pipe it is reported.
            events |= input.count > 0 || end.output != nil ? Int16(POLLIN) & entry.events : 0
            if input.writers == 0, end.output.map({ $0.readers == 0 }) ?? true { events |= Int16(POLLHUP) }
        }
        if let output = end.output {
            if output.isWritable { events |= Int16(POLLOUT) & entry.events }
            if end.input == nil, output.readers == 0 { events |= Int16(POLLERR) }
        }
        if end.input == nil, end.output == nil, arrivals?.isEmpty == false { events |= Int16(POLLIN) & entry.events }
        return events
    }

    // MARK: - Chance

    func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        for index in bytes.indices {
            chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[index] = UInt8(truncatingIfNeeded: chance >> 56)
        }
    }
}
