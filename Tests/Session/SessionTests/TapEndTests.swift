import Foundation
import TestSupport
import Testing

/// A tap gets every event, or the number of those that it missed.
@Suite struct TapEndTests {
    /// Starts a session that sends events until a tap has seen one, then a flood.
    /// - Parameters:
    ///   - count: the number of events, which are numbered.
    ///   - sink: the receiver's command.
    ///   - last: the source's last command; `@` stands for the test's folder.
    private static func talkative(
        _ count: Int, sink: String = "cat > /dev/null", then last: String = ""
    ) throws -> (session: SessionRun, child: ChildProcess) {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, "@/source.sh"], sends: [a.output], stop_grace_period: 10ms}
              sink: {command: [sh, -c, "\(sink)"], receives: [a.output]}
            """)
        let folder = session.folder.path
        try session.folder.write(
            """
            until [ -e \(folder)/tapped ]; do echo '{"type":"a.output.x"}'; sleep 0.01; done
            seq -f '{"type":"a.output.x","data":{"number":%.0f}}' \(count)
            \(last.replacing("@", with: folder))
            """, to: "source.sh")
        let child = try session.start()
        #expect(try eventually { try session.operate("ps").status == 0 })
        return (session, child)
    }

    @Test func aTapThatIsNotReadMissesEventsAndIsTold() throws {
        // Sends events until the tap has seen one, then a flood.
        let (session, child) = try Self.talkative(
            200000, sink: "grep -c number > @/counted", then: "touch @/said; exec sleep 1000")
        let folder = session.folder.path
        let viperline = Products.executable("viperline")
        let reader = try ChildProcess(
            [
                "sh", "-c",
                """
                \(viperline) tap 2> \(folder)/missed |
                    (read -r line; touch \(folder)/tapped; until [ -e \(folder)/go ]; do sleep 0.01; done; cat > \(folder)/seen)
                """,
            ], environment: session.environment)
        #expect(eventually { FileManager.default.fileExists(atPath: folder + "/said") })
        try session.folder.write("", to: "go")
        #expect(
            try eventually {
                let missed = session.text(of: "missed").split(separator: " ").compactMap { Int($0) }.reduce(0, +)
                let seen = try Command.run(["grep", "-c", "number", folder + "/seen"]).lines.first.flatMap { Int($0) }
                return missed > 0 && (seen ?? 0) + missed == 200_000
            })
        try session.operate("stop")
        _ = child.wait()
        expect(reader.wait(), equals: 0)
        expect(session.lines(of: "counted"), equals: ["200000"])
    }

    /// Regression: a tap lost what it had not read when the session ended.
    @Test func aTapSeesTheEnd() throws {
        let (session, child) = try Self.talkative(10000, then: "touch @/said")
        let folder = session.folder.path
        let reader = try ChildProcess(
            [
                "sh", "-c",
                """
                \(Products.executable("viperline")) tap |
                    (read -r line; touch \(folder)/tapped; until [ -e \(folder)/said ]; do sleep 0.01; done; cat > \(folder)/seen)
                """,
            ], environment: session.environment)
        expect(child.wait(), equals: 0)
        expect(reader.wait(), equals: 0)
        expect(session.lines(of: "seen").filter { $0.contains("number") }.count, equals: 10_000)
    }

    /// Regression: a tap silently lost 3,251 of 200,000 events at the session's end. Each event is now sent or counted.
    @Test func aTapWhoseSessionEndsIsToldEverything() throws {
        let (session, child) = try Self.talkative(200000)
        let folder = session.folder.path
        // It reads constantly, but too slowly.
        try session.folder.write(
            """
            import os, sys, time
            seen = 0
            for line in sys.stdin.buffer:
                if not seen: open("\(folder)/tapped", "w")
                seen += b"number" in line
                if seen % 1000 == 0: time.sleep(0.005)
            print(seen)
            """, to: "reader.py")
        let result = try Command.run(
            [
                "bash", "-c",
                "\(Products.executable("viperline")) tap | python3 \(folder)/reader.py; echo ${PIPESTATUS[0]}",
            ], environment: session.environment)
        expect(child.wait(), equals: 0)
        let missed = result.diagnostics.split(separator: "\n").filter { $0.contains("missed ") }
            .compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }.reduce(0, +)
        let seen = result.lines.first.flatMap { Int($0) } ?? 0
        #expect(seen > 0)
        expect(seen + missed, equals: 200_000)
        expect(result.lines.last, equals: (missed == 0 ? "0" : "75"))
    }

    /// The session does not wait for a tap that has stopped reading; the tap can tell that its stream is incomplete.
    @Test func aTapThatPausesAtTheEndIsToldThatItMissedSomething() throws {
        let (session, child) = try Self.talkative(50000)
        let folder = session.folder.path
        let reader = try ChildProcess(
            [
                "bash", "-c",
                """
                { \(Products.executable("viperline")) tap 2> \(folder)/words; echo $? > \(folder)/status; } |
                    (read -r line; touch \(folder)/tapped; until [ -e \(folder)/over ]; do sleep 0.01; done; cat > /dev/null)
                """,
            ], environment: session.environment)
        expect(child.wait(), equals: 0)
        try session.folder.write("", to: "over")
        expect(reader.wait(), equals: 0)
        expect(session.text(of: "status"), equals: "75\n")
        expect(session.text(of: "words"), contains: "the session was cut off; the last events may be missing")
    }
}
