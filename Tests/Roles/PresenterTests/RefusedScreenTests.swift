import Foundation
import Presenter
import Scenes
import ScreenLayout
import TestSupport
import Testing
import ViewMessages
import Wire

/// A scene's screen was too long for a line, and the bus reports it.
@Suite struct RefusedScreenTests {
    /// A search with that many rows, up to its show.
    private static func presenter(rows: Int) throws -> (Presenter, Event?) {
        var presenter = Presenter()
        let events = [
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"apps-1","name":"apps","parameters":{}}]}}"#,
            #"{"type":"view.output.didSearch","id":"v1","subject":"apps-1","data":{"query":"a"}}"#,
            #"{"type":"interactor.output.found","id":"f1","subject":"apps-1","correlationid":"v1","data":{"source":"itunes.apps","cursor":"2","items":[\#((0..<rows).map { #"{"id":"\#($0)","name":"App \#($0)"}"# }.joined(separator: ","))]}}"#,
        ]
        var last: Event?
        for event in events { last = try presenter.receive(try Event(line: event)).last }
        return (presenter, last)
    }

    private static func refusal(of event: Event?, bytes: Int, limit: Int) -> Event {
        var refusal = Event(
            ProcessInput.Refused.type,
            ProcessInput.Refused(type: event?.type ?? "", bytes: bytes, limit: limit), subject: event?.subject)
        (refusal.source, refusal.id, refusal.correlationID) = ("viperline", "refused+1", event?.correlationID)
        return refusal
    }

    @Test func aScreenThatIsTooLongIsShownAsFarAsItFits() throws {
        var (presenter, shown) = try Self.presenter(rows: 1000)
        let bytes = shown?.data.count ?? 0
        let output = try presenter.receive(Self.refusal(of: shown, bytes: bytes, limit: bytes / 3))
        expect(output.count == 1 && output[0].correlationID == "v1", "the user action is answered")
        #expect(output[0].data.count < bytes / 3)
        let screen = try output[0].decode(ViewInput.Show.self).screen
        expect(screen.alert?.title == "Too much for one screen" && screen.activity == nil && screen.hasMore == nil)
        expect(screen.alert?.message.contains("Most of it is the table, with "), equals: true)
        guard case .table(let table)? = screen.parts.first else {
            Issue.record("\(screen.parts)")
            return
        }
        #expect(200..<333 ~= table.rows.count)
        // Closing the alert keeps the rows.
        let press = #"{"type":"view.output.didPress","id":"v2","subject":"apps-1","data":{"control":"dismiss"}}"#
        let after = try presenter.receive(try Event(line: press))
        expect(after.count == 1 && after[0].correlationID == "v2")
        let calm = try after[0].decode(ViewInput.Show.self).screen
        expect(calm.alert == nil && calm.parts == screen.parts)
        // The successor knows the same.
        var successor = Presenter()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = presenter.snapshot() ?? []
        try successor.restore(restore)
        expect(successor.snapshot(), equals: presenter.snapshot())
    }

    /// Rows of every kind are left out, and the preview is; the last attempt has no parts.
    @Test func everyPartWithRowsIsShortened() {
        let parts: [Part] = [
            .label(Label("Processes", style: .heading)),
            .list(List(rows: (1...10).map { Row(id: "\($0)", title: "r") })),
            .table(
                Table(
                    columns: [Column(id: "a", title: "A")],
                    rows: (1...10).map { TableRow(id: "\($0)", cells: [TableCell("c")]) }, total: 10)),
            .tree(Tree(rows: (1...10).map { TreeRow(id: "\($0)", title: "t") })),
        ]
        let screen = Screen(title: "Long", parts: parts, hasMore: true, preview: [parts[1]])
        func rows(_ part: Part) -> Int? {
            switch part {
            case .list(let list): list.rows.count
            case .table(let table): table.rows.count
            case .tree(let tree): tree.rows.count
            default: nil
            }
        }
        var fitting = Fitting()
        expect(screen.fitted(fitting), equals: screen)
        _ = fitting.shrink(bytes: 1600, limit: 1000)
        let half = screen.fitted(fitting)
        expect(half.parts.map(rows) == [nil, 5, 5, 5] && half.preview == nil && half.hasMore == nil)
        for _ in 0..<3 { _ = fitting.shrink(bytes: 1600, limit: 1000) }
        expect(screen.fitted(fitting), equals: Screen(title: "Long"))
        let goesOn = fitting.shrink(bytes: 1600, limit: 1000)
        #expect(!goesOn)
    }

    @Test func aTableIsShownAsFarAsItFitsToo() throws {
        let rows = (0..<1000).map { #"{"id":"\#($0)","fullName":"a/\#($0)","stars":1,"url":"u"}"# }
        let events = [
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"s-1","name":"repositories"}]}}"#,
            #"{"type":"view.output.didSearch","id":"v1","subject":"s-1","data":{"query":"a"}}"#,
            #"{"type":"interactor.output.found","id":"f1","correlationid":"v1","data":{"source":"github.repositories","items":[\#(rows.joined(separator: ","))]}}"#,
        ]
        var presenter = Presenter()
        var shown: Event?
        for event in events { shown = try presenter.receive(try Event(line: event)).last }
        let bytes = shown?.data.count ?? 0
        let output = try presenter.receive(Self.refusal(of: shown, bytes: bytes, limit: bytes / 3))
        guard case .table(let table)? = try output.first?.decode(ViewInput.Show.self).screen.parts.first else {
            Issue.record("\(output)")
            return
        }
        expect(200..<333 ~= table.rows.count && table.columns.count == 6)
        #expect(output[0].data.count < bytes / 3)
    }

    /// Beside rows that fit, a description may be too much.
    @Test func aPreviewThatIsTooLongIsLeftOut() throws {
        var (presenter, _) = try Self.presenter(rows: 10)
        let highlight = #"{"type":"view.output.didHighlight","id":"v2","subject":"apps-1","data":{"row":"1"}}"#
        let shown = try presenter.receive(try Event(line: highlight)).first
        try expect(shown?.decode(ViewInput.Show.self).screen.preview?.isEmpty, equals: false)
        let output = try presenter.receive(Self.refusal(of: shown, bytes: 2_000_000, limit: 1_048_576))
        let screen = try require(output.first?.decode(ViewInput.Show.self).screen)
        expect(output.count == 1 && output.first?.correlationID == "v2")
        expect(screen.preview == nil && !screen.parts.isEmpty && screen.alert != nil)
    }

    /// Whichever part does not fit, the attempts end.
    @Test func aScreenThatNeverFitsIsGivenUp() throws {
        var (presenter, shown) = try Self.presenter(rows: 10)
        var last: Event? = shown
        for _ in 0..<20 {
            guard let event = last else { break }
            last = try presenter.receive(Self.refusal(of: event, bytes: 2_000_000, limit: 1_048_576)).last
            shown = last ?? shown
        }
        expect(last, equals: nil)
        try expect(shown?.decode(ViewInput.Show.self).screen.parts.isEmpty, equals: true)
    }

    @Test func aRequestThatIsTooLongIsNotWaitedFor() throws {
        var (presenter, _) = try Self.presenter(rows: 1)
        let search = try presenter.receive(
            try Event(line: #"{"type":"view.output.didSearch","id":"v9","subject":"apps-1","data":{"query":"b"}}"#))
        let request = search.first { $0.type == "interactor.input.search" }
        let output = try presenter.receive(Self.refusal(of: request, bytes: 2_000_000, limit: 1_048_576))
        let screen = try output.first?.decode(ViewInput.Show.self).screen
        expect(screen?.activity == nil && screen?.alert?.title == "This could not be done")
    }

    @Test func aRefusalForASceneThatIsGoneIsNothing() throws {
        var (presenter, shown) = try Self.presenter(rows: 1)
        shown?.subject = "apps-9"
        #expect(try presenter.receive(Self.refusal(of: shown, bytes: 2, limit: 1)).isEmpty)
    }
}
