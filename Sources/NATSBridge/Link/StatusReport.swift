import Wire

/// Reports the status to the supervisor (`process.output.status`) when it changes, but not too often.
package struct StatusReport: Sendable {
    private var told: ProcessOutput.Status?
    private var next: (status: ProcessOutput.Status, due: ContinuousClock.Instant)?
    private var last: ContinuousClock.Instant?

    private static let interval = Duration.seconds(1)

    package init() {}

    /// Whether the last report was of trouble.
    package var isTroubled: Bool { told?.trouble ?? false }

    package var deadline: ContinuousClock.Instant? { next?.due }

    /// The earliest time for the next report; nil before the first.
    package var rest: ContinuousClock.Instant? { last.map { $0 + Self.interval } }

    package mutating func report(
        _ text: String, trouble: Bool, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        let status = ProcessOutput.Status(text: text, trouble: trouble)
        guard status != told else {
            next = nil
            return
        }
        if let last, now - last < Self.interval {
            next = (status, last + Self.interval)
            return
        }
        (told, last, next) = (status, now, nil)
        effects.append(.write(line: Event(ProcessOutput.Status.type, status).line.dropLast()))
    }
}
