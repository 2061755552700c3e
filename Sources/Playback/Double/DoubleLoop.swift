import Platform
package import Wire

/// Runs a double on real streams: lines in, lines out, each when it is due, until the input ends and all has been said.
package struct DoubleLoop: ~Copyable {
    private var double: ServiceDouble
    private var reader: EventReader
    private var writer: EventWriter
    private let input: Int32
    private let output: Int32
    private let diagnose: (String) -> Void
    private var inputHasEnded = false
    private var hasToldPatience = false
    /// After so many seconds in which nothing has come, it says what it waits for.
    private static let patience = 5.0
    private let checks: Bool
    private let limit: Double?
    private var lastHeard = Self.now
    private var hasGivenUp = false

    /// - Parameters:
    ///   - checks: whether it ends with exit code 65 when what came was not all that was recorded, and nothing else.
    ///   - limit: after so many seconds in which it has waited for something recorded, it ends.
    ///   - diagnose: is told what is to be known besides, such as an input that was not recorded.
    package init(
        _ double: ServiceDouble, in environment: RoleEnvironment, checks: Bool = false, limit: Double? = nil,
        input: Int32 = StandardStream.input, output: Int32 = StandardStream.output,
        diagnose: @escaping (String) -> Void
    ) {
        self.double = double
        self.checks = checks
        self.limit = limit
        self.input = input
        self.output = output
        self.diagnose = diagnose
        reader = EventReader(limit: environment.lineLimit)
        writer = EventWriter(output, stamp: environment.stamp)
    }

    /// - Returns: the exit code.
    package mutating func run() -> Int32 {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            var end = try carryOut(double.start(at: Self.now))
            while end == nil, !hasGivenUp, !inputHasEnded || double.nextDue != nil { end = try turn() }
            return verdict(end)
        } catch .closed {
            return verdict(nil)
        } catch {
            diagnose("read or write the bus: \(error)")
            return ExitStatus.unavailable.rawValue
        }
    }

    /// - Parameter end: the exit code that the double wants.
    private func verdict(_ end: Int32?) -> Int32 {
        guard (end ?? 0) == 0, checks, double.deviates else { return end ?? ExitStatus.done.rawValue }
        if let missing = double.missing { diagnose("\(missing) has not come") }
        return ExitStatus.badInput.rawValue
    }

    private mutating func turn() throws(StandardStream.Failure) -> Int32? {
        guard waitForInput() else { return try carryOut(double.advance(at: Self.now)) }
        inputHasEnded = try reader.fill(from: input) == 0
        lastHeard = Self.now
        var effects: [ServiceDouble.Effect] = []
        while let incoming = inputHasEnded ? reader.last() : reader.next() {
            switch incoming {
            case .event(let event): effects += double.receive(event, at: Self.now)
            case .refused(let error, let line): effects.append(.complain("\(error): \(line)"))
            }
        }
        return try carryOut(effects)
    }

    /// - Returns: the exit code, when it is to end.
    private mutating func carryOut(_ effects: [ServiceDouble.Effect]) throws(StandardStream.Failure) -> Int32? {
        for effect in effects {
            switch effect {
            case .say(let event): try writer.write([event])
            case .garble(let bytes):
                try writer.flush()
                try StandardStream.write(bytes, to: output)
            case .complain(let message): diagnose(message)
            case .end(let code):
                try writer.flush()
                return code
            }
        }
        try writer.flush()
        return nil
    }

    /// Waits until there is something to read or to say, or its patience is at an end.
    private mutating func waitForInput() -> Bool {
        let due = double.nextDue.map { max(0, $0 - Self.now) }
        let mayTire = due == nil && double.awaited != nil && !inputHasEnded
        let patience = hasToldPatience ? limit : min(Self.patience, limit ?? Self.patience)
        let seconds = due ?? (mayTire ? patience.map { max(0, lastHeard + $0 - Self.now) } : nil)
        var pollSet = PollSet(reading: inputHasEnded ? [] : [input])
        let wakeup = pollSet.wait(milliseconds: seconds.map { Int32(min($0 * 1000, 1e9).rounded(.up)) } ?? -1)
        if wakeup == .timedOut, mayTire { tire() }
        return wakeup == .ready
    }

    /// Nothing has come for a while.
    private mutating func tire() {
        if !hasToldPatience, let awaited = double.awaited {
            diagnose("waits for \(awaited)")
            hasToldPatience = true
        }
        if let limit, Self.now - lastHeard >= limit { hasGivenUp = true }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
