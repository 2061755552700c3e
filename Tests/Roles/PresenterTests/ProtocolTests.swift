import Declarations
import Fetcher
import Foundation
import InteractorMessages
import JSON
import RPCMessages
import RouterMessages
import TestSupport
import Testing
import VIPMessages
import ViewMessages
import ViewModelMessages
import Wire

/// Compares the Swift types with protocols/; scripts/check schemas does so for the schemas.
@Suite struct ProtocolTests {
    /// Decodes an event's payload as Swift type and encodes it again.
    typealias Binding = @Sendable (Event) throws -> Event

    static let bindings: [String: Binding] = [
        ViewInput.Show.type: through(ViewInput.Show.self),
        ViewInput.Copy.type: through(ViewInput.Copy.self),
        ViewInput.Run.type: through(ViewInput.Run.self),
        ViewInput.MarkRows.type: through(ViewInput.MarkRows.self),
        ViewInput.SelectRow.type: through(ViewInput.SelectRow.self),
        ViewOutput.DidRun.type: through(ViewOutput.DidRun.self),
        ViewOutput.DidSearch.type: through(ViewOutput.DidSearch.self),
        ViewOutput.DidSelect.type: through(ViewOutput.DidSelect.self),
        ViewOutput.DidPress.type: through(ViewOutput.DidPress.self),
        ViewOutput.DidSort.type: through(ViewOutput.DidSort.self),
        ViewOutput.DidToggle.type: through(ViewOutput.DidToggle.self),
        ViewOutput.DidScroll.type: through(ViewOutput.DidScroll.self),
        ViewOutput.DidHighlight.type: through(ViewOutput.DidHighlight.self),
        ViewOutput.DidResize.type: through(ViewOutput.DidResize.self),
        ViewOutput.DidSubmit.type: through(ViewOutput.DidSubmit.self),
        ViewOutput.DidChange.type: through(ViewOutput.DidChange.self),
        ViewOutput.DidFollow.type: through(ViewOutput.DidFollow.self),
        ViewOutput.DidReachEnd.type: through(ViewOutput.DidReachEnd.self),
        ViewOutput.DidGoBack.type: through(ViewOutput.DidGoBack.self),
        InteractorInput.Search.type: through(InteractorInput.Search.self),
        InteractorInput.List.type: through(InteractorInput.List.self),
        InteractorInput.Lookup.type: through(InteractorInput.Lookup.self),
        InteractorInput.Get.type: through(InteractorInput.Get.self),
        InteractorInput.Cancel.type: through(InteractorInput.Cancel.self),
        InteractorOutput.found: throughTheTypeOfItsSource,
        InteractorOutput.Got.type: through(InteractorOutput.Got.self),
        InteractorOutput.Failed.type: through(InteractorOutput.Failed.self),
        InteractorOutput.Progress.type: through(InteractorOutput.Progress.self),
        RouterInput.Open.type: through(RouterInput.Open.self),
        RouterInput.Back.type: through(RouterInput.Back.self),
        RouterInput.OpenURL.type: through(RouterInput.OpenURL.self),
        RouterInput.Play.type: through(RouterInput.Play.self),
        RouterOutput.DidNavigate.type: through(RouterOutput.DidNavigate.self),
        RouterOutput.DidOpenURL.type: through(RouterOutput.DidOpenURL.self),
        RouterOutput.DidPlay.type: through(RouterOutput.DidPlay.self),
        RouterOutput.DidFail.type: through(RouterOutput.DidFail.self),
        PresenterInput.PresentApps.type: through(PresenterInput.PresentApps.self),
        PresenterInput.PresentApp.type: through(PresenterInput.PresentApp.self),
        PresenterInput.PresentScreenshot.type: through(PresenterInput.PresentScreenshot.self),
        PresenterInput.PresentGreeting.type: through(PresenterInput.PresentGreeting.self),
        PresenterInput.PresentUnknown.type: through(PresenterInput.PresentUnknown.self),
        DataStoreOutput.DidChange.type: through(DataStoreOutput.DidChange.self),
        ViewModelInput.SetQuery.type: through(ViewModelInput.SetQuery.self),
        ViewModelInput.Highlight.type: through(ViewModelInput.Highlight.self),
        ViewModelInput.Choose.type: through(ViewModelInput.Choose.self),
        ViewModelCommand.search.type: through(NoDetails.self),
        ViewModelCommand.loadMore.type: through(NoDetails.self),
        ViewModelCommand.goBack.type: through(NoDetails.self),
        ViewModelCommand.dismiss.type: through(NoDetails.self),
        ViewModelCommand.retry.type: through(NoDetails.self),
        ViewModelCommand.open.type: through(NoDetails.self),
        ViewModelCommand.next.type: through(NoDetails.self),
        ViewModelCommand.previous.type: through(NoDetails.self),
        ViewModelCommand.greet.type: through(NoDetails.self),
        ViewModelOutput.Path.type: through(ViewModelOutput.Path.self),
        ViewModelOutput.Title.type: through(ViewModelOutput.Title.self),
        ViewModelOutput.Query.type: through(ViewModelOutput.Query.self),
        ViewModelOutput.Rows.type: through(ViewModelOutput.Rows.self),
        ViewModelOutput.Preview.type: through(ViewModelOutput.Preview.self),
        ViewModelOutput.App.type: through(ViewModelOutput.App.self),
        ViewModelOutput.Screenshot.type: through(ViewModelOutput.Screenshot.self),
        ViewModelOutput.Picture.type: through(ViewModelOutput.Picture.self),
        ViewModelOutput.Greeting.type: through(ViewModelOutput.Greeting.self),
        ViewModelOutput.Alert.type: through(ViewModelOutput.Alert.self),
        ViewModelOutput.Activity.type: through(ViewModelOutput.Activity.self),
        ViewModelOutput.DidOpen.type: through(ViewModelOutput.DidOpen.self),
        ViewModelOutput.DidFail.type: through(ViewModelOutput.DidFail.self),
        RPCServerInput.Request.type: through(RPCServerInput.Request.self),
        RPCServerInput.Notification.type: through(RPCServerInput.Notification.self),
        RPCServerInput.Response.type: through(RPCServerInput.Response.self),
        RPCServerInput.Cancel.type: through(RPCServerInput.Cancel.self),
        RPCServerOutput.Ready.type: through(RPCServerOutput.Ready.self),
        RPCServerOutput.Response.type: through(RPCServerOutput.Response.self),
        RPCServerOutput.Notification.type: through(RPCServerOutput.Notification.self),
        RPCServerOutput.Request.type: through(RPCServerOutput.Request.self),
        RPCServerOutput.Ended.type: through(RPCServerOutput.Ended.self),
        ProcessOutput.Ready.type: through(ProcessOutput.Ready.self),
        ProcessOutput.Refused.type: through(ProcessOutput.Refused.self),
        ProcessOutput.Status.type: through(ProcessOutput.Status.self),
        ProcessInput.Refused.type: through(ProcessInput.Refused.self),
        ProcessInput.Notice.type: through(ProcessInput.Notice.self),
        ProcessOutput.Entered.type: through(ProcessOutput.Entered.self),
        // Each role defines this data itself.
        ProcessOutput.Snapshot.type: { $0 },
        ProcessInput.Restore.type: { $0 }, ProcessInput.Yield.type: { $0 },
    ]

