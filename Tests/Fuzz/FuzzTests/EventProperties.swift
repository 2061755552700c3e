import Composition
import Wire

@testable import Supervision

/// Lines on their way through the bus.
enum EventProperties {
    private static let head = EnvelopeHead(source: "view")

    static func check(_ input: [UInt8]) throws(Finding) {
        for line in input.split(separator: 0x0A) { try check(line: Array(line)) }
        let whole = try routed([input[...]])
        try claim(try routed(input.pieces) == whole, "the bus delivers other lines if they come in pieces")
    }

    private static func check(line: [UInt8]) throws(Finding) {
        let layout = try? EnvelopeScanner.scan(line.span)
        var quick = EnvelopeLayout()
        if line.withUnsafeBytes({ head.read($0, into: &quick) }) {
            try claim(quick == layout, "the fast path reads something else")
        }
        guard layout != nil, let event = try? Event(line: line.span) else { return }
        let written = event.line
        try claim(written.firstIndex(of: 0x0A) == written.count - 1, "an event is not one line")
        let again = try? Event(line: written.span.extracting(..<(written.count - 1)))
        try claim(again == event, "an event is another one after writing and reading")
    }

    /// The lines that wait for each service after the view has written these.
    private static func routed(_ pieces: [ArraySlice<UInt8>]) throws(Finding) -> [[[UInt8]]] {
        let bus = Switchboard(composition)
        // They refer to each other, for as long as a session lives.
        defer { for port in bus.ports { port.senders = [] } }
        for piece in pieces {
            piece.withUnsafeBytes { bus.ports[0].incoming.lines.append($0) }
            bus.routeLines(of: bus.ports[0])
        }
        let delivered = bus.ports.map { $0.outgoing.outbox.unread() }
        for line in delivered.joined() {
            let event = try? Event(line: line.span.extracting(..<(line.count - 1)))
            try claim(
                event.map { ["view", SessionLog.ownName].contains($0.source) && !$0.id.isEmpty } ?? false,
                "the bus delivers what is no event of the view: \(String(decoding: line, as: UTF8.self))")
        }
        return delivered
    }

    /// A view, a presenter and one more receiver; the limit is short, so that inputs reach it.
    private static let composition: Composition = {
        var view = Service(name: "view", command: ["v"])
        view.tty = true
        view.sends = [MessagePattern("view.output"), MessagePattern("state")]
        view.receives = [MessagePattern("view.input")]
        var presenter = Service(name: "presenter", command: ["p"])
        presenter.sends = [MessagePattern("view.input")]
        presenter.receives = [MessagePattern("view.output"), MessagePattern("state")]
        presenter.recovery = .redeliver(notices: [], progress: [])
        var ear = Service(name: "ear", command: ["e"])
        ear.receives = [MessagePattern("view.output.didSearch"), MessagePattern("state")]
        return Composition(
            name: "fuzz", services: [view, presenter, ear], states: [MessagePattern("state")], lineLimit: 1200)
    }()
}
