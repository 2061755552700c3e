import Foundation
import TestSupport

/// A pool with a server of its own: workers whose program does what requests tell it, and callers with a file as their bus.
final class PoolRun {
    let server: NATSServer
    let folder: TemporaryFolder
    private var processes: [ChildProcess] = []

    /// `do` in a request's data: `die` and `hang` as named, `grow` for an answer of 1 MiB, `die once` and `hang once` unless the request is marked as replayed. `wait`
    /// is in seconds; a cancellation ends it. The log has a line for each event.
    private static let program = """
        import json, os, signal, sys, threading, time
        cancelled = {}
        def note(text):
            with open(sys.argv[1], "a") as log:
                log.write(text + "\\n")
        def answer(event, number):
            data = event.get("data", {})
            again = event.get("replayed", False)
            note("began " + event["id"] + (" again" if again else ""))
            if data.get("do") == "die" or data.get("do") == "die once" and not again:
                os.kill(os.getpid(), signal.SIGKILL)
            if data.get("do") == "hang" or data.get("do") == "hang once" and not again:
                time.sleep(1000)
            was = cancelled.setdefault(event["id"], threading.Event()).wait(data.get("wait", 0))
            line = json.dumps({"specversion": "1.0", "type": "out.got", "source": os.environ["VIPERLINE_SERVICE"],
                               "id": os.environ["VIPERLINE_RUN"] + "-" + str(number), "causationid": event["id"],
                               "causationsource": event["source"], "data": {"cancelled": was, "more": "x" * (1 << 20 if data.get("do") == "grow" else 0)}})
            sys.stdout.write(line + "\\n")
            sys.stdout.flush()
        for number, line in enumerate(sys.stdin):
            event = json.loads(line)
            if event["type"] == "in.cancel":
                note("cancel " + event["data"]["id"])
                cancelled.setdefault(event["data"]["id"], threading.Event()).set()
            else:
                threading.Thread(target=answer, args=(event, number), daemon=event.get("data", {}).get("do") is not None).start()
        """

    init(configuration: String = "") throws {
        server = try NATSServer(configuration: configuration)
        folder = try TemporaryFolder()
        try folder.write(Self.program, to: "worker.py")
        for file in ["log", "workers"] { try folder.write("", to: file) }
    }

    deinit {
        for process in processes where process.isRunning { kill(process.pid, SIGKILL) }
    }

    /// - Parameters:
    ///   - url: another one than the server's.
    ///   - program: another one than the pool's own.
    @discardableResult
    func worker(
        _ options: String..., url: String? = nil, program: [String]? = nil, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let own = ["python3", "\(folder.path)/worker.py", "\(folder.path)/log"]
        let process = try ChildProcess(
            [Products.executable("viperline-nats"), "serve", "fetch"] + options + ["--"] + (program ?? own),
            environment: environment.merging(["NATS_URL": url ?? server.url]) { $1 },
            streams: ["/dev/null", "/dev/null", "\(folder.path)/workers"])
        processes.append(process)
        return process
    }

    /// A caller with these lines as its input.
    /// - Parameter parent: a command that starts it.
    func caller(
        _ lines: [String], _ options: String..., name: String = "c1", url: String? = nil, under parent: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Caller {
        let files = ["in", "out", "err"].map { "\(name)-\(processes.count).\($0)" }
        try folder.write(lines.map { "\($0)\n" }.joined(), to: files[0])
        for file in files[1...] { try folder.write("", to: file) }
        let process = try ChildProcess(
            parent + [
                Products.executable("viperline-nats"), "call", "fetch", "--session", name, "--sends", "out",
                "--notices",
                "in.cancel",
            ] + options, environment: environment.merging(["NATS_URL": url ?? server.url]) { $1 },
            streams: files.map { "\(folder.path)/\($0)" })
        processes.append(process)
        return Caller(process: process, folder: folder, output: files[1], diagnostics: files[2])
    }

    /// - Parameter data: members of the request's data.
    static func request(_ number: Int, _ data: String = "", replayed: Bool = false) -> String {
        let mark = replayed ? #""replayed":true,"# : ""
        return #"{"specversion":"1.0",\#(mark)"type":"in.get","source":"p","id":"p-\#(number)","data":{\#(data)}}"#
    }

    /// Of the children.
    var log: [String] { text(of: "log").split(separator: "\n").map(String.init) }

    /// What the workers themselves say.
    var words: String { text(of: "workers") }

    private func text(of file: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)) ?? ""
    }

    struct Caller {
        let process: ChildProcess
        fileprivate let folder: TemporaryFolder
        fileprivate let output: String
        fileprivate let diagnostics: String

        /// The requests that it has written answers for, in that order.
        var answered: [String] {
            lines.compactMap { line in
                (line.firstRange(of: #""causationid": ""#) ?? line.firstRange(of: #""causationid":""#)).map {
                    String(line[$0.upperBound...].prefix { $0 != "\"" })
                }
            }
        }

        var lines: [String] { text(of: output).split(separator: "\n").map(String.init) }
        var words: String { text(of: diagnostics) }

        /// Bytes of its input that it has read.
        var read: Int {
            let info = (try? String(contentsOfFile: "/proc/\(process.pid)/fdinfo/0", encoding: .utf8)) ?? ""
            return info.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }

        private func text(of file: String) -> String {
            (try? String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)) ?? ""
        }
    }
}
