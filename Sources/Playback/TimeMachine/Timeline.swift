package import Analysis
package import Recording
import Wire

/// The person's actions in a recorded session: the time machine's stops.
///
/// Keeps one line per action; stop 0 is the beginning, before the first action.
package struct Timeline: Sendable {
    package private(set) var actions: [RecordedAction] = []
    /// Seconds from the session's beginning to its last event.
    package private(set) var duration = 0.0
    /// The service that the person sees.
    package let view: String
    private var log: UserActionLog
    private var time = ForwardTime()

    package init(view: String) {
        self.view = view
        log = UserActionLog(view: view)
    }

    package mutating func note(_ line: CassetteReader.Line) {
        guard case .passage(let passage) = line else { return }
        duration = time.next(passage.time)
        guard let event = try? Event(line: passage.event.span) else { return }
        actions += log.note(event, at: duration)
    }

    /// Ends the timeline with the cassette.
    package mutating func end() {
        if let action = log.end() { actions.append(action) }
    }

    /// The stop at a moment: the number of actions so far.
    package func stop(at time: Double) -> Int {
        // By bisection, as there may be many.
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

    /// Such as `2/7`.
    package func number(of stop: Int) -> String { "\(stop)/\(actions.count)" }

    /// What the person did.
    package func title(of stop: Int) -> String { stop == 0 ? "(beginning)" : actions[stop - 1].text }
}
