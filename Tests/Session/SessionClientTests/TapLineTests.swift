import SupervisorMessages
import TestSupport
import Testing
import Wire

@testable import SessionClient

@Suite struct TapLineTests {
    /// Regression: one unreadable line ended every tap.
    @Test(arguments: [
        #"{"t":1.0,"from":"a","to":["b"],"event":{"type":"x"}}"#: #"record {"type":"x"}"#,
        #"{"t":1.0,"from":"a","to":["b"],"event":{"type":"x",,}}"#: "unreadable",
        #"{"t":1.0,"from":"a","to":["b"],"event":"#: "unreadable",
        #"{"missed":12}"#: "missed 12", #"{"missed":-1}"#: "missed 1", #"{"missed":1e300}"#: "missed 1",
        #"{"missed":9223372036854775807}"#: "missed 2147483647", #"{"missed":"#: "missed 1",
        #"{"type":"supervisor.output.ended"}"#: "ended",
        #"{"type":"supervisor.output.failed","data":{"message":"no"}}"#: "refused no",
        #"{"type":"supervisor.output.failed","data":{}}"#: "refused the session gave no reason",
        #"{"type":"supervisor.output.caughtUp","data":{}}"#: "answer supervisor.output.caughtUp",
        "": "unreadable", "\u{1B}]0;x\u{7}": "unreadable", "[]": "unreadable", "{": "unreadable",
    ])
    func everyLineIsTakenForSomething(line: String, expected: String) {
        let bytes = Array(line.utf8)
        let kind =
            switch TapLine(bytes) {
            case .record(let event): "record \(String(decoding: bytes[event], as: UTF8.self))"
            case .missed(let count): "missed \(count)"
            case .header: "header"
            case .ended: "ended"
            case .refused(let reason): "refused \(reason)"
            case .answer(let event): "answer \(event.type)"
            case .unreadable: "unreadable"
            }
        expect(kind, equals: expected)
    }

    @Test func lossesAreToldInWords() {
        var losses = TapLosses()
        #expect(losses.isEmpty)
        losses.miss(3)
        losses.miss(.max)
        losses.leaveOut()
        losses.cutOff()
        #expect(!losses.isEmpty)
        expect(
            "\(losses)",
            equals: "\(Int.max) events are missing, because the reader is slower than the session; "
                + "1 lines could not be read and are left out; the session was cut off; the last events may be missing")
    }

    @Test(arguments: [(1e300, 3_155_760_000), (-1e300, 0), (Double.nan, 0), (.infinity, 0), (12.5, 12.5)])
    func timesAreBounded(seconds: Double, expected: Double) {
        expect(Bounds.seconds(seconds), equals: expected)
    }

    @Test func everyNumberOfADescriptionIsBounded() {
        let hostile = ServiceReport(
            name: String(repeating: "x", count: 1000), command: [], state: "s", pid: -1, uptime: -1e300, restarts: .min,
            input: .init(lines: .min, bytes: .min), output: .init(lines: 1, bytes: .max), queued: -1, terminal: false)
        let bounded = SupervisorOutput.Described(
            name: "n", pid: -7, uptime: 1e300, folder: "", services: [hostile]
        ).bounded
        expect(bounded.pid, equals: 0)
        expect(bounded.uptime, equals: Bounds.longestTime)
        let service = bounded.services[0]
        expect(service.name.count, equals: Bounds.longestText + 1)
        expect(service.pid, equals: nil)
        expect(service.uptime, equals: 0)
        expect([service.restarts, service.queued, service.input.lines, service.input.bytes], equals: [0, 0, 0, 0])
        expect(service.output, equals: .init(lines: 1, bytes: .max))
    }
}
