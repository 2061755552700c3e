import Foundation
import TestSupport
import Testing

/// The linear view is killed at arbitrary moments: nothing is printed twice, and no command is lost.
@Suite struct ViewKillTests {
    private static let script =
        "# a comment\nsearch chess\nfly\nselect 1\nback\nlist 2-3\nmore\nsearch music\nselect 2\nback\nwhere\nquit\n"

    /// Kills the view again and again, after random pauses from the seed, until the session ends.
    private static let killer = """
        import os, random, signal, subprocess, sys, time
        dice, supervisor = random.Random(int(sys.argv[1])), os.getppid()
        def view():
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    words = open(f"/proc/{pid}/cmdline", "rb").read().split(b"\\0")
                    parent = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
                except (OSError, IndexError, ValueError):
                    continue
                if parent == supervisor and words[0].endswith(b"viperline-view"):
                    return int(pid)
        kills = 0
        while kills < 8 and os.getppid() == supervisor:
            time.sleep(dice.uniform(0.001, 0.05))
            pid = view()
            # Between the death of one process and the start of the next there is none.
            if pid is None: continue
            try: os.kill(pid, signal.SIGKILL)
            except ProcessLookupError: continue
            kills += 1
            with open(sys.argv[2], "a") as file: file.write("killed\\n")
        sys.stdin.read()
        """

    private static func run(seed: Int?) throws -> (result: Command.Result, kills: Int) {
        let folder = try TemporaryFolder()
        try folder.write("", to: "kills")
        var options: [String] = []
        if let seed {
            try folder.write(killer, to: "killer.py")
            try folder.write(
                """
                services:
                  killer:
                    command: [python3, "\(folder.path)/killer.py", "\(seed)", "\(folder.path)/kills"]
                    receives: [view.output]
                """, to: "killer.yaml")
            options = ["-f", folder.path + "/killer.yaml"]
        }
        let result = try AppSession("itunes", options: options).run(script)
        return (result, try folder.text(of: "kills").split(separator: "\n").count)
    }

    /// Regression: of 80 random kills, 39 printed a screen twice and 2 lost a command.
    @Test func aViewThatIsKilledAtAnyMomentLosesAndRepeatsNothing() throws {
        let quiet = try Self.run(seed: nil)
        #expect(quiet.result.status == 65)
        #expect(quiet.result.output.contains("> quit"))
        var kills = 0
        for seed in 1...5 {
            let disturbed = try Self.run(seed: seed)
            kills += disturbed.kills
            #expect(disturbed.result.output == quiet.result.output, "seed \(seed)")
            #expect(disturbed.result.status == quiet.result.status, "seed \(seed)")
        }
        #expect(kills >= 15, "\(kills) kills")
    }

    /// Regression: it printed the screen again, in 10 of 10 cases.
    @Test func aViewThatIsKilledWhileItIsIdlePrintsNothingAgain() throws {
        let session = try AppSession("itunes")
        let typed = try TypedSession(session)
        func view() throws -> pid_t? {
            try Command.run(["pgrep", "-P", "\(typed.process.pid)", "-x", "viperline-view"]).lines.first
                .flatMap { pid_t($0) }
        }
        typed.type("search chess\n")
        #expect(eventually { typed.screen.contains("★") })
        let before = typed.screen
        for _ in 1...3 {
            let victim = try #require(try view())
            kill(victim, SIGKILL)
            #expect(try eventually { try view().map { $0 != victim } ?? false })
        }
        typed.type("where\nquit\n")
        #expect(typed.process.wait() == 0)
        #expect(typed.screen.hasPrefix(before + "> where\n== App Store ==\nsearch: chess\n"))
        #expect(typed.screen.components(separatedBy: " 1. ").count == 2)
    }
}
