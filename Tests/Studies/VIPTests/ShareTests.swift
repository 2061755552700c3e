import TestSupport
import Testing
import Wire

/// Interactor and router share the view's reports: each is answered once, whatever comes in between.
@Suite struct ShareTests {
    private static let actions = [
        (#""type":"view.output.didSearch""#, #"{"query":"music"}"#),
        (#""type":"view.output.didSearch""#, #"{"query":"pages"}"#),
        (#""type":"view.output.didSearch""#, #"{"query":" "}"#), (#""type":"view.output.didSearch""#, "{}"),
        (#""type":"view.output.didSelect""#, #"{"row":"1001"}"#), (#""type":"view.output.didSelect""#, #"{"row":1}"#),
        (#""type":"view.output.didSelect""#, #"{"row":"gone"}"#),
        (#""type":"view.output.didSelect""#, #"{"row":"screenshot-1"}"#),
        (#""type":"view.output.didPress""#, #"{"control":"open"}"#),
        (#""type":"view.output.didPress""#, #"{"control":"retry"}"#),
        (#""type":"view.output.didPress""#, #"{"control":"dismiss"}"#),
        (#""type":"view.output.didPress""#, #"{"control":"next"}"#), (#""type":"view.output.didPress""#, "{}"),
        (#""type":"view.output.didPress""#, #"{"control":7}"#), (#""type":"view.output.didReachEnd""#, "{}"),
        (#""type":"view.output.didDance""#, "{}"), (#""type":"view.output.didGoBack""#, "{}"),
    ]

    @Test(arguments: 0..<100)
    func everyActionIsAnsweredOnce(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        var bus = TestBus(.vip(root: "apps"), seed: seed)
        var stack = ["apps-1"]
        var asked: [String] = []
        for number in 1...80 {
            let (type, data) = Self.actions.randomElement(using: &random) ?? Self.actions[0]
            // Twice as often on a scene that was there, which may be gone.
            let scene = Bool.random(using: &random) ? stack.last : stack.randomElement(using: &random)
            let subject = scene.map { #","subject":"\#($0)""# } ?? ""
            let isTwice = Int.random(in: 0..<4, using: &random) == 0
            for copy in 0...(isTwice ? 1 : 0) {
                let id = "view-1-\(number)\(copy)"
                asked.append(id)
                bus.send(
                    try Event(
                        line:
                            #"{\#(type),"source":"view","id":"\#(id)","correlationid":"\#(id)"\#(subject),"data":\#(data)}"#
                    ))
            }
            for _ in 0..<Int.random(in: 0..<12, using: &random) { _ = bus.step() }
            if Int.random(in: 0..<10, using: &random) == 0 { try bus.kill(.vip(root: "apps")) }
            for event in bus.take() where event.type == "router.output.didNavigate" {
                let scenes = try JSONValue(String(decoding: event.data, as: UTF8.self))["stack"]
                guard case .list(let list) = scenes, !list.isEmpty else { continue }
                for case .string(let name) in list.map({ $0["scene"] }) where !stack.contains(name) {
                    stack.append(name)
                }
            }
        }
        while bus.step() {}
        for id in asked {
            let answers = bus.written.filter { $0.event.causationID == id && isAnswer($0.event.type) }
            let ends = bus.written.contains { $0.event.type == "router.output.didNavigate" && isEmpty($0.event) }
            expect(answers.count == 1 || (ends && answers.isEmpty), "\(id): \(answers.map(\.event.type))")
            let shown = bus.written.contains {
                $0.event.correlation == id && ($0.role == "presenter" || $0.event.type.hasPrefix("router.output."))
            }
            expect(shown || answers.isEmpty, "the view is told of \(id)")
        }
    }

    private func isAnswer(_ type: String) -> Bool {
        type.hasPrefix("presenter.input.") || type.hasPrefix("router.output.")
    }

    private func isEmpty(_ event: Event) -> Bool { String(decoding: event.data, as: UTF8.self) == #"{"stack":[]}"# }
}
