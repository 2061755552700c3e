import TestSupport
import Testing

/// Kills each service of each pattern: the user's transcript does not change.
@Suite struct KillTests {
    /// Kills a service: with a number, once, after as many events on the bus; else again and again, after random pauses from the
    /// seed.
    private static let killer = """
        import os, random, signal, sys, time
        service, told, when, number = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
        variable = f"VIPERLINE_SERVICE={service}".encode()
        def victim():
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    parent = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
                    variables = open(f"/proc/{pid}/environ", "rb").read().split(b"\\0")
                except (OSError, IndexError, ValueError):
                    continue
                if parent == os.getppid() and variable in variables: return int(pid)
        def kill():
            # Between the death of one process and the start of the next there is none.
            while (pid := victim()) is None: time.sleep(0.001)
            os.kill(pid, signal.SIGKILL)
            with open(told, "a") as file: file.write("killed\\n")
        if when == "after":
            for count, line in enumerate(sys.stdin, 1):
                if count == number: kill()
        else:
            dice, supervisor = random.Random(number), os.getppid()
            for _ in range(8):
                time.sleep(dice.uniform(0.001, 0.05))
                if os.getppid() == supervisor: kill()
            sys.stdin.read()
        """

    private enum Moment { case after(Int), seed(Int) }

    private static func run(
        _ pattern: PatternCase, _ script: String, killing service: String? = nil, at moment: Moment = .after(1)
    ) throws -> (text: String, kills: Int) {
        let folder = try TemporaryFolder()
        try folder.write("", to: "told")
        var options: [String] = []
        if let service {
            try folder.write(killer, to: "killer.py")
            let words =
                switch moment {
                case .after(let number): "after, \"\(number)\""
                case .seed(let seed): "random, \"\(seed)\""
                }
            try folder.write(
                """
                services:
                  killer:
                    command: [python3, "\(folder.path)/killer.py", \(service), "\(folder.path)/told", \(words)]
                    receives: ["*"]
                """, to: "killer.yaml")
            options = ["-f", folder.path + "/killer.yaml"]
        }
        let session = try pattern.session(options: options)
        let result = try Command.run(session.arguments, input: script, environment: session.environment)
        let kills = try folder.text(of: "told").split(separator: "\n").count
        return (result.output + "exit code \(result.status)", kills)
    }

    @Test(arguments: PatternCase.all) func aKilledServiceIsNotMissed(in pattern: PatternCase) throws {
        let script = "search music\nselect 1\nselect 1\npress next\nback\nback\nsearch chess\nquit\n"
        let quiet = try Self.run(pattern, script).text
        #expect(quiet.hasSuffix("exit code 0"))
        for service in pattern.services {
            var kills = 0
            for number in [2, 7] {
                let disturbed = try Self.run(pattern, script, killing: service, at: .after(number))
                kills += disturbed.kills
                #expect(disturbed.text == quiet, "\(service) killed after \(number)")
            }
            #expect(kills >= 1, "\(service)")
        }
    }

    /// Where a role runs in the view's process, the two die at any moment and go on together.
    @Test(arguments: PatternCase.all.filter(\.hostsARole))
    func aViewWithARoleLosesAndRepeatsNothing(in pattern: PatternCase) throws {
        let script =
            "# a comment\nsearch chess\nfly\nselect 1\nback\nlist 2-3\nmore\nsearch music\nselect 2\nback\nwhere\nquit\n"
        let quiet = try Self.run(pattern, script).text
        #expect(quiet.contains("> quit"))
        var kills = 0
        for seed in 1...3 {
            let disturbed = try Self.run(pattern, script, killing: pattern.view, at: .seed(seed))
            kills += disturbed.kills
            #expect(disturbed.text == quiet, "seed \(seed)")
        }
        #expect(kills >= 6, "\(kills) kills")
    }

    /// A web page opens once, even if the process that opens it is killed by what it has started.
    @Test(arguments: PatternCase.all) func noPageOpensTwice(in pattern: PatternCase) throws {
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
