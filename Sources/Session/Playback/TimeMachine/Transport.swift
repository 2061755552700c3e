package import Analysis
package import Recording
import Wire

/// The time machine's position and motion. It has no clock: its caller passes the elapsed time.
package struct Transport: Sendable {
    package enum Control: Equatable, Sendable {
        case playOrPause, next, previous, faster, slower, toBeginning, toEnd
    }

    package static let speeds = 0.125...64.0

    package let timeline: Timeline
    /// Seconds since the session began.
    package private(set) var position: Double
    package private(set) var isPlaying = false
    package private(set) var speed: Double

    package init(_ timeline: Timeline, position: Double = 0, speed: Double = 1) {
        self.timeline = timeline
        self.position = min(max(0, position), timeline.duration)
        self.speed = min(max(Self.speeds.lowerBound, speed), Self.speeds.upperBound)
    }

    package var stop: Int { timeline.stop(at: position) }
    package var isAtEnd: Bool { position >= timeline.duration }

    package mutating func apply(_ control: Control) {
        switch control {
        case .playOrPause:
            // At the end, play starts over.
            if isAtEnd, !isPlaying { position = 0 }
            isPlaying.toggle()
        case .next: position = timeline.end(of: min(stop + 1, timeline.actions.count))
        case .previous: position = timeline.end(of: max(0, stop - 1))
        case .faster: speed = min(speed * 2, Self.speeds.upperBound)
        case .slower: speed = max(speed / 2, Self.speeds.lowerBound)
        case .toBeginning: position = 0
        case .toEnd: position = timeline.duration
        }
    }

    /// Advances by the time passed.
    package mutating func advance(by seconds: Double) {
        guard isPlaying else { return }
        position = min(position + seconds * speed, timeline.duration)
        if isAtEnd { isPlaying = false }
    }
}

/// The user's actions in a recorded session: the time machine's stops.
///
/// Keeps one line per action; stop 0 is the beginning, before the first action.
package struct Timeline: Sendable {
    package private(set) var actions: [RecordedAction] = []
    /// Seconds from the session's beginning to its last event.
    package private(set) var duration = 0.0
    /// The service that the user sees.
    package let view: String
    private var log: UserActionLog
    private var time = ForwardTime()

    package init(view: String) {
        self.view = view
        log = UserActionLog(view: view)
    }

    /// - Returns: the actions that are new.
    @discardableResult package mutating func note(_ line: CassetteReader.Line) -> [RecordedAction] {
        guard case .passage(let passage) = line else { return [] }
        duration = time.next(passage.time)
        guard let event = try? Event(line: passage.event.span) else { return [] }
        let new = log.note(event, at: duration)
        actions += new
        return new
    }

    /// Ends the timeline with the cassette.
    package mutating func end() { actions += log.end() }

    /// The stop at a moment: the number of actions so far.
    package func stop(at time: Double) -> Int {
        // A bisection, as there may be many.
        var (low, high) = (0, actions.count)
        while low < high {
            let middle = (low + high) / 2
            if actions[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The time of the stop's action.
    package func beginning(of stop: Int) -> Double { stop == 0 ? 0 : actions[stop - 1].time }

    /// The time just before the next action, when the stop's action has had its effects.
    package func end(of stop: Int) -> Double {
        // A cassette's times have microseconds.
        stop < actions.count ? max(0, actions[stop].time - 0.000_001) : duration
    }

    /// A text such as `2/7`.
    package func number(of stop: Int) -> String { "\(stop)/\(actions.count)" }

    /// The user's action.
    package func title(of stop: Int) -> String { stop == 0 ? "(beginning)" : actions[stop - 1].text }
}
