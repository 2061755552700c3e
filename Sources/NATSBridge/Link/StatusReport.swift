import Wire

/// Tells the supervisor how things stand (`process.output.status`): when that has changed, and not too often.
package struct StatusReport: Sendable {
    private var told: ProcessOutput.Status?
    private var next: (status: ProcessOutput.Status, due: ContinuousClock.Instant)?
    private var last: ContinuousClock.Instant?

    private static let interval = Duration.seconds(1)

    package init() {}

    /// Whether the last word was of trouble.
    package var isTroubled: Bool { told?.trouble ?? false }

    package var deadline: ContinuousClock.Instant? { next?.due }

    /// When the next word can be told; nil before the first.
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
