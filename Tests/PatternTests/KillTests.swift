import TestSupport
import Testing

/// Each service of each pattern is killed: the person's transcript does not change.
@Suite struct KillTests {
    private static let script = "search music\nselect 1\nselect 1\npress next\nback\nback\nsearch chess\nquit\n"

    /// Kills a service after each of these numbers of events on the bus.
    private static let killer = """
        import os, signal, sys
        service, told, numbers = sys.argv[1], sys.argv[2], [int(word) for word in sys.argv[3:]]
        variable = f"VIPERLINE_SERVICE={service}".encode()
        def victim():
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    parent = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
                    variables = open(f"/proc/{pid}/environ", "rb").read().split(b"\\0")
                except (OSError, IndexError, ValueError):
                    continue
                if parent == os.getppid() and variable in variables: return int(pid)
        for count, line in enumerate(sys.stdin, 1):
            if count not in numbers: continue
            # Between the death of one process and the start of the next there is none.
            while (pid := victim()) is None: pass
            os.kill(pid, signal.SIGKILL)
            with open(told, "a") as file: file.write("killed\\n")
        """

    private static func run(
        _ pattern: Pattern, killing service: String? = nil, at numbers: [Int] = []
    ) throws -> (text: String, kills: Int) {
        let folder = try TemporaryFolder()
        try folder.write("", to: "told")
        var options: [String] = []
        if let service {
            try folder.write(killer, to: "killer.py")
            let numbers = numbers.map { "\"\($0)\"" }.joined(separator: ", ")
            try folder.write(
                """
                services:
                  killer:
                    command: [python3, "\(folder.path)/killer.py", \(service), "\(folder.path)/told", \(numbers)]
                    receives: ["*"]
                """, to: "killer.yaml")
            options = ["-f", folder.path + "/killer.yaml"]
        }
        let result = try pattern.session(options: options).run(script)
        let kills = try folder.text(of: "told").split(separator: "\n").count
        return (result.output + "exit code \(result.status)", kills)
    }

    @Test(arguments: Pattern.all) func aKilledServiceIsNotMissed(in pattern: Pattern) throws {
        let quiet = try Self.run(pattern).text
        #expect(quiet.hasSuffix("exit code 0"))
        for service in pattern.services {
            var kills = 0
            for numbers in [[2], [3, 5], [6, 9]] {
                let disturbed = try Self.run(pattern, killing: service, at: numbers)
                kills += disturbed.kills
                #expect(disturbed.text == quiet, "\(service) killed at \(numbers)")
            }
            // A short session may end before the later events.
            #expect(kills >= 2, "\(service)")
        }
    }

    /// The page that a person opens is opened once, even if the process that opens it is killed by what it has started.
    @Test(arguments: Pattern.all) func noPageOpensTwice(in pattern: Pattern) throws {
        let session = try pattern.session()
        let browser = try session.folder.writeProgram("echo \"$1\" >> \"$OUT\"; kill -9 $PPID", to: "browser")
        let result = try session.run(
            "search music\nselect 1\npress \"Open in the App Store\"\nback\nquit\n",
            environment: ["BROWSER": browser, "OUT": session.folder.path + "/opened"])
        #expect(session.text(of: "opened").split(separator: "\n").count == 1)
        #expect(result.output.contains("> back\n== App Store ==\nsearch: music"), "\(result.output)")
        let isTold = result.output.contains("opened https://") || result.output.contains("it may be open already")
        #expect(isTold, "\(result.output)")
    }
}