    private static func through<Message: JSONCodable & SendableMetatype>(_ message: Message.Type) -> Binding {
        { event in
            var copy = event
            copy.data = Payload.encode(try event.decode(message))
            return copy
        }
    }

    /// The entity of each source.
    private static let sources = SourceRegistry.sources.reduce(
        into: ShippedApplications.all.flatMap(\.sources).reduce(into: [String: Binding]()) {
            $0[$1.name] = through(InteractorOutput.Found<JSONItem>.self)
        }
    ) { $0[$1.name] = through($1) }

    private static func through<Origin: ShippedSource>(_: Origin.Type) -> Binding {
        through(InteractorOutput.Found<Origin.Item>.self)
    }

    private static func throughTheTypeOfItsSource(_ event: Event) throws -> Event {
        let source = try event.decode(InteractorOutput.FoundSource.self).source
        guard let binding = sources[source] else { throw UnknownSource(name: source) }
        return try binding(event)
    }

    @Test func everySourceHasAnExample() throws {
        let examples = try Self.examples(of: InteractorOutput.found)
        let named = examples.map { $0["data"]["source"] }
        for source in Self.sources.keys { expect(named, contains: .string(source), "\(source)") }
    }

    /// Attributes that a simple double may leave out.
    @Test func absentListsAndParametersAreEmpty() throws {
        let app = try Payload.decode(App.self, from: Array(#"{"id":"1","name":"x"}"#.utf8), of: "app")
        expect(app, equals: App(id: "1", name: "x"))
        let open = try Payload.decode(RouterInput.Open.self, from: Array(#"{"name":"x"}"#.utf8), of: "open")
        expect(open, equals: RouterInput.Open(name: "x"))
        let scene = try Payload.decode(Scene.self, from: Array(#"{"scene":"x-1","name":"x"}"#.utf8), of: "scene")
        expect(scene, equals: Scene(scene: "x-1", name: "x"))
    }

    @Test func everyTypeHasABindingAndEveryBindingASchema() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("protocols/schemas"))
        let types = files.map { $0.replacingOccurrences(of: ".json", with: "") }.filter { $0.contains(".") }
        expect(Set(types), equals: Set(Self.bindings.keys))
    }

    @Test(arguments: bindings.keys.sorted())
    func examplesPassThroughTheSwiftTypeUnchanged(_ type: String) throws {
        let binding = try require(Self.bindings[type])
        let examples = try Self.examples(of: type)
        #expect(!examples.isEmpty)
        for example in examples {
            let event = try Event(line: "\(example)")
            let line = String(decoding: try binding(event).line, as: UTF8.self)
            try expect(JSONValue(line), equals: example)
        }
    }

    private static func examples(of type: String) throws -> [JSONValue] {
        let text = try String(contentsOfFile: Checkout.path("protocols/examples/\(type).json"), encoding: .utf8)
        guard case .list(let examples) = try JSONValue(text) else { throw ExamplesAreNoList() }
        return examples
    }

    @Test func schemasHoldForExamplesAndConversations() throws {
        let result = try Command.run([Checkout.path("scripts/checks/schemas")])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    /// Tests the check itself: it must report each of these lines, with the error.
    private static let badRecords = [
        (#"{"specversion":"1.0","type":"a.input.b","source":"x","id":"1"}"#, "unknown type 'a.input.b'"),
        (#"{"type":"router.input.back","data":{}}"#, "the event: 'specversion' is a required property"),
        (record("router.input.back", #"{"to":1}"#), "'to' was unexpected"),
        (record("view.output.didSearch", #"{"query":1}"#), "data.query: 1 is not of type 'string'"),
        (
            record("interactor.output.found", #"{"source":"itunes.apps","items":[{"id":"1"}]}"#),
            "data.items[0]: 'name' is a required property"
        ),
        (
            record("view.input.show", #"{"screen":{"title":"","parts":[{"movie":{}}]}}"#),
            "data.screen.parts[0]: Additional properties are not allowed ('movie' was unexpected)"
        ),
        (
            record("interactor.output.found", #"{"source":"youtube.playlist","items":[{"id":"1","title":""}]}"#),
            "data.items[0]: 'url' is a required property"
        ),
        (record("router.input.open", #"{"name":"x","presentation":"sideways"}"#), "'sideways' is not one of"),
        ("Traceback", "not JSON"),
    ]

    private static func record(_ type: String, _ data: String) -> String {
        #"{"specversion":"1.0","type":"\#(type)","source":"x","id":"1","data":\#(data)}"#
    }

    @Test func schemasRefuseBadRecords() throws {
        let folder = try TemporaryFolder()
        let tape = try folder.write(Self.badRecords.map { $0.0 + "\n" }.joined(), to: "tape.ndjson")
        let result = try Command.run([Checkout.path("scripts/checks/schemas"), tape.path])
        expect(result.status, equals: 1)
        for (number, (_, problem)) in Self.badRecords.enumerated() {
            let told = result.lines.contains { $0.contains("tape.ndjson:\(number + 1): ") && $0.contains(problem) }
            #expect(told, "\(problem): \(result.output)")
        }
    }

    /// Regression: each line of a cassette was taken for an event.
    @Test func aRecordedSessionIsChecked() throws {
        let folder = try TemporaryFolder()
        let check = Checkout.path("scripts/checks/schemas")
        let cassette = Checkout.path("Tests/Cassettes/itunes.ndjson")
        let good = try Command.run([check, cassette])
        expect(good.status == 0 && good.output == "", "\(good.output)")
        let lines = try String(contentsOfFile: cassette, encoding: .utf8).split(separator: "\n").map(String.init)
        expect(good.diagnostics, contains: "\(lines.count) checked, 0 problems", "only the file: \(good.diagnostics)")
        let bad = [
            lines[0],
            #"{"t":1,"from":"a","to":["b"],"event":\#(Self.record("view.output.didSearch", #"{"query":1}"#))}"#,
            #"{"missed":3}"#, #"{"t":"x","from":"a","to":[],"event":{}}"#, "[]",
        ]
        let tape = try folder.write(bad.map { $0 + "\n" }.joined(), to: "tape.ndjson").path
        try expect(Command.run(["gzip", "-k", tape]).status, equals: 0)
        for file in [tape, tape + ".gz"] {
            let result = try Command.run([check, file])
            expect(result.status, equals: 1)
            for problem in [
                ":2: view.output.didSearch: data.query: 1 is not", ":3: 3 events are missing",
                ":4: not a passage: t is",
                ":4: the event: 'specversion'", ":5: not a passage: it has no event",
            ] {
                expect(result.output, contains: problem, "\(result.output)")
            }
        }
        try expect(Command.run([check, "/dev/null"]).status, equals: 1, "nothing checked is no success")
    }

    struct ExamplesAreNoList: Error {}

    struct UnknownSource: Error { let name: String }
}
