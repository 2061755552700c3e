package import Analysis
package import Recording
import Wire

/// When the person did what in a recorded session: the stops of the time machine.
///
/// Only these are kept of a cassette, a line for each; stop 0 is the beginning, before the first action.
package struct Timeline: Sendable {
    package private(set) var actions: [UserAction] = []
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

    /// The cassette is at its end.
    package mutating func end() {
        if let action = log.end() { actions.append(action) }
    }

    /// The stop that a moment belongs to: how many actions there have been.
    package func stop(at time: Double) -> Int {
        // By bisection: there may be many.
        var (low, high) = (0, actions.count)
        while low < high {
            let middle = (low + high) / 2
            if actions[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The moment of the stop's action.
    package func beginning(of stop: Int) -> Double { stop == 0 ? 0 : actions[stop - 1].time }

    /// The moment just before the next action, when all that the stop's action led to has been seen.
    package func end(of stop: Int) -> Double {
        // A microsecond is as fine as a cassette's times are.
        stop < actions.count ? max(0, actions[stop].time - 0.000_001) : duration
    }

    /// Such as `2/7`.
    package func number(of stop: Int) -> String { "\(stop)/\(actions.count)" }

    /// What the person did.
    package func title(of stop: Int) -> String { stop == 0 ? "(beginning)" : actions[stop - 1].text }
}
