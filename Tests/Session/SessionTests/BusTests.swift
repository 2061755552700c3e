import Foundation
import TestSupport
import Testing

/// The bus with foreign processes: shells and their children.
@Suite struct BusTests {
    @Test func anyProgramsCanBeWiredAndSeeTheEndOfTheirInput() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"count.output.number","data":{"n":%g}}', "3"], sends: [count.output]}
              double:
                command: [sed, -u, 's/count.output/twice.output/; s/"source":"source",//; s/"id":"[^"]*",//']
                receives: [count.output]
                sends: [twice.output]
              sink: {command: [sh, -c, "cat > @/out"], receives: [twice.output]}
            """)
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.diagnostics, equals: "")
        expect(
            session.lines(of: "out"),
            equals: (1...3).map {
                #"{"specversion":"1.0","type":"twice.output.number","source":"double","id":"double+\#($0)","data":{"n":\#($0)}}"#
            })
        let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path + "/runtime/viperline")
        #expect(left.isEmpty, "the session's folder is gone")
    }

    struct Fault: CustomTestStringConvertible {
        let name: String, script: String, told: String, delivered: Int
        var testDescription: String { name }
    }

    static let good = #"{"type":"a.output.good"}"#

    @Test(arguments: [
        Fault(name: "no event", script: "echo hello; echo '\(good)'", told: "was this meant for stderr?", delivered: 1),
        Fault(
            name: "not its own", script: #"echo '{"type":"b.output.x"}'; echo '\#(good)'"#,
            told: #"source may not send "b.output.x""#, delivered: 1),
        Fault(
            name: "over the cap", script: "head -c 200000 /dev/zero | tr '\\0' x; echo; echo '\(good)'",
            told: "source wrote a line of 200000 bytes, over the limit of 100000", delivered: 1),
        Fault(
            name: "killed in the middle of a line",
            script: #"echo '\#(good)'; printf '{"type":"a.output.g'; kill -9 $$"#,
            told: "source ended in the middle of a line", delivered: 1),
        Fault(
            name: "over the cap, without a line feed",
            script: "echo '\(good)'; head -c 200000 /dev/zero | tr '\\0' x",
            told: "source wrote a line of 200000 bytes, over the limit of 100000", delivered: 1),
        Fault(name: "no last line feed", script: "printf '%s' '\(good)'", told: "", delivered: 1),
        Fault(
            name: "a flood of nonsense", script: "yes nonsense | head -n 100000; echo '\(good)'",
            told: "counted but not logged", delivered: 1),
        Fault(
            name: "a grandchild holds the pipe", script: "sleep 1000 & echo '\(good)'", told: "", delivered: 1),
        // Regression: its writes into the dead process's pipe kept the loop busy for ever, and Ctrl-C had no effect.
        Fault(
            name: "a grandchild writes for ever", script: "echo '\(good)'; setsid yes nonsense & sleep 0.1",
            told: "was this meant for stderr?", delivered: 1),
    ])
    func aFaultIsNamedAndTheRestIsServed(fault: Fault) throws {
        let session = try SessionRun(
            """
            line_limit: 100000
            services:
              source: {command: [sh, "@/source.sh"], sends: [a.output]}
              sink: {command: [sh, -c, "cat > @/out"], receives: [a.output]}
            """)
        try session.folder.write(fault.script + "\n", to: "source.sh")
        let result = try session.finish()
        expect(session.lines(of: "out").count, equals: fault.delivered)
        let log = session.keptLog(result) ?? ""
        if fault.told.isEmpty {
            expect(result.diagnostics, equals: "")
        } else {
            expect(log, contains: fault.told, "\(result.diagnostics)\(log)")
            #expect(log.split(separator: "\n").count < 50)
        }
    }

    @Test func aReceiverThatIsGoneHarmsNobody() throws {
        let session = try SessionRun(
            """
            services:
              source:
                command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "1000"]
                sends: [a.output]
                depends_on: {gone: {condition: service_completed_successfully}}
              gone: {command: ["true"], receives: [a.output]}
              sink: {command: [sh, -c, "cat > @/out"], receives: [a.output]}
            """)
        let result = try session.finish()
        expect(result.status, equals: 0)
        expect(session.lines(of: "out").count, equals: 1000)
        expect(
            session.keptLog(result)?.contains(#"gone is gone: "a.output.x" from source can't be delivered"#),
            equals: true)
    }

    /// One receiver never reads while its sender floods it: the others continue, and the supervisor's memory stays
    /// bounded.
    @Test func aReceiverThatNeverReadsHoldsOnlyItsSender() throws {
        let session = try SessionRun(
            """
            services:
              flood: {command: ["yes", '{"type":"flood.output.x","data":{}}'], sends: [flood.output]}
              stuck: {command: [sleep, "1000"], receives: [flood.output], stop_grace_period: 50ms}
              source: {command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "20000"], sends: [a.output]}
              judge:
                command: [sh, -c, "wc -l > @/count; grep VmHWM /proc/$$PPID/status > @/memory; exit 7"]
                receives: [a.output]
                exit_on_end: true
            """)
        let result = try session.finish()
        expect(result.status, equals: 7, "\(result.diagnostics)")
        expect(session.lines(of: "count"), equals: ["20000"])
        let peak = session.text(of: "memory").split(separator: " ").compactMap { Int($0) }.first ?? .max
        #expect(peak < 64 * 1024, "kilobytes")
    }

    @Test func aCircleOfFullQueuesIsNamed() throws {
        let flood = #"'{"type":"NAME.output.x","data":{}}'"#
        let session = try SessionRun(
            """
            queue_limit: 64kb
            services:
              alpha: {command: ["yes", \(flood.replacing("NAME", with: "alpha"))], sends: [alpha.output], receives: [beta.output]}
              beta: {command: ["yes", \(flood.replacing("NAME", with: "beta"))], sends: [beta.output], receives: [alpha.output]}
            """)
        let result = try session.finish()
        expect(result.status, equals: 70)
        expect(result.diagnostics, contains: "alpha → beta → alpha", "\(result.diagnostics)")
    }

    /// Regression: a session ended after two seconds while its roles computed.
    @Test func aRoleThatIsMerelyBusyIsNoDeadlock() throws {
        let session = try SessionRun(
            """
            queue_limit: 64kb
            services:
              alpha: {command: [python3, "@/role.py", alpha], sends: [alpha.output], receives: [beta.output]}
              beta: {command: [python3, "@/role.py", beta], sends: [beta.output], receives: [alpha.output]}
            """)
        try session.folder.write(
            """
            import sys, time
            line = '{"type":"%s.output.x","data":{"text":"%s"}}\\n' % (sys.argv[1], "x" * 1000)
            sys.stdout.write(line * 200)
            sys.stdout.flush()
            until = time.monotonic() + 3.2
            while time.monotonic() < until: pass
            lines = sum(1 for _ in zip(range(200), sys.stdin))
            open("\(session.folder.path)/" + sys.argv[1], "w").write(str(lines))
            """, to: "role.py")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect([session.text(of: "alpha"), session.text(of: "beta")], equals: ["200", "200"])
    }

    /// Regression: it blocked its senders for ever, silently.
    @Test func aServiceThatClosesItsInputMakesRoomForOneThatReads() throws {
        let session = try SessionRun(
            """
            queue_limit: 64kb
            services:
              source: {command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "50000"], sends: [a.output]}
              sink:
                command: [sh, -c, "[ $$VIPERLINE_RUN = 1 ] || exec cat > @/out; exec 0<&-; exec sleep 1000"]
                receives: [a.output]
                restart: on-failure
                stop_grace_period: 50ms
            """)
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.keptLog(result)?.contains("sink has closed its standard input but keeps running"), equals: true)
        // The first process received as much as fits into its pipe.
        expect(session.lines(of: "out").last?.contains(#""n":50000"#), equals: true)
    }

    @Test func stderrGoesToTheLogWithTheServicesName() throws {
        let session = try SessionRun(
            """
            services:
              one: {command: [sh, -c, "printf 'to \\\\033[31mthe log\\\\n' >&2"]}
              second: {command: [sh, -c, "printf 'no line feed' >&2"]}
            """, options: ["--log", "-"])
        let result = try session.finish()
        expect(result.status, equals: 0)
        expect(Set(result.diagnostics.split(separator: "\n").map { $0.prefix(9) }), equals: ["one      ", "second   "])
        expect(result.diagnostics, contains: "second    | no line feed\n")
        expect(result.diagnostics.contains("one       | to ") && result.diagnostics.contains("[31mthe log\n"))
        expect(result.diagnostics, lacks: "\u{1B}")
    }
}
