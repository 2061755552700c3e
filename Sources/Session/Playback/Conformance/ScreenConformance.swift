import Recording
import Wire

/// The checks of any presenter, and any application that is presenter and interactor in one: it shows a screen for each scene, and answers each
/// action of the user.
enum ScreenConformance {
    /// Reports of a view, with their data.
    private static let reports = [
        ("didSearch", #"{"query":"tea"}"#), ("didSelect", #"{"row":"no such row"}"#),
        ("didPress", #"{"control":"unheard"}"#),
        ("didSort", #"{"column":"unheard","descending":true}"#), ("didSubmit", #"{"form":"unheard","values":{}}"#),
        ("didChange", #"{"value":"te"}"#), ("didToggle", #"{"row":"unheard","expanded":true}"#), ("didReachEnd", "{}"),
        ("didScroll", #"{"first":0,"count":10}"#), ("didGoBack", "{}"),
        ("didFollow", #"{"url":"https://pages.example/"}"#),
        ("didUnheardOf", "{}"),
    ]

    static let checks =
        CommonConformance.checks { dialogue, number, more in
            if number == 1 { try begin(dialogue) }
            try act(dialogue, "didSearch", #"{"query":"tea"}"#, number, more: more)
        } + [
            ConformanceCheck("shows a screen for the first scene", .show) { dialogue in
                let event = try begin(dialogue)
                try dialogue.expect(
                    event.correlationID == "router-1", event, "the correlationid of the stack, router-1")
            },
            ConformanceCheck("answers each action of the user, known or not", .reports) { dialogue in
                try begin(dialogue)
                for (number, (type, data)) in reports.enumerated() { try act(dialogue, type, data, number) }
            },
            ConformanceCheck("answers an action without a subject or an id", .reports) { dialogue in
                try begin(dialogue)
                try act(dialogue, "didSearch", #"{"query":"tea"}"#, 1, scene: nil)
                dialogue.send("view.output.didSearch", #"{"query":"tie"}"#)
                try dialogue.next("an answer: view.input.show, or a request")
            },
            ConformanceCheck("shows the top scene after an action of a scene that has gone", .reports) { dialogue in
                try begin(dialogue)
                dialogue.send(
                    "view.output.didSearch", #"{"query":"tea"}"#, id: "view-9", subject: "gone-99",
                    correlation: "view-9")
                let event = try show(dialogue, "the top scene again: view.input.show of \(scene(dialogue))") {
                    $0.correlation == "view-9"
                }
                try dialogue.expect(
                    event.subject == scene(dialogue), event, "the subject \(scene(dialogue)), the top scene")
            },
            ConformanceCheck("survives data that does not match the schema", .unreadable) { dialogue in
                try begin(dialogue)
                for (number, (type, _)) in reports.enumerated() {
                    dialogue.send(
                        "view.output.\(type)", #"{"query":7,"row":[],"control":null,"values":3,"first":-1}"#,
                        id: "view-b\(number)",
                        subject: scene(dialogue), correlation: "view-b\(number)")
                }
                try act(dialogue, "didSearch", #"{"query":"tea"}"#, 99)
                try dialogue.finish()
            },
            ConformanceCheck("settles, also when what it asks for fails", .settled) { dialogue in
                try begin(dialogue)
                try settle(dialogue, act(dialogue, "didSearch", #"{"query":"tea"}"#, 1))
            },
            ConformanceCheck("shows a scene of its own for each instance", .show) { dialogue in
                try begin(dialogue)
                let name = dialogue.subject.scene
                let stack = [entry(name, 1), entry(name, 2)].joined(separator: ",")
                dialogue.send(
                    "router.output.didNavigate", "{\"stack\":[\(stack)]}", id: "router-2", correlation: "router-2")
                try show(dialogue, "view.input.show of \(name)-2") { $0.subject == "\(name)-2" }
            },
            ConformanceCheck("ends well after an empty stack", .end) { dialogue in
                try begin(dialogue)
                dialogue.send("router.output.didNavigate", #"{"stack":[]}"#, id: "router-2", correlation: "router-2")
                try dialogue.finish()
            },
            ConformanceCheck("a successor goes on where it stopped", .replay) { dialogue in
                let before = try begin(dialogue)
                try act(dialogue, "didPress", #"{"control":"unheard"}"#, 1)
                let restored = dialogue.snapshot != nil
                try dialogue.restart()
                if !restored {
                    let again = try begin(dialogue, more: #""replayed":true"#)
                    try dialogue.expect(
                        again.tree == before.tree, again,
                        "the same screen for the same events: \(Excerpt.beginning(of: before.tree.text))")
                }
                try act(dialogue, "didPress", #"{"control":"unheard"}"#, 2)
            },
        ]

    private static func scene(_ dialogue: ConformanceDialogue) -> String { "\(dialogue.subject.scene)-1" }

    private static func entry(_ name: String, _ number: Int) -> String {
        #"{"scene":"\#(name)-\#(number)","name":"\#(name)","parameters":{}}"#
    }

    /// - Returns: the first screen.
    @discardableResult
    private static func begin(_ dialogue: ConformanceDialogue, more: String? = nil) throws -> Event {
        dialogue.send(
            "router.output.didNavigate", "{\"stack\":[\(entry(dialogue.subject.scene, 1))]}", id: "router-1",
            correlation: "router-1", more: more)
        let scene = scene(dialogue)
        return try show(dialogue, "view.input.show of \(scene); --scene names another scene") { $0.subject == scene }
    }

    /// A screen, with the members that any screen has.
    @discardableResult
    private static func show(
        _ dialogue: ConformanceDialogue, _ expected: String, where holds: (Event) -> Bool
    ) throws -> Event {
        let event = try dialogue.next(expected) { $0.type == "view.input.show" && holds($0) }
        let screen = event.tree["screen"]
        try dialogue.expect(
            screen?["title"]?.string != nil && screen?["parts"]?.elements != nil, event,
            "data.screen with the text \"title\" and the list \"parts\"")
        return event
    }

    /// An action, and its answer: a screen of the scene, or a request to the router, in the action's chain.
    @discardableResult
    private static func act(
        _ dialogue: ConformanceDialogue, _ type: String, _ data: String, _ number: Int, scene: String?? = .none,
        more: String? = nil
    ) throws -> Event {
        let id = "view-\(number)"
        let subject = scene ?? Self.scene(dialogue)
        dialogue.send("view.output.\(type)", data, id: id, subject: subject, correlation: id, more: more)
        return try dialogue.next(
            "an answer to \(type): view.input.show or router.input.*, with the correlationid \(id)"
        ) {
            $0.correlationID == id && ($0.type == "view.input.show" || $0.type.hasPrefix("router.input."))
        }
    }

    /// Each request fails, until the newest screen has no activity.
    private static func settle(_ dialogue: ConformanceDialogue, _ answer: Event) throws {
        var (newest, answered) = (answer, 0)
        while newest.type != "view.input.show" || newest.tree["screen"]?["activity"] != nil {
            for request in dialogue.requests[answered...] where request.type != "interactor.input.cancel" {
                answered += 1
                dialogue.send(
                    "interactor.output.failed", #"{"kind":"network","message":"it failed","retryable":false}"#,
                    id: "fetcher-\(answered)", subject: request.subject, correlation: request.correlation)
            }
            answered = dialogue.requests.count
            if newest.type.hasPrefix("router.input.") { return }
            newest = try dialogue.next("view.input.show without \"activity\", as the answer to the newest action") {
                $0.type == "view.input.show" || $0.type.hasPrefix("interactor.input.")
            }
            if newest.type != "view.input.show" { newest = answer }
        }
    }
}
