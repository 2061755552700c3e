import Foundation
import TestSupport
import Testing

/// Sessions and candidates that do not answer block no tool.
@Suite struct UnansweredTests {
    /// Regression: a suspended session blocked `ps`, `tap`, `send` and `stop` for all others.
    @Test func aSuspendedSessionHoldsNobodyUp() throws {
        let sessions = try [SteadySession.run(), SteadySession.run()]
        try SteadySession.whileRunning(sessions[0]) { first in
            let second = try ChildProcess(sessions[1].arguments, environment: sessions[0].environment)
            defer {
                kill(second.pid, SIGCONT)
                kill(second.pid, SIGTERM)
                _ = second.wait()
            }
            #expect(try eventually { try sessions[0].operate("ps", "--json").lines.count == 2 })
            suspend(second.pid)
            #expect(
                try eventually {
                    try sessions[0].operate("ps").output.contains("the session \(second.pid) (")
                })
            let listed = try sessions[0].operate("ps", "--json")
            expect(listed.status, equals: 0)
            expect(listed.lines.count, equals: 2)
            expect(listed.lines.last?.contains(#""answers":false"#), equals: true)
            try expect(Command.run(["jq", ".services[]"], input: listed.output).status, equals: 0)
            try expect(sessions[0].operate("logs", "\(first.pid)").status, equals: 0)
            for words in [["logs"], ["stop"], ["tap"], ["send"]] {
                let unclear = try Command.run(
                    [Products.executable("viperline")] + words, environment: sessions[0].environment)
                expect(unclear.status, equals: 69)
                expect(unclear.diagnostics, contains: "one that does not answer (\(second.pid))")
            }
            let silent = try sessions[0].operate("stop", "\(second.pid)")
            expect(silent.status, equals: 69)
            expect(silent.diagnostics, contains: "kill -CONT \(second.pid)")
            kill(second.pid, SIGCONT)
            try expect(sessions[0].operate("logs", "\(second.pid)").status, equals: 0)
        }
    }

    /// Regression: `shadow` could not be stopped if the candidate never read.
    @Test func aShadowCanBeStoppedWhileItsQueueDrains() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { _ in
            let streams = try ["report", "words"].map { try session.folder.write("", to: $0).path }
            let shadow = try ChildProcess(
                [
                    Products.executable("viperline"), "shadow", "role", "--", "sh", "-c",
                    "touch \(session.folder.path)/up; exec sleep 1000",
                ], environment: session.environment, streams: ["/dev/null"] + streams)
            #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/up") })
            let file = try FileHandle(forWritingTo: session.folder.url.appendingPathComponent("in"))
            let line = #"{"type":"a.output.x","data":{"text":"\#(String(repeating: "x", count: 1000))"}}"# + "\n"
            try file.seekToEnd()
            for _ in 0..<20 { try file.write(contentsOf: Data(String(repeating: line, count: 1000).utf8)) }
            #expect(try eventually { try SteadySession.memory(of: shadow.pid) > 0 && !session.lines(of: "in").isEmpty })
            #expect(
                try eventually {
                    let role = try JSONValue(try session.operate("ps", "--json").output)["services"][1]
                    return role["input"]["lines"] == .number(20_000)
                })
            kill(shadow.pid, SIGINT)
            kill(shadow.pid, SIGINT)
            expect(shadow.wait(), equals: 75)
            expect(session.text(of: "words"), contains: "the candidate has left", "\(session.text(of: "words"))")
        }
    }
}
