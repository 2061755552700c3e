import Foundation
import TestSupport
import Testing

/// Which open files the processes of a session have.
@Suite struct DescriptorTests {
    /// Regression: children had what their parent had open. What the user's shell gives to `viperline` is its own as
    /// well.
    @Test func theProcessesOfASessionHaveWhatTheyAreGiven() throws {
        let session = try SessionRun(
            """
            services:
              first:
                command: [sh, -c, '(ls /proc/$$$$/fd >@/first); echo "{\\"type\\":\\"process.output.ready\\"}"; cat']
                sends: [a.output]
                healthcheck: {test: [CMD, sh, -c, '(ls /proc/$$$$/fd >@/check); true'], interval: 1s}
              terminal:
                command: [sh, -c, '(ls /proc/$$$$/fd >@/terminal); cat']
                receives: [b.input]
                tty: true
              last:
                command: [sh, @/others]
                receives: [a.output]
                sends: [b.input]
                depends_on: {first: {condition: service_healthy}, terminal: {condition: service_started}}
                exit_on_end: true
            """)
        // Also the supervisor's own: the guard, and the writer of the recording.
        try session.folder.write(
            """
            for name in viperline-guard cassette; do
                for line in $(ps -o pid=,args= --ppid $PPID | grep -e "$name" | awk '{print $1}'); do
                    ls /proc/$line/fd >\(session.folder.path)/$name
                done
            done
            """, to: "others")
        let line = Command.line(session.arguments + ["--record", session.folder.path + "/tape.ndjson"])
        let result = try Command.run(
            ["bash", "-c", "for n in 3 4 5 7 9 12 20 63; do eval \"exec $n</dev/zero\"; done; exec \(line)"],
            environment: session.environment)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let given = [
            "first": "0 1 2", "check": "0 1 2", "terminal": "0 1 2 3 4 5", "viperline-guard": "0 1 2",
            "cassette": "0 1 2",
        ]
        for (name, numbers) in given {
            expect(session.lines(of: name).joined(separator: " "), equals: numbers, "\(name)")
        }
    }

    /// The rows, and the file for the result, are the role's alone.
    @Test func theProgramOfAnAppHasItsStreamsOnly() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [
                "bash", "-c",
                "exec 3</dev/zero 4</dev/zero 5>/dev/null 9</dev/zero; exec \"$0\" -- sh -c '(ls /proc/$$/fd >\"$0\"); true' \"$1\" </dev/null",
                Products.executable("viperline-app"), folder.path + "/program",
            ])
        try expect(folder.text(of: "program"), equals: "0\n1\n2\n", "\(result)")
    }
}
