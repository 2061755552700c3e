import JSON
import Presenter
import TestSupport
import Testing
import Wire

/// Two presenters in one session: each has its own scenes, and reports about others are none of its business.
@Suite struct ForeignScenesTests {
    private static func navigation(_ names: String...) throws -> Event {
        let stack = names.enumerated().map { #"{"scene":"\#($1)-\#($0 + 1)","name":"\#($1)","parameters":{"id":"1"}}"# }
        return try event(
            #"{"type":"router.output.didNavigate","id":"r-1","data":{"stack":[\#(stack.joined(separator: ","))]}}"#)
    }

    /// The presenter of the search, after this stack; also as its successor has it.
    private static func presenters(_ names: [String], on stack: Event) throws -> [Presenter] {
        var presenter = Presenter(scenes: Set(names))
        _ = try presenter.receive(stack)
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = try require(presenter.snapshot())
        var successor = Presenter(scenes: Set(names))
        try successor.restore(restore)
        return [presenter, successor]
    }

    @Test func onlyOwnScenesAreShown() throws {
        var presenter = Presenter(scenes: ["apps"])
        try expect(presenter.receive(Self.navigation("apps")).map(\.subject), equals: ["apps-1"])
        #expect(try presenter.receive(Self.navigation("apps", "app")).isEmpty)
        #expect(try presenter.receive(Self.navigation("apps")).isEmpty, "it is there still")
        try expect(presenter.receive(Self.navigation("app", "apps")).map(\.subject), equals: ["apps-2"])
    }

    /// What is for the top scene, by its name or without one, is for whoever presents it; also what is for a scene that is gone.
    @Test(arguments: [
        (#""subject":"apps-1""#, true), (#""subject":"app-2""#, false), (#""subject":"gone-9""#, false),
        (#""x":1"#, false),
    ])
    func whileAnotherSceneIsOnTop(subject: String, isAnswered: Bool) throws {
        for var presenter in try Self.presenters(["apps"], on: Self.navigation("apps", "app")) {
            for action in ["didSearch", "didReachEnd", "nonsense"] {
                let answers = try presenter.receive(event(#"{"type":"view.output.\#(action)","id":"v-1",\#(subject)}"#))
                #expect(answers.isEmpty != isAnswered, "\(action): \(answers)")
            }
        }
    }

    @Test(arguments: [
        (#""subject":"app-1""#, false), (#""subject":"apps-2""#, true), (#""subject":"gone-9""#, true),
        (#""x":1"#, true),
    ])
    func whileAnOwnSceneIsOnTop(subject: String, isAnswered: Bool) throws {
        for var presenter in try Self.presenters(["apps"], on: Self.navigation("app", "apps")) {
            let answers = try presenter.receive(event(#"{"type":"view.output.didReachEnd","id":"v-1",\#(subject)}"#))
            expect(answers.map(\.subject), equals: (isAnswered ? ["apps-2"] : []))
        }
    }

    /// Whoever has all scenes writes the snapshot that it always wrote.
    @Test func nothingIsSavedWithoutForeignScenes() throws {
        for names in [nil, Set(["apps"])] {
            var presenter = Presenter(scenes: names)
            _ = try presenter.receive(Self.navigation("apps"))
            let state = String(decoding: try require(presenter.snapshot()), as: UTF8.self)
            #expect(state.hasPrefix(#"{"scenes":"#))
        }
    }

    @Test func theNewestScreensCanBeShownAgain() throws {
        var presenter = Presenter()
        let shown = try presenter.receive(Self.navigation("apps", "greeting")).filter { $0.type == "view.input.show" }
        let again = presenter.states()
        expect(again.map(\.subject), equals: shown.map(\.subject))
        expect(again.map(\.data), equals: shown.map(\.data))
        expect(again.map(\.correlationID), equals: shown.map(\.correlationID))
        #expect(again.allSatisfy { $0.causationID == nil })
    }
}
