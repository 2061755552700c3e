import JSON
import Platform
package import Processes
import Wire

/// Copies lines from a pipe into a cassette until the pipe ends. It runs in its own process beside the recorded
/// session, so a slow disk delays nothing else, and all events that have passed are written even if the session is
/// killed.
package struct CassetteFilter: ~Copyable {
    private static let turn = 1 << 18
    /// A read of this many bytes is followed by another at once, without a pause.
    private static let much = 1 << 16
    /// Time between two small reads. Waking the reader for each event would cost the session more than the
    /// event itself. After much, which may be followed by more, it begins short.
    private static let shortPause = Duration.milliseconds(1)
    private static let longPause = Duration.milliseconds(50)

    private let source: Int32
    private var writer: CassetteWriter
    /// Unlimited: the supervisor, which writes the pipe, has checked the lengths.
    private var lines = LineBuffer(limit: .max)
    private var pause = CassetteFilter.longPause

    package init(from source: Int32, to destination: Int32, compressing: Bool) throws(SystemError) {
        self.source = source
        writer = try CassetteWriter(to: destination, compressing: compressing)
    }

    /// Returns when the pipe ends, and drops an incomplete last line.
    package mutating func run() throws(SystemError) {
        while true {
            _ = try writer.wait(for: [source])
            let source = source
            let count = lines.fill(room: Self.turn) { space in read(source, space.baseAddress, space.count) }
            if count < 0, errno != EINTR { throw SystemError("read what is to be recorded") }
            if count == 0 { break }
            try passOn()
            if count < Self.much { rest() } else { pause = Self.shortPause }
        }
        try writer.finish()
    }

    /// Pauses; the end of the pipe wakes it, new data do not.
    private mutating func rest() {
        _ = PollSet.isReady(source, for: .hangUp, within: pause)
        pause = min(pause * 2, Self.longPause)
    }

    private mutating func passOn() throws(SystemError) {
        var failure: SystemError?
        lines.consume { unread in
            guard let last = unread.lastIndex(of: 0x0A) else { return 0 }
            do throws(SystemError) { try writer.append(UnsafeRawBufferPointer(rebasing: unread[...last])) } catch {
                failure = error
            }
            return last + 1
        }
        if let failure { throw failure }
    }
}

/// A filter for a cassette's events.
package struct PassageSelection {
    package enum Direction: Sendable {
        /// Events that the service received.
        case inputs
        /// Events that the service itself sent to others; neither events injected in its name nor messages to the supervisor.
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

    /// True if a user sent the event with `viperline send`.
    package var isInjected: Bool {
        JSONSlices.member("injected", of: event.span).map { event[$0].elementsEqual("true".utf8) } ?? false
    }

    /// True if the event is a message to the supervisor, which the bus does not deliver.
    package var isForSupervisor: Bool { type?.hasPrefix("process.output.") ?? false }
}
