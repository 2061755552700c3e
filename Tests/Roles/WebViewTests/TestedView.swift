import Platform
import JSON
import RouterMessages
import ViewMessages
import Wire

@testable import WebView

/// A view in a test's hands, which plays router, presenter and page.
@dynamicMemberLookup final class TestedView {
    private(set) var state: WebState

    init(_ state: WebState = WebState(stamp: EventStamp(source: "view", run: "1"))) { self.state = state }

    /// One that shows a screen of the scene `s-1`.
    convenience init(_ screen: Screen) {
        self.init()
        navigate("s-1")
        show(screen)
    }

    subscript<Value>(dynamicMember path: KeyPath<WebState, Value>) -> Value { state[keyPath: path] }

    var copy: TestedView { TestedView(state) }

    /// The HTML of its page.
    var page: String { WebPage(state, formKey: "k").piece.source }

    /// Changes when the focus goes elsewhere by itself.
    var place: String? {
        MarkupTokens(page)?.tags.flatMap(\.attributes).first { $0.name == "data-place" }?.value
    }

    /// The buttons that ask for the focus.
    var focused: [String] {
        (MarkupTokens(page)?.tags ?? []).filter { tag in
            tag.name == "button" && tag.attributes.contains { $0.name == "autofocus" }
        }.flatMap(\.attributes).filter { $0.name == "value" }.compactMap(\.value)
    }

    @discardableResult
    func receive(_ event: Event) -> [Event] { state.receive(.event(event)) }

    func navigate(_ scenes: String...) { receive(Self.navigation(scenes)) }

    static func navigation(_ scenes: [String]) -> Event {
        let stack = scenes.map { Scene(scene: $0, name: "s") }
        return Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack))
    }

    /// - Parameter answering: what the screen answers.
    @discardableResult
    func show(_ screen: Screen, answering: Event? = nil) -> [Event] {
        receive(Self.showing(screen, answering: answering))
    }

    static func showing(_ screen: Screen, answering: Event? = nil, scene: String = "s-1") -> Event {
        var event = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene)
        event.correlationID = answering?.id ?? "x"
        return event
    }

    func perform(_ action: PageAction, on scene: String? = "s-1") -> ActionOutcome { state.perform(action, on: scene) }

    func perform(_ action: PageAction, recording fields: FormFields) -> (ActionOutcome, Event?) {
        state.perform(action, recording: fields)
    }

    /// What is sent when a page posts that.
    /// - Returns: nil where the screen does not offer it.
    func post(
        _ value: ActionValue, _ fields: [(name: String, value: String)] = [], on scene: String? = nil
    ) -> [Event]? {
        guard let action = PageAction(FormFields([("do", value.text)] + fields)) else { return nil }
        guard case .done(let events) = perform(action, on: scene ?? "s-1") else { return nil }
        return events
    }

    func takeReports(now: Instant) -> [Event] { state.takeReports(now: now) }
    func untilReports(now: Instant) -> Duration? { state.untilReports(now: now) }
}
