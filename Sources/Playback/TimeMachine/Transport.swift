/// The time machine's position and motion. It has no clock: its caller tells how much time has passed.
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
