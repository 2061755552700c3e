import Recording
import Wire

/// The checks of any router: it keeps the stack of scenes, and answers each request with it, or with a failure.
enum RouterConformance {
    private typealias Stack = [JSONTree]

    static let checks =
        CommonConformance.checks { dialogue, number, more in
            if number == 1 { try first(dialogue) }
            try open(dialogue, number, more: more)
        } + [
            ConformanceCheck("begins with a scene", .stack) { dialogue in
                try dialogue.expect(try first(dialogue).count == 1, "another number of scenes", "a stack of one scene")
            },
            ConformanceCheck("opens a scene above the others, with its parameters", .stack) { dialogue in
                let below = try first(dialogue)
                let stack = try open(dialogue, 1)
                try dialogue.expect(
                    stack.count == below.count + 1 && Array(stack.dropLast()) == below
                        && stack.last?["name"]?.string == "detail" && stack.last?["parameters"]?["id"]?.string == "1",
                    shown(stack), "the stack \(shown(below)) and above it the scene \"detail\" with id 1")
            },
            ConformanceCheck("goes back", .stack) { dialogue in
                let below = try first(dialogue)
                let top = try open(dialogue, 1).last?["scene"]?.string ?? ""
                let stack = try back(dialogue, 2, from: top)
                try dialogue.expect(stack == below, shown(stack), "the stack as before: \(shown(below))")
            },
            ConformanceCheck("never uses a scene's number again", .numbers) { dialogue in
                try first(dialogue)
                let one = try open(dialogue, 1).last?["scene"]?.string ?? ""
                try back(dialogue, 2, from: one)
                let stack = try open(dialogue, 3)
                try dialogue.expect(
                    stack.last?["scene"]?.string != one, shown(stack),
                    "a scene with another name than \(one), which has been left")
            },
            ConformanceCheck("answers back from the last scene with an empty stack, and goes on", .stack) { dialogue in
                let scene = try first(dialogue).last?["scene"]?.string ?? ""
                let stack = try back(dialogue, 1, from: scene)
                try dialogue.expect(stack.isEmpty, shown(stack), "an empty stack")
                try back(dialogue, 2, from: scene)
                try dialogue.finish()
            },
            ConformanceCheck("refuses what is not a web page", .pages) { dialogue in
                try first(dialogue)
                for (number, url) in ["javascript:alert(1)", "file:///etc/passwd", "-help", ""].enumerated() {
                    dialogue.ask("router.input.openURL", "{\"url\":\(dialogue.quoted(url))}", number)
                    let answer = try dialogue.next("router.output.didFail") { $0.correlation == "v\(number)" }
                    try dialogue.expect(
                        answer.type == "router.output.didFail", answer,
                        "router.output.didFail, since \"\(url)\" is not a web page")
                }
            },
            ConformanceCheck("answers a request without a name", .chain) { dialogue in
                try first(dialogue)
                dialogue.ask("router.input.open", #"{"name":"","parameters":{}}"#, 1)
                try dialogue.next("an answer to v1: the stack, or router.output.didFail") { $0.correlation == "v1" }
            },
            ConformanceCheck("equal events lead to equal stacks", .replay) { dialogue in
                let stacks = try [first(dialogue), open(dialogue, 1), open(dialogue, 2)]
                let hadSnapshot = dialogue.snapshot != nil
                try dialogue.restart()
                guard !hadSnapshot else {
                    let stack = try open(dialogue, 3)
                    try dialogue.expect(
                        stack.count == stacks[2].count + 1, shown(stack),
                        "its state after a restart with its snapshot, and one scene more")
                    return
                }
                let again = try [first(dialogue), open(dialogue, 1), open(dialogue, 2)]
                try dialogue.expect(again == stacks, shown(again[2]), "as in its first process: \(shown(stacks[2]))")
            },
        ]

    private static func stack(of event: Event, _ dialogue: ConformanceDialogue) throws -> Stack {
        let stack = event.tree["stack"]?.elements ?? [.null]
        try dialogue.expect(
            stack.allSatisfy { $0["scene"]?.string?.isEmpty == false && $0["name"]?.string != nil }, event,
            "data.stack, a list of objects with the texts \"scene\" and \"name\"")
        try dialogue.expect(Set(stack.compactMap { $0["scene"]?.string }).count == stack.count, event, "no scene twice")
        return stack
    }

    @discardableResult
    private static func first(_ dialogue: ConformanceDialogue) throws -> Stack {
        let event = try dialogue.next("router.output.didNavigate at the start") {
            $0.type == "router.output.didNavigate"
        }
        return try stack(of: event, dialogue)
    }

    private static func answer(_ dialogue: ConformanceDialogue, _ number: Int) throws -> Stack {
        let expected = "router.output.didNavigate with the correlationid v\(number)"
        let event = try dialogue.next(expected) { $0.type == "router.output.didNavigate" }
        try dialogue.expect(event.correlationID == "v\(number)", event, expected)
        return try stack(of: event, dialogue)
    }

    @discardableResult
    private static func open(_ dialogue: ConformanceDialogue, _ number: Int, more: String? = nil) throws -> Stack {
        dialogue.ask(
            "router.input.open", #"{"name":"detail","parameters":{"id":"\#(number)"}}"#, number, more: more)
        return try answer(dialogue, number)
    }

    @discardableResult
    private static func back(_ dialogue: ConformanceDialogue, _ number: Int, from scene: String) throws -> Stack {
        dialogue.ask("router.input.back", "{}", number, subject: scene)
        return try answer(dialogue, number)
    }

    private static func shown(_ stack: Stack) -> String { Excerpt.beginning(of: JSONTree.array(stack).text) }
}
