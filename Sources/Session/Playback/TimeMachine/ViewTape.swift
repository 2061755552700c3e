package import Processes
package import Recording
import Wire

/// The events sent to the view, as a tape that can be wound to any moment.
///
/// Winding forward reads on. Winding back reads from the beginning and keeps only what a restarted view would be sent:
/// the newest state of each type and scene. So memory grows with the scenes, not with the events.
package final class ViewTape {
    /// The types that are states by protocols/events.md, which supersede earlier events of their type and scene. A
    /// cassette does not name them.
    private static let stateTypes: Set = ["view.input.show", "router.output.didNavigate"]

    private let view: String
    private let open: () throws(SystemError) -> CassetteReader
    private var reader: CassetteReader
    /// An event already read, but later than asked for.
    private var ahead: Passage?
    /// Lines, each with its LF.
    private var states: [Topic: [UInt8]] = [:]
    private var position = -Double.infinity
    private var clock = ForwardTime()
    /// The last event that passed, to any service.
    package private(set) var passing: String?

    /// - Parameters:
    ///   - view: the service.
    ///   - open: opens the cassette again.
    package init(of view: String, _ open: @escaping () throws(SystemError) -> CassetteReader) throws(SystemError) {
        self.view = view
        self.open = open
        reader = try open()
    }

    /// The view's events from the present position to a later moment, each line with its LF.
    package func play(to time: Double) throws(SystemError) -> [UInt8] {
        var lines: [UInt8] = []
        try read(to: time) { _, line, _ in lines += line }
        return lines
    }

    /// The events that make a new view show a given moment: the newest screen of each scene, the events since
    /// `beginning` that are not states, and last, when all screens are there, which scene is on top.
    package func wind(to time: Double, since beginning: Double) throws(SystemError) -> [UInt8] {
        if position > min(time, beginning) {
            reader = try open()
            (ahead, passing, states, position, clock) = (nil, nil, [:], -Double.infinity, ForwardTime())
        }
        var notices: [UInt8] = []
        try read(to: time) { moment, line, isState in
            if !isState, moment >= beginning { notices += line }
        }
        let scenes = states.filter { $0.key.subject != nil }.values.joined()
        return scenes + notices + states.filter { $0.key.subject == nil }.values.joined()
    }

    /// - Parameter body: gets each of the view's events: its time, its line, and whether it is a state.
    private func read(
        to time: Double, _ body: (_ time: Double, _ line: [UInt8], _ isState: Bool) -> Void
    ) throws(SystemError) {
        position = max(position, time)
        while let passage = try nextPassage() {
            guard passage.time <= time else {
                ahead = passage
                return
            }
            guard let event = try? Event(line: passage.event.span) else { continue }
            passing = event.type + (event.subject.map { " (\($0))" } ?? "")
            guard passage.receivers.contains(view) else { continue }
            let line = passage.event + [0x0A]
            let isState = Self.stateTypes.contains(event.type)
            if isState { states[Topic(event)] = line }
            body(passage.time, line, isState)
        }
    }

    private func nextPassage() throws(SystemError) -> Passage? {
        if let passage = ahead {
            ahead = nil
            return passage
        }
        while let line = try reader.next() {
            guard case .passage(var passage) = line else { continue }
            passage.time = clock.next(passage.time)
            return passage
        }
        return nil
    }
}
