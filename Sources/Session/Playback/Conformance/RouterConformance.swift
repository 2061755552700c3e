import Recording
import Wire

/// What any router does: it keeps the stack of scenes, and answers each request with it, or with a failure.
enum RouterConformance {
    private typealias Stack = [JSONTree]

    static let checks =
        CommonConformance.checks { dialogue, number, more in
            if number == 1 { _ = try first(dialogue) }
            _ = try open(dialogue, number, more: more)
        } + [
            ConformanceCheck("begins with a scene", .stack) { dialogue in
                guard try first(dialogue).count == 1 else {
                    throw dialogue.problem("another number of scenes", "a stack of one scene")
                }
            },
            ConformanceCheck("opens a scene above the others, with its parameters", .stack) { dialogue in
                let below = try first(dialogue)
                let stack = try open(dialogue, 1)
                guard stack.count == below.count + 1, Array(stack.dropLast()) == below,
                    stack.last?["name"]?.string == "detail",
                    stack.last?["parameters"]?["id"]?.string == "1"
                else {
                    throw dialogue.problem(
                        shown(stack), "the stack \(shown(below)) and above it the scene \"detail\" with id 1")
                }
            },
            ConformanceCheck("goes back", .stack) { dialogue in
                let below = try first(dialogue)
                let top = try open(dialogue, 1).last?["scene"]?.string ?? ""
                let stack = try back(dialogue, 2, from: top)
                guard stack == below else {
                    throw dialogue.problem(shown(stack), "the stack as before: \(shown(below))")
                }
            },
            ConformanceCheck("never uses a scene's number again", .numbers) { dialogue in
                _ = try first(dialogue)
                let one = try open(dialogue, 1).last?["scene"]?.string ?? ""
                _ = try back(dialogue, 2, from: one)
                let stack = try open(dialogue, 3)
                guard stack.last?["scene"]?.string != one else {
                    throw dialogue.problem(shown(stack), "a scene with another name than \(one), which has been left")
                }
            },
            ConformanceCheck("answers back from the last scene with an empty stack, and goes on", .stack) { dialogue in
                let scene = try first(dialogue).last?["scene"]?.string ?? ""
                let stack = try back(dialogue, 1, from: scene)
                guard stack.isEmpty else { throw dialogue.problem(shown(stack), "an empty stack") }
                _ = try back(dialogue, 2, from: scene)
                try dialogue.finish()
            },
            ConformanceCheck("refuses what is not a web page", .pages) { dialogue in
                _ = try first(dialogue)
                for (number, url) in ["javascript:alert(1)", "file:///etc/passwd", "-help", ""].enumerated() {
                    dialogue.send(
                        "router.input.openURL", "{\"url\":\(dialogue.quoted(url))}", id: "p\(number)",
                        correlation: "v\(number)")
                    let answer = try dialogue.next("router.output.didFail") { $0.correlation == "v\(number)" }
                    guard answer.type == "router.output.didFail" else {
                        throw dialogue.problem(answer, "router.output.didFail, since \"\(url)\" is not a web page")
                    }
                }
            },
            ConformanceCheck("answers a request without a name", .chain) { dialogue in
                _ = try first(dialogue)
                dialogue.send("router.input.open", #"{"name":"","parameters":{}}"#, id: "p1", correlation: "v1")
                _ = try dialogue.next("an answer to v1: the stack, or router.output.didFail") { $0.correlation == "v1" }
            },
            ConformanceCheck("equal events lead to equal stacks", .replay) { dialogue in
                let stacks = try [first(dialogue), open(dialogue, 1), open(dialogue, 2)]
                let hadSnapshot = dialogue.snapshot != nil
                try dialogue.restart()
                guard !hadSnapshot else {
                    let stack = try open(dialogue, 3)
                    guard stack.count == stacks[2].count + 1 else {
                        throw dialogue.problem(
                            shown(stack), "its state after a restart with its snapshot, and one scene more")
                    }
                    return
                }
                let again = try [first(dialogue), open(dialogue, 1), open(dialogue, 2)]
                guard again == stacks else {
                    throw dialogue.problem(shown(again[2]), "as in its first process: \(shown(stacks[2]))")
                }
            },
        ]

    private static func stack(of event: Event, _ dialogue: ConformanceDialogue) throws -> Stack {
        guard let stack = event.tree["stack"]?.elements,
            stack.allSatisfy({ $0["scene"]?.string?.isEmpty == false && $0["name"]?.string != nil })
        else { throw dialogue.problem(event, "data.stack, a list of objects with the texts \"scene\" and \"name\"") }
        guard Set(stack.compactMap { $0["scene"]?.string }).count == stack.count else {
            throw dialogue.problem(event, "no scene twice")
        }
        return stack
    }

    private static func first(_ dialogue: ConformanceDialogue) throws -> Stack {
        let event = try dialogue.next("router.output.didNavigate at the start") {
            $0.type == "router.output.didNavigate"
        }
        return try stack(of: event, dialogue)
    }

    private static func answer(_ dialogue: ConformanceDialogue, _ number: Int) throws -> Stack {
        let expected = "router.output.didNavigate with the correlationid v\(number)"
        let event = try dialogue.next(expected) { $0.type == "router.output.didNavigate" }
        guard event.correlationID == "v\(number)" else { throw dialogue.problem(event, expected) }
        return try stack(of: event, dialogue)
    }

    private static func open(_ dialogue: ConformanceDialogue, _ number: Int, more: String? = nil) throws -> Stack {
        dialogue.send(
            "router.input.open", #"{"name":"detail","parameters":{"id":"\#(number)"}}"#, id: "p\(number)",
            correlation: "v\(number)", more: more)
        return try answer(dialogue, number)
    }

    private static func back(_ dialogue: ConformanceDialogue, _ number: Int, from scene: String) throws -> Stack {
        dialogue.send("router.input.back", id: "p\(number)", subject: scene, correlation: "v\(number)")
        return try answer(dialogue, number)
    }

    private static func shown(_ stack: Stack) -> String { Excerpt.beginning(of: JSONTree.array(stack).text) }
}
