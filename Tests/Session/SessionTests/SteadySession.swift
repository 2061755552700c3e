import Foundation
import TestSupport
import Testing

/// A session that sends no events by itself.
enum SteadySession {
    /// It runs until it is stopped. Its role can be killed.
    static func run() throws -> SessionRun {
        try SessionRun(
            """
            name: steady
            services:
              source: {command: [sh, -c, "touch @/in; tail -n +1 -f @/in"], sends: [a.output]}
              role: {command: [sh, -c, "exec cat > /dev/null"], receives: [a.output], restart: on-failure}
            """)
    }

    /// A limit of descriptors counts those of other tests too, which a child may inherit.
    private static let withoutOthersDescriptors =
        #"for f in /proc/$$/fd/*; do n=${f##*/}; if [ "$n" -gt 2 ]; then eval "exec $n>&-"; fi; done; "#

    static func whileRunning(
        _ session: SessionRun, under limit: String = "ulimit -n 1024", _ body: (ChildProcess) throws -> Void
    ) throws {
        let child = try ChildProcess(
            ["bash", "-c", withoutOthersDescriptors + limit + #"; exec "$@""#, "bash"] + session.arguments,
            environment: session.environment)
        defer {
            kill(child.pid, SIGCONT)
            kill(child.pid, SIGTERM)
            _ = child.wait()
        }
        #expect(try eventually { try session.operate("ps").status == 0 })
        try body(child)
    }

    /// Runs a client in Python, where `connect()` returns a connection to the session. Returns its output.
    static func client(of session: SessionRun, _ script: String) throws -> [String] {
        let prelude = """
            import glob, json, os, select, socket, sys, time
            path = glob.glob("\(session.folder.path)/runtime/viperline/*/control")[0]
            def connect():
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(path)
                return connection
            def ask(connection, kind):
                connection.sendall(json.dumps({"type": "supervisor.input." + kind, "id": "x"}).encode() + b"\\n")
                return json.loads(connection.makefile("rb").readline())

            """
        try session.folder.write(prelude + script, to: "client.py")
        let result = try Command.run(["timeout", "60", "python3", session.folder.path + "/client.py"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        return result.lines
    }

    static func memory(of pid: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? .max
    }
}
