import TestSupport
import Testing

/// System calls of the supervisor for an event, counted.
@Suite struct HopTests {
    /// One read and one write for each event that waits for nothing, as the system counts them (`/proc/PID/io`), whatever else runs.
    /// The services write each line at once: `print` writes its end apart where PYTHONUNBUFFERED is set, which takes a second read.
    @Test func anEventTakesOneReadAndOneWrite() throws {
        let session = try SessionRun(
            """
            services:
              asker:
                command: [python3, "@/asker.py"]
                sends: [asker.output]
                receives: [answerer.output]
                exit_on_end: true
              answerer: {command: [python3, "@/answerer.py"], sends: [answerer.output], receives: [asker.output]}
            """)
        try session.folder.write(
            """
            import os, sys
            def calls():
                counts = dict(line.split(": ") for line in open("/proc/%d/io" % os.getppid()))
                return int(counts["syscr"]) + int(counts["syscw"])
            def ask(count):
                for number in range(count):
                    os.write(1, b'{"type":"asker.output.asked","data":{"n":%d}}\\n' % number)
                    sys.stdin.readline()
            ask(10)
            before = calls()
            ask(500)
            with open(os.path.dirname(__file__) + "/calls", "w") as file: print(calls() - before, file=file)
            """, to: "asker.py")
        try session.folder.write(
            """
            import os, sys
            for line in sys.stdin: os.write(1, b'{"type":"answerer.output.answered","data":{}}\\n')
            """, to: "answerer.py")
        try expect(session.finish().status, equals: 0)
        let calls = try require(session.lines(of: "calls").first.flatMap { Int($0) })
        // A thousand events, and little else.
        expect(calls >= 2000 && calls < 2100, "\(calls)")
    }
}
