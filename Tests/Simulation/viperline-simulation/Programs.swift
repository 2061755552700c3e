import Composition
import Platform

/// The line that a process is writing, in pieces.
struct LineOutput {
    private var bytes: [UInt8] = []
    private var done = 0
    private var id: String?

    var isEmpty: Bool { done == bytes.count }

    /// - Parameter id: nil for a line that is no event.
    mutating func begin(_ line: String, id: String?) { (bytes, done, self.id) = (Array((line + "\n").utf8), 0, id) }

    func canWrite(_ process: SimulatedProcess) -> Bool { !isEmpty && (process.output?.isWritable ?? true) }

    /// Writes a piece.
    mutating func write(_ process: SimulatedProcess, in world: World, _ ledger: Ledger) {
        guard let pipe = process.output, pipe.readers > 0 else { return world.end(process, status: Int(SIGPIPE)) }
        let most = min(pipe.room, bytes.count - done)
        let count = world.choices.happens(oneIn: 4) ? 1 + world.choices.pick(most) : most
        pipe.put(bytes[done..<done + count])
        done += count
        if isEmpty, let id {
            world.note("\(process.name) has written \(id)")
            ledger.wrote(id, by: process.name)
        }
    }

    /// The process ends with this line in hand.
    func leave(_ ledger: Ledger) { if let id, done == bytes.count - 1 { ledger.leftUnended(id) } }
}

/// A service's process: it writes events of its own, answers those that it reads, or only reads.
final class ServiceProgram: SimulatedProgram {
    /// The faults of a process.
    enum Fault: CaseIterable {
        case rests, isKilled, fails, leaves, writesNonsense, writesTooMuch, stopsReading, sleepsLong, leavesAnother
    }

    private let service: SimulatedService
    private let ledger: Ledger
    private let isStubborn: Bool
    /// True if the program is wrong, and fails at once.
    private let isBroken: Bool
    private var output = LineOutput()
    /// The beginning of a line.
    private var partial: [UInt8] = []
    /// Ids of the events to be answered.
    private var requests: [String] = []
    /// The input that it has closed.
    private var abandoned: SimulatedPipe?
    /// True if the process ends because nobody sends anything to it any more.
    private var isFinished = false
    /// Id of the last event that it has read; a snapshot names it.
    private var last: String?

    /// - Parameter isStubborn: no signal but SIGKILL ends it.
    init(_ service: SimulatedService, isStubborn: Bool, isBroken: Bool, _ ledger: Ledger) {
        self.service = service
        self.ledger = ledger
        self.isStubborn = isStubborn
        self.isBroken = isBroken
        ledger.began(service.name)
    }

    func obeys(_ signal: Int) -> Bool { !isStubborn }

    func willEnd() {
        output.leave(ledger)
        ledger.ended(service.name, isFinished: isFinished)
    }

    private var hasMore: Bool {
        !requests.isEmpty || service.count > 0 && ledger.begun(by: service.name) < service.count
    }

    private func canRead(_ process: SimulatedProcess) -> Bool {
        guard !service.receives.isEmpty, let input = process.input else { return false }
        return input.count > 0
    }

    private func isDone(_ process: SimulatedProcess) -> Bool {
        guard output.isEmpty, !hasMore else { return false }
        if service.receives.isEmpty { return true }
        // One that was sent more than it wants to read waits until it is ended.
        return process.input?.isAtEnd ?? (abandoned.map { $0.writers == 0 && !$0.hasRefused } ?? true)
    }

    func canStep(_ process: SimulatedProcess) -> Bool {
        isBroken || (output.isEmpty ? hasMore || canRead(process) || isDone(process) : output.canWrite(process))
    }

    func step(_ process: SimulatedProcess, in world: World) {
        if world.mayFail(oneIn: 24) { return fail(world.choices.element(of: Fault.allCases), process, in: world) }
        if isBroken { return world.end(process, status: 1 << 8) }
        guard output.isEmpty else { return output.write(process, in: world, ledger) }
        if canRead(process), !hasMore || world.choices.happens(oneIn: 2) { return read(process, in: world) }
        if !requests.isEmpty {
            let request = requests.removeFirst()
            return begin("\(service.name)-\(request)", "\"causationid\":\"\(request)\"")
        }
        if hasMore {
            let id = ledger.begin(by: service.name)
            return begin(id, "\"subject\":\"\(SimulatedService.subject(of: id))\"")
        }
        if isDone(process) { finish(process, in: world) }
    }

    private func begin(_ id: String, _ attribute: String) {
        output.begin("{\"type\":\"\(service.name).output.x\",\"id\":\"\(id)\",\(attribute),\"data\":{}}", id: id)
    }

    private func finish(_ process: SimulatedProcess, in world: World) {
        if process.input == nil, !service.receives.isEmpty { ledger.left.insert(service.name) }
        isFinished = true
        world.end(process, status: 0)
    }

    private func read(_ process: SimulatedProcess, in world: World) {
        guard let pipe = process.input else { return }
        let count = world.choices.happens(oneIn: 4) ? 1 + world.choices.pick(pipe.count) : pipe.count
        partial += pipe.take(count)
        while let end = partial.firstIndex(of: 0x0A) {
            let line = Array(partial[..<end])
            partial.removeSubrange(...end)
            guard let reading = ledger.note(line, readBy: service.name) else { continue }
            world.note("\(service.name) has read \(reading.id)\(reading.isReplayed ? " again" : "")")
            last = reading.id
            if service.kind == .answers { requests.append(reading.id) }
        }
        guard service.sendsSnapshots, output.isEmpty, requests.isEmpty, let last, world.choices.happens(oneIn: 2) else {
            return
        }
        world.note("\(service.name) sends its state after \(last)")
        output.begin("{\"type\":\"process.output.snapshot\",\"causationid\":\"\(last)\",\"data\":{}}", id: nil)
    }

    private func fail(_ fault: Fault, _ process: SimulatedProcess, in world: World) {
        world.note("\(service.name) \(fault)")
        switch fault {
        case .rests: process.sleepsUntil = world.now + 50_000_000
        case .sleepsLong: process.sleepsUntil = world.now + 30_000_000_000
        case .isKilled, .fails:
            // One that is not replaced may be swapped all the same.
            if service.described.restart == .never { ledger.left.insert(service.name) }
            world.end(process, status: fault == .fails ? 1 << 8 : Int(SIGKILL))
        case .leaves:
            ledger.left.insert(service.name)
            world.end(process, status: 0)
        case .writesNonsense: if output.isEmpty { output.begin("{\"type\":", id: nil) }
        case .writesTooMuch:
            if output.isEmpty { output.begin("{\"type\":\"\(String(repeating: "x", count: 500))\"}", id: nil) }
        case .stopsReading:
            abandoned = process.input
            process.closeInput()
        case .leavesAnother:
            world.leaveAnother(of: process, for: world.choices.element(of: [1, 100, 10_000]) * 10_000_000)
        }
    }
}
