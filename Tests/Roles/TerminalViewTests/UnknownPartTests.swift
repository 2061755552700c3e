import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A newer presenter sends what this view does not know: the rest of the screen is shown.
@Suite struct UnknownPartTests {
    private static func screen(_ parts: String) throws -> Screen {
        let line = #"{"type":"view.input.show","data":{"screen":{"title":"T","parts":["# + parts + "]}}}"
        return try Event(line: line).decode(ViewInput.Show.self).screen
    }

    @Test(arguments: [
        (#"{"map":{"x":[1,{"y":2}]}}"#, UnknownPart(kind: "map")),
        (#"{"fallback":"Berlin","map":7}"#, UnknownPart(kind: "map", fallback: "Berlin")),
        (#"{"map":null,"fallback":null,"other":1}"#, UnknownPart(kind: "map")),
    ]) func itStandsInItsPlace(_ json: String, _ part: UnknownPart) throws {
        let label = #"{"label":{"text":"a","style":"title"}}"#
        let screen = try Self.screen(label + "," + json + "," + label)
        expect(
            screen.parts,
            equals: [.label(Label("a", style: .title)), .unknown(part), .label(Label("a", style: .title))])
        let state = try ViewState.showing(screen)
        #expect(state.lines.contains { $0.contains(part.fallback ?? "This view cannot show “map”") })
    }

    /// What is unknown of a known part does not spoil it, and its fallback is not needed.
    @Test(arguments: [
        (#"{"label":{"text":"a","style":"loud"},"fallback":"b","x":1}"#, Part.label(Label("a", style: .caption))),
        (
            #"{"chart":{"kind":"pie","points":[1],"alternative":"w"}}"#,
            .chart(Chart(.other, points: [.init(1)], alternative: "w"))
        ),
        (
            #"{"table":{"columns":[{"key":"k","title":"K","alignment":"decimal"}],"rows":[]}}"#,
            .table(Table(columns: [Column(id: "k", title: "K", alignment: .start)], rows: []))
        ),
    ]) func whatIsKnownIsShown(_ json: String, _ part: Part) throws {
        try expect(Self.screen(json).parts, equals: [part])
    }

    /// These are mistakes of the presenter.
    @Test(arguments: ["{}", #"{"label":{"text":"a","style":"title"},"list":{"rows":[]}}"#, #"{"list":{}}"#, "7"])
    func aMistakeIsRefused(_ json: String) {
        #expect(throws: PayloadError.self) { try Self.screen(json) }
    }

    @Test func aLongNameIsCut() throws {
        let kind = String(repeating: "x", count: 1000)
        let page = LinearPage(try Self.screen("{\"\(kind)\":1}").sanitized)
        expect(page.lines.last, equals: "This view cannot show “\(kind.prefix(64))”")
    }
}
