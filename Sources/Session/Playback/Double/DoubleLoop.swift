import Platform
package import Wire

/// Runs a double on real streams, until the input ends and everything has been written.
///
///     a line on stdin              → ServiceDouble.receive → the outputs that were recorded for it, when they are due
///     an output is due             → ServiceDouble.advance → stdout
///     no input for 5 seconds       → stderr: the input that it waits for
///     no input for the limit       → the end
package struct DoubleLoop: ~Copyable {
    private var double: ServiceDouble
    private var port: EventPort
    private let diagnose: (String) -> Void
    private var inputHasEnded = false
    private var hasReportedWaiting = false
    /// Time without input after which it reports what it waits for.
    private static let patience = Duration.seconds(5)
    private let checks: Bool
    private let limit: Duration?
    private var lastInput = Instant.now
    private var hasGivenUp = false

    /// - Parameters:
    ///   - checks: whether it ends with exit code 65 unless exactly the recorded inputs came.
    ///   - limit: the time to wait for a recorded input before it ends.
    ///   - diagnose: takes diagnostics, such as an unrecorded input.
    package init(
        _ double: ServiceDouble, in environment: RoleEnvironment, checks: Bool = false, limit: Duration? = nil,
        input: Int32 = StandardStream.input, output: Int32 = StandardStream.output,
        diagnose: @escaping (String) -> Void
    ) {
        self.double = double
        self.checks = checks
        self.limit = limit
        self.diagnose = diagnose
        port = EventPort(
            in: environment, stamp: environment.stamp, aliases: ProtocolAliases.none, input: input, output: output)
    }

    /// - Returns: the exit code.
    package mutating func run() -> Int32 {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            var end = try carryOut(double.start(at: .now))
            while end == nil, !hasGivenUp, !inputHasEnded || double.nextDue != nil { end = try turn() }
            return verdict(end)
        } catch .closed {
            return verdict(nil)
        } catch {
            diagnose("read or write the bus: \(error)")
            return ExitStatus.unavailable.rawValue
        }
    }

    /// - Parameter end: the double's exit code.
    private func verdict(_ end: Int32?) -> Int32 {
        guard (end ?? 0) == 0, checks, double.deviates else { return end ?? ExitStatus.done.rawValue }
        if let missing = double.missing { diagnose("\(missing) has not come") }
        return ExitStatus.badInput.rawValue
    }

    private mutating func turn() throws(StandardStream.Failure) -> Int32? {
        guard waitForInput() else { return try carryOut(double.advance(at: .now)) }
        inputHasEnded = try !port.fill()
        lastInput = .now
        var effects: [ServiceDouble.Effect] = []
        while let incoming = port.next() {
            switch incoming {
            case .event(let event): effects += double.receive(event, at: .now)
            case .refused(let error, let line): effects.append(.report("\(error): \(line)"))
            }
        }
        return try carryOut(effects)
    }

    /// - Returns: the exit code if it has to end.
    private mutating func carryOut(_ effects: [ServiceDouble.Effect]) throws(StandardStream.Failure) -> Int32? {
        for effect in effects {
            switch effect {
            case .write(let event): try port.write([event])
            case .garble(let bytes): try port.send(unfinished: bytes)
            case .report(let message): diagnose(message)
            case .end(let code):
                try port.flush()
                return code
            }
        }
        try port.flush()
        return nil
    }

    /// Waits until there is something to read or to write, or until the limit is reached.
    private mutating func waitForInput() -> Bool {
        let due = double.nextDue
        let mayTire = due == nil && double.awaited != nil && !inputHasEnded
        let patience = hasReportedWaiting ? limit : min(Self.patience, limit ?? Self.patience)
        var pollSet = PollSet(reading: inputHasEnded ? [] : [port.input])
        let wakeup = pollSet.wait(until: due ?? (mayTire ? patience.map { lastInput + $0 } : nil))
        if wakeup == .timedOut, mayTire { tire() }
        return wakeup == .ready
    }

    /// Reports what it has been waiting for.
    private mutating func tire() {
        if !hasReportedWaiting, let awaited = double.awaited {
            diagnose("waits for \(awaited)")
            hasReportedWaiting = true
        }
        if let limit, Instant.now - lastInput >= limit { hasGivenUp = true }
    }
}
