import Formatting
import Presenter
import TestSupport
import Testing
import Wire

@Suite struct PresenterConversationTests {
    static let conversations = Conversation.all(of: "presenter")

    @Test func thereAreConversations() { #expect(Self.conversations.count >= 12) }

    @Test(arguments: conversations.filter(\.arguments.isEmpty))
    func logic(_ conversation: Conversation) throws {
        let environment = conversation.environment.filter { !$0.value.isEmpty }
        let variable = { (name: String) in environment[name] }
        var presenter = Presenter(settings: PresenterSettings(variable: variable, clock: .utc))
        try expect(conversation.check(&presenter), equals: nil)
    }

    @Test(arguments: conversations)
    func program(_ conversation: Conversation) throws {
        try expect(conversation.check([Products.executable("viperline-presenter")]), equals: nil)
    }

    /// A screen is one line of at most 1 MiB.
    @Test(arguments: [(100_000, true), (786_432, true), (786_433, false), (1_040_000, false)])
    func aPictureThatWouldFillTheLineIsLeftOut(size: Int, isShown: Bool) throws {
        var presenter = Presenter()
        _ = try presenter.receive(
            event(
                #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"s-1","name":"screenshots","parameters":{"urls":"https://a.example/1.png"}}]}}"#
            ))
        let image = String(repeating: "A", count: size)
        let answer = try presenter.receive(
            event(#"{"type":"interactor.output.got","data":{"url":"x","status":200,"base64":"\#(image)"}}"#))
        expect(answer.count, equals: 1)
        #expect(answer.allSatisfy { $0.line.count < 1 << 20 && ($0.line.count > size) == isShown })
    }

    @Test(
        arguments: [
            "apps", "app", "screenshots", "songs", "song", "repositories", "repository", "playlist", "video",
            "trafficlight", "greeting", "home", "settings", "no-such-scene",
        ])
    func everyActionIsAnsweredWithItsCorrelation(_ name: String) throws {
        // In every state, an action leads to a show or to a router request.
        var presenter = Presenter()
        _ = try presenter.receive(
            event(
                #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"apps-1","name":"apps"},{"scene":"\#(name)-2","name":"\#(name)","parameters":{"id":"1"}}]}}"#
            ))
        let actions = [
            #""type":"view.output.didSearch","data":{"query":"x"}"#, #""type":"view.output.didSearch","data":{}"#,
            #""type":"view.output.didSelect","data":{"row":"x"}"#, #""type":"view.output.didSelect","data":{"row":1}"#,
            #""type":"view.output.didPress","data":{"control":"retry"}"#,
            #""type":"view.output.didPress","data":{"control":"dismiss"}"#,
            #""type":"view.output.didPress","data":{"control":"open"}"#,
            #""type":"view.output.didPress","data":{"control":"next"}"#,
            #""type":"view.output.didPress","data":{"control":"bestMatch"}"#,
            #""type":"view.output.didSort","data":{"column":"stars","descending":true}"#,
            #""type":"view.output.didFollow","data":{"url":"https://a.example"}"#,
            #""type":"view.output.didFollow","data":{"url":[]}"#,
            #""type":"view.output.didHighlight","data":{"row":"1"}"#, #""type":"view.output.didHighlight","data":{}"#,
            #""type":"view.output.didReachEnd""#,
            #""type":"view.output.didSubmit","data":{"form":"settings","values":{"limit":7}}"#,
            #""type":"view.output.didSubmit","data":{"form":"settings"}"#,
            #""type":"view.output.didDance""#, #""type":"view.output.didGoBack""#,
        ]
        for (number, action) in actions.enumerated() {
            for subject in ["", #""subject":"apps-1","#, "\"subject\":\"\(name)-2\",", #""subject":"gone-9","#] {
                let id = "v\(number)\(subject.utf8.count)"
                let answers = try presenter.receive(event(#"{"id":"\#(id)",\#(subject)\#(action)}"#))
                let answered = answers.contains {
                    ($0.type == "view.input.show" || $0.type.hasPrefix("router.input.")) && $0.correlation == id
                }
                #expect(answered, "\(subject)\(action)")
            }
        }
    }
}
