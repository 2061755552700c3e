package import Processes
package import Recording
import Wire

/// What the view was sent, wound to any moment.
///
/// Forward it is read on; back it is read again from the beginning, keeping only what the view would be sent after a
/// restart: the newest state of each type and scene. So memory grows with the scenes of a session, not with its events.
package final class ViewTape {
    /// What replaces all that came before it of the same type and scene, by protocols/README.md; a cassette does not say.
    private static let stateTypes: Set = ["view.input.show", "router.output.didNavigate"]

    private struct Key: Hashable {
        let type: String
        let subject: String?
    }

    private let view: String
    private let open: () throws(SystemError) -> CassetteReader
    private var reader: CassetteReader
    /// Read, but later than what was asked for.
    private var ahead: Passage?
    /// Lines, each with its LF.
    private var states: [Key: [UInt8]] = [:]
    private var position = -Double.infinity
    private var clock = ForwardTime()
    /// The last event that has passed, whoever it was for.
    package private(set) var passing: String?

    /// - Parameters:
    ///   - view: the service.
    ///   - open: opens the cassette, each time anew.
    package init(of view: String, _ open: @escaping () throws(SystemError) -> CassetteReader) throws(SystemError) {
        self.view = view
        self.open = open
        reader = try open()
    }

    /// What the view is sent from where the tape stands up to a later moment; each line with its LF.
    package func play(to time: Double) throws(SystemError) -> [UInt8] {
        var lines: [UInt8] = []
        try read(to: time) { _, line, _ in lines += line }
        return lines
    }

    /// What a view has to be told to show what was seen at a moment: the newest screen of each scene, what was said since
    /// `beginning` and is no state, and at last, when all screens are there, which scene is on top.
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

    /// - Parameter body: is told of each event for the view its time, its line, and whether it is a state.
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
            if isState { states[Key(type: event.type, subject: event.subject)] = line }
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
