import JSON
import Wire

/// A filter for a cassette's events.
package struct PassageSelection {
    package enum Direction: Sendable {
        /// What the service received.
        case inputs
        /// What the service itself said to others; neither events injected in its name nor messages to the supervisor.
        case outputs
        case both
    }

    /// Nil for all.
    package var service: String?
    package var direction = Direction.both
    /// Selects types; nil for all.
    package var wantsType: ((String) -> Bool)?
    /// Seconds since the session began.
    package var period: ClosedRange<Double> = 0...(.infinity)

    package init() {}

    package func wants(_ passage: Passage) -> Bool {
        guard period.contains(passage.time), isOfService(passage) else { return false }
        guard let wantsType else { return true }
        return passage.type.map(wantsType) ?? false
    }

    private func isOfService(_ passage: Passage) -> Bool {
        guard let service else { return true }
        let isInput = passage.receivers.contains(service)
        return switch direction {
        case .inputs: isInput
        case .outputs: passage.sender == service && !passage.isInjected && !passage.isForSupervisor
        case .both: isInput || passage.sender == service
        }
    }
}

extension Passage {
    package var type: String? {
        JSONSlices.member("type", of: event.span).flatMap { JSONText.decode(event.span.extracting($0)) }
    }

    /// Whether a person sent it with `viperline send`.
    package var isInjected: Bool {
        JSONSlices.member("injected", of: event.span).map { event[$0].elementsEqual("true".utf8) } ?? false
    }

    /// Whether it is a message to the supervisor, which the bus does not deliver.
    package var isForSupervisor: Bool { type?.hasPrefix("process.output.") ?? false }
}
