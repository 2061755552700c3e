import Foundation
import TestSupport

/// A fake session whose answers the test chooses.
struct FakeSession {
    let folder: TemporaryFolder
    let process: ChildProcess

    static let described =
        #"{"type":"supervisor.output.described","data":{"name":"fake","pid":7,"uptime":1,"folder":"","services":[]}}"#

    private static let script = """
        import json, os, socket, sys, time
        folder, user, is_mute = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "true"
        root = folder + "/runtime/viperline"
        place = root + "/%d-abcdef" % os.getpid()
        os.makedirs(place)
        os.chmod(root, 0o700)
        os.chmod(place, 0o700)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(place + "/control~")
        if user:
            os.seteuid(user)
        listener.listen()
        if user:
            os.seteuid(0)
        os.rename(place + "/control~", place + "/control")
        while True:
            connection, _ = listener.accept()
            if is_mute:
                time.sleep(1000)
            with connection, connection.makefile("rb") as requests:
                request = json.loads(requests.readline() or b'{"type":""}')
                open(folder + "/asked", "a").write(request["type"] + "\\n")
                answer = "described" if request["type"] == "supervisor.input.describe" else "stream"
                try:
                    connection.sendall(open(folder + "/" + answer, "rb").read())
                except OSError:
                    pass
        """

    /// - Parameters:
    ///   - described: the answer to `describe`.
    ///   - stream: the answer to any other request; then the connection ends.
    ///   - user: the listening user; 0 for the current one.
    ///   - isMute: keeps the connection open and answers nothing.
    init(described: String = described, stream: String = "", user: uid_t = 0, isMute: Bool = false) throws {
        folder = try TemporaryFolder()
        try folder.write(described + "\n", to: "described")
        try folder.write(stream, to: "stream")
        try folder.write(Self.script, to: "session.py")
        process = try ChildProcess(["python3", folder.path + "/session.py", folder.path, "\(user)", "\(isMute)"])
        let root = folder.path + "/runtime/viperline"
        guard
            eventually({
                ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).contains {
                    FileManager.default.fileExists(atPath: "\(root)/\($0)/control")
                }
            })
        else { throw CocoaError(.fileNoSuchFile) }
    }

    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path + "/runtime", "TMPDIR": folder.path + "/runtime"]
    }

    func operate(_ words: [String], input: String = "") throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, input: input, environment: environment)
    }

    /// The same with a terminal as output; returns that output.
    func operateOnTerminal(_ words: [String]) throws -> String {
        let command = ([Products.executable("viperline")] + words).joined(separator: " ")
        return try Command.run(["script", "-qec", command, "/dev/null"], environment: environment).output
    }

    func end() {
        kill(process.pid, SIGKILL)
        _ = process.wait()
    }
}
