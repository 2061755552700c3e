import Platform
import Recording
import Wire

/// The checks of any view: it draws what it gets, whatever that is, and reports what the user does. The user enters the commands of
/// linear mode.
enum ViewConformance {
    /// A terminal's control sequences, in a title and in a label.
    private static let hostile = ["\u{1B}]0;captured\u{07}", "\u{1B}[2J", "\u{9B}31m", "\u{08}\u{08}"]

    static let checks =
        CommonConformance.checks(hasOutput: false) { dialogue, number, more in
            try draw(dialogue, number, more: more)
        } + [
            ConformanceCheck("draws a newer screen of the scene", .screen) { dialogue in
                try draw(dialogue, 1)
                try draw(dialogue, 2)
            },
            ConformanceCheck("draws the scene at the top of the stack", .screen) { dialogue in
                try draw(dialogue, 1)
                try draw(dialogue, 2, scenes: ["home-1", "detail-2"])
                try dialogue.finish()
            },
            ConformanceCheck("draws a screen with parts of unknown kinds", .parts) { dialogue in
                let parts =
                    #"{"hologram":{"depth":3},"fallback":"a map"},{"label":{"text":"quite plain","style":"unheard"}}"#
                try draw(dialogue, 1, parts: parts)
                try dialogue.wait(forText: "quite plain", "the label beside a part of an unknown kind")
                try draw(dialogue, 2)
            },
            ConformanceCheck("lets no control sequence of a text through", .texts) { dialogue in
                let text = dialogue.quoted("safe" + hostile.joined() + "words")
                try draw(
                    dialogue, 1,
                    parts:
                        "{\"label\":{\"text\":\(text),\"style\":\"body\"}},{\"list\":{\"rows\":[{\"id\":\"1\",\"title\":\(text)}]}}"
                )
                try dialogue.wait(forText: "words", "the text of the label")
                try draw(dialogue, 2)
                let found = hostile.first(where: dialogue.drawn.contains)
                try dialogue.expect(
                    found == nil, "\(found.debugDescription) on descriptor 4", "texts without their control characters")
            },
            ConformanceCheck("survives numbers and lists beyond all limits", .texts) { dialogue in
                let cells = Array(repeating: #""x""#, count: 400).joined(separator: ",")
                let columns = (1...400).map { #"{"key":"c\#($0)","title":"C"}"# }.joined(separator: ",")
                let parts = [
                    #"{"progress":{"label":"far","fraction":1e300}}"#,
                    #"{"pager":{"position":-5,"count":1e18,"page":{"caption":"p"}}}"#,
                    #"{"table":{"columns":[\#(columns)],"rows":[{"id":"1","cells":[\#(cells)]}]}}"#,
                    #"{"chart":{"kind":"spark","points":[1e308,-1e308],"alternative":"far"}}"#,
                ]
                // It may refuse each of these screens, and draws the next.
                for (number, part) in parts.enumerated() { send(dialogue, number + 10, parts: part) }
                try draw(dialogue, 99)
            },
            ConformanceCheck("reports an action once, with the scene as subject", .action) { dialogue in
                try draw(dialogue, 1, parts: #"{"list":{"rows":[{"id":"row-7","title":"the row"}]}}"#)
                dialogue.enter("select 1\n")
                let event = try dialogue.next("view.output.didSelect of the row, after the command select 1") {
                    $0.type == "view.output.didSelect"
                }
                try dialogue.expect(
                    event.tree["row"]?.string == "row-7" && event.subject == "home-1" && !event.id.isEmpty, event,
                    "the row \"row-7\", the subject home-1, and an id")
                send(dialogue, 2, correlation: event.correlation)
                try dialogue.wait(forText: mark(2), "the answer to the action")
                try dialogue.finish()
            },
            ConformanceCheck("ends after an empty stack", .end) { dialogue in
                try draw(dialogue, 1)
                dialogue.send("router.output.didNavigate", #"{"stack":[]}"#, id: "router-9", correlation: "router-9")
                try dialogue.finish()
            },
        ]

    /// A text that stands nowhere else.
    private static func mark(_ number: Int) -> String { "mark\(number)of\(number * 7919)" }

    private static func send(
        _ dialogue: ConformanceDialogue, _ number: Int, scenes: [String] = ["home-1"], parts: String = "",
        correlation: String? = nil, more: String? = nil
    ) {
        let chain = correlation ?? "router-\(number)"
        let top = scenes.last ?? ""
        if correlation == nil {
            let stack = scenes.map { #"{"scene":"\#($0)","name":"\#($0.prefix { $0 != "-" })","parameters":{}}"# }
            dialogue.send(
                "router.output.didNavigate", "{\"stack\":[\(stack.joined(separator: ","))]}", id: chain,
                correlation: chain)
        }
        let all = [#"{"label":{"text":"\#(mark(number))","style":"title"}}"#, parts].filter { !$0.isEmpty }
        dialogue.send(
            "view.input.show", "{\"screen\":{\"title\":\"Screen\",\"parts\":[\(all.joined(separator: ","))]}}",
            id: "presenter-\(number)", subject: top, correlation: chain, more: more)
    }

    private static func draw(
        _ dialogue: ConformanceDialogue, _ number: Int, scenes: [String] = ["home-1"], parts: String = "",
        more: String? = nil
    ) throws {
        send(dialogue, number, scenes: scenes, parts: parts, more: more)
        try dialogue.wait(forText: mark(number), "the label \"\(mark(number))\" of the screen")
    }
}
