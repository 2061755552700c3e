import Platform
import Processes
import Wire

/// The checks of any role. `ask` sends the role a usual request, of which the number is a part of the id, and waits for the answer.
enum CommonConformance {
    typealias Ask = @Sendable (ConformanceDialogue, _ number: Int, _ more: String?) throws -> Void

    /// No JSON, no object, no event, no UTF-8.
    private static let unreadable: [[UInt8]] = [
        Array("warning: no event".utf8), Array(#"{"type":"#.utf8), Array("[1,2]".utf8), Array("7".utf8),
        Array("{}".utf8),
        Array(#"{"type":7,"data":{}}"#.utf8), [0x7B, 0xFF, 0xFE, 0x7D], [],
        Array(String(repeating: "[", count: 2_000).utf8),
    ]
    private static let longLine = 900_000

    /// - Parameter hasOutput: whether it writes without a user.
    static func checks(hasOutput: Bool = true, _ ask: @escaping Ask) -> [ConformanceCheck] {
        let checks = [
            ConformanceCheck("answers a usual request, with events only", .output) { dialogue in
                try ask(dialogue, 1, nil)
                try dialogue.finish()
            },
            ConformanceCheck("ends with 0 at the end of its input", .end) { dialogue in
                // A view that has shown nothing has failed.
                if !hasOutput { try ask(dialogue, 1, nil) }
                try dialogue.finish()
            },
            ConformanceCheck("ignores types that it does not know", .unknown) { dialogue in
                try ask(dialogue, 1, nil)
                let data = "{\"text\":\"\(String(repeating: "x", count: longLine))\"}"
                dialogue.send("nobody.output.unheard", data, id: "unheard-1", correlation: "unheard-1")
                dialogue.send("nobody.input.unheard", id: "unheard-2", correlation: "unheard-2")
                try ask(dialogue, 2, nil)
                for event in try dialogue.finish() {
                    let isAnswer = event.correlation.hasPrefix("unheard")
                    try dialogue.expect(!isAnswer, event, "no answer to an event of an unknown type")
                }
            },
            ConformanceCheck("ignores members that it does not know", .unknown) { dialogue in
                try ask(dialogue, 1, #""unheard":{"a":[1,null,"x"]},"extension":"y""#)
                try dialogue.finish()
            },
            ConformanceCheck("goes on after lines that it cannot read", .unreadable, isAdvice: true) { dialogue in
                try ask(dialogue, 1, nil)
                unreadable.forEach(dialogue.send(line:))
                try ask(dialogue, 2, nil)
                try dialogue.finish()
            },
            ConformanceCheck("ends when nobody reads its output", .closed) { dialogue in
                try endsWithoutReader(dialogue, ask)
            },
        ]
        return hasOutput ? checks : checks.dropLast()
    }

    /// Its output is a pipe whose reader has gone; its input stays open.
    private static func endsWithoutReader(_ dialogue: ConformanceDialogue, _ ask: Ask) throws {
        // The lines of a usual session.
        try ask(dialogue, 1, nil)
        let subject = dialogue.subject
        var launch = Launch(subject.command)
        launch.environment = subject.environment.merging([
            "VIPERLINE_SERVICE": subject.role.rawValue, "VIPERLINE_RUN": "1",
        ]) { $1 }
        launch.group = .ownSession
        let process = try withoutReader(&launch)
        let deadline = Instant.now + subject.patience
        while process.reap() == nil {
            try dialogue.expect(
                Instant.now < deadline, "(it still runs after \(subject.patience))",
                "the program ends when it cannot write")
            if process.queued == 0 { for line in dialogue.sentLines { _ = process.give(line: Array(line.utf8)) } }
            turn(process)
        }
    }

    private static func withoutReader(_ launch: inout Launch) throws -> PipedProcess {
        let pipe = try Pipe.open()
        launch.descriptors.append((pipe.writer.number, 1))
        return try PipedProcess(launch, [.input, .diagnostics], mostUnread: 1 << 24)
    }

    private static func turn(_ process: PipedProcess) {
        var pollSet = PollSet()
        process.add(to: &pollSet)
        pollSet.wait(for: .milliseconds(20))
        process.write()
        process.readDiagnostics()
    }
}
