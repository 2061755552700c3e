import Foundation
import Processes
import Recording
import SupervisorMessages
import TestSupport
import Testing
import Wire

@testable import SessionClient

/// A candidate beside a service, in a session whose events are all available at once.
@Suite struct ShadowRunTests {
    private static let event = #"{"type":"a.output.x","id":"e1","source":"source"}"#

    private static func answer(_ number: Int) -> String {
        #"{"type":"role.output.y","id":"r1","source":"role","causationid":"e1","data":{"n":\#(number)}}"#
    }

    private static let ended = Event(SupervisorOutput.Ended.type, SupervisorOutput.Ended()).line

    private static func record(_ event: String, from sender: String, to receivers: [String]) -> [UInt8] {
        var record: [UInt8] = []
        Array((event + "\n").utf8).withUnsafeBytes {
            Passage.append($0, at: 1, from: sender, to: receivers, onto: &record)
        }
        return record
    }

    private static func caughtUp(saidAlready: Int = 0) -> [UInt8] {
        Event(
            SupervisorOutput.CaughtUp.type, SupervisorOutput.CaughtUp(saidAlready: saidAlready, isRestored: true)
        ).line
    }

    /// - Parameters:
    ///   - lines: the session's lines.
    ///   - candidate: a shell script.
    ///   - interrupts: the bytes that are readable at once.
    ///   - staysOpen: whether the session goes on.
    private static func run(
        _ lines: [[UInt8]], candidate: String, interrupts: String = "", staysOpen: Bool = false
    ) throws -> (summary: ShadowRun.Summary, findings: [ShadowComparison.Finding]) {
        StandardStream.ignoreBrokenPipes()
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: folder.path + "/control")
        let link = try SessionLink(to: folder.path + "/control")
        guard let session = UnixSocket.accept(from: listener.number) else { throw SessionLink.Failure.ended }
        let bytes = lines.flatMap(\.self)
        expect(write(session.number, bytes, bytes.count), equals: bytes.count)
        if !staysOpen { UnixSocket.endWriting(session.number) }
        let signals = try Pipe.open()
        expect(write(signals.writer.number, interrupts, interrupts.utf8.count), equals: interrupts.utf8.count)
        var findings: [ShadowComparison.Finding] = []
        var shadow = ShadowRun(of: "role", over: link, interrupts: signals.reader.number) { findings.append($0) }
        let summary = try shadow.run { isRestored in
            #expect(isRestored)
            return try RoleProcess(
                ["/bin/sh", "-c", candidate], service: "role", run: "shadow", environment: OwnEnvironment.variables,
                isRestored: isRestored, mostPending: ShadowRun.mostPending, keepsDiagnostics: true)
        }
        return (summary, findings)
    }

    private static func session(answering number: Int) -> [[UInt8]] {
        [
            caughtUp(), record(event, from: "source", to: ["role", "other"]),
            record(answer(number), from: "role", to: ["other"]), record(event, from: "source", to: ["other"]), ended,
        ]
    }

    /// Reads an event, answers it, and reads to the end.
    private static let candidate = "read -r line; echo '\(answer(1))'; cat > /dev/null"

    @Test func theSameAnswersAreCounted() throws {
        let (summary, findings) = try Self.run(Self.session(answering: 1), candidate: Self.candidate)
        expect(summary.same == 1 && summary.different == 0 && summary.losses.isEmpty && summary.unread == 0)
        #expect(summary.isComplete)
        #expect(findings.isEmpty)
    }

    @Test func anotherAnswerIsAFinding() throws {
        let (summary, findings) = try Self.run(Self.session(answering: 2), candidate: Self.candidate)
        expect(summary.same == 0 && summary.different == 1)
        guard case .differs("role.output.y", "e1", _)? = findings.first else {
            Issue.record("\(findings)")
            return
        }
    }

    @Test func aSilentCandidateMissesItsAnswers() throws {
        let (summary, findings) = try Self.run(Self.session(answering: 1), candidate: "cat > /dev/null")
        expect(summary.different, equals: 1)
        expect(findings, equals: [.missing(type: "role.output.y", cause: "e1")])
    }

    /// Regression: a candidate that died counted as one that gave the same answers.
    @Test(arguments: [
        (
            "echo oh no >&2; exit 3",
            "the candidate ended with exit code 3 before the session ended; its last line: oh no"
        ),
        ("read -r line; exit 1", "the candidate ended with exit code 1 before the session ended"),
        ("exit 0", "the candidate ended with exit code 0 before the session ended"),
        ("kill -9 $$", "the candidate was killed by signal 9 (Killed) before the session ended"),
        ("exec >&-; exec sleep 100", "the candidate closed its output before the session ended"),
    ])
    func aCandidateThatEndsBeforeTheSessionIsNoSuccess(candidate: String, words: String) throws {
        let (summary, _) = try Self.run(
            [Self.caughtUp(), Self.record(Self.event, from: "source", to: ["role"])], candidate: candidate,
            staysOpen: true)
        expect(summary.badEnd.map { "\($0)" }, equals: words)
        expect(!summary.isComplete && summary.isVacuous)
    }

    @Test(arguments: [
        ("cat > /dev/null; exit 4", "the candidate ended with exit code 4"),
        ("exec sleep 100", "the candidate did not end in time after the end of its input, and was killed"),
    ])
    func aCandidateThatEndsBadlyIsNoSuccess(candidate: String, words: String) throws {
        let (summary, _) = try Self.run([Self.caughtUp(), Self.ended], candidate: candidate)
        expect(summary.badEnd.map { "\($0)" }, equals: words)
        #expect(!summary.isComplete)
    }

    /// A candidate that stops reading has left events, also those that were given up when it closed its input.
    @Test func aCandidateThatReadsNoMoreHasLeftEvents() throws {
        // More than its pipe holds.
        let long = #"{"type":"a.output.x","id":"e2","data":{"x":"\#(String(repeating: "x", count: 1000))"}}"#
        let more = (0..<120).flatMap { _ in Self.record(long, from: "source", to: ["role"]) }
        let session = [Self.caughtUp(), Self.record(Self.event, from: "source", to: ["role"])]
        let (summary, _) = try Self.run(
            session + [Self.record(Self.answer(1), from: "role", to: ["other"]), more, Self.ended],
            candidate: "read -r line; exec <&-; echo '\(Self.answer(1))'; sleep 0.5")
        expect(summary.same == 1 && summary.unread > 0 && !summary.isComplete)
    }

    /// Regression: nothing compared counted as all the same.
    @Test func nothingComparedIsNoSuccess() throws {
        let (summary, _) = try Self.run([Self.caughtUp(), Self.ended], candidate: "cat > /dev/null")
        expect(summary.badEnd == nil && summary.isVacuous && !summary.isComplete)
    }

    /// Regression: all that a flooding candidate had written was parsed and told after the interrupt.
    @Test func aFloodIsNotHeardToItsEndAfterAnInterrupt() throws {
        var lines = [Self.caughtUp()]
        lines.append(Self.record(Self.event, from: "source", to: ["role"]))
        let folder = try TemporaryFolder()
        // It ends only when it is killed, with its output full.
        let flood = try folder.write(String(repeating: "{\"type\":\"r.o.e\"}\n", count: 4000), to: "flood").path
        let (summary, findings) = try Self.run(
            lines + [Self.ended], candidate: "while :; do cat \(flood) || exit; done", interrupts: "")
        expect(summary.badEnd?.wasKilled == true && !summary.isComplete)
        #expect(findings.count >= 4000)
        #expect(!summary.isVacuous)
    }

    @Test func whatWasSaidBeforeIsNotCompared() throws {
        let lines = [Self.record(Self.event, from: "source", to: ["role"]), Self.caughtUp(saidAlready: 1), Self.ended]
        let (summary, findings) = try Self.run(lines, candidate: Self.candidate)
        expect(summary, equals: ShadowRun.Summary())
        #expect(findings.isEmpty)
    }

    /// Missed events make the result weaker.
    @Test func lossesAreTold() throws {
        let lines = [Self.caughtUp(), Array("{\"missed\":3}\n".utf8), Array("garbage\n".utf8)]
        let (summary, _) = try Self.run(lines, candidate: "cat > /dev/null")
        expect(summary.losses.missed == 3 && summary.losses.unreadable == 1)
        #expect(summary.losses.isCutOff, "the session has not reported its end")
    }

    @Test func aRefusalEndsIt() throws {
        let refusal = Event(SupervisorOutput.Failed.type, SupervisorOutput.Failed(message: "no such service")).line
        #expect(throws: SessionLink.Failure.refused("no such service")) { try Self.run([refusal], candidate: "true") }
        #expect(throws: SessionLink.Failure.ended) { try Self.run([], candidate: "true") }
    }

    @Test func anInterruptBeforeTheStartStartsNothing() throws {
        let folder = try TemporaryFolder()
        let (summary, _) = try Self.run([], candidate: "touch \(folder.path)/started", interrupts: "x")
        expect(summary, equals: ShadowRun.Summary())
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/started"))
    }
}
