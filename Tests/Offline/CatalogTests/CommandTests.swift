import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("viperline-catalog -- COMMAND") struct CommandTests {
    @Test(
        arguments: [
            ("true", 0), ("exit 3", 3), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -KILL $$", 137),
            // The child must not inherit that we ignore SIGPIPE.
            ("kill -PIPE $$", 141),
            // The signal is forwarded to the command, and its exit code reported.
            ("kill -TERM $PPID; linger", 143), ("kill -INT $PPID; linger", 130), ("kill -HUP $PPID; linger", 129),
            ("trap 'exit 5' TERM; kill -TERM $PPID; linger", 5),
        ])
    func exitStatus(script: String, status: Int32) throws {
        let scratch = try TemporaryFolder()
        let result = try CatalogRun.shell(Self.linger + script, environment: ["TMPDIR": scratch.path])
        expect(result.status, equals: status)
        try expect(FileManager.default.contentsOfDirectory(atPath: scratch.path), equals: [])
    }

    /// The terminal itself interrupts the command; if the catalog forwarded the signal too, it would arrive twice. The
    /// command counts its signals, then asks the catalog to end it; forwarded signals arrive in order.
    @Test func ctrlCInterruptsTheCommandOnce() throws {
        let script =
            Self.linger + """
                trap 'count=$((count+1)); kill -TERM $PPID' INT
                trap 'echo interrupted $count; exit 0' TERM
                echo ready
                linger
                """
        let terminal = """
            import os, pty, sys
            process, terminal = pty.fork()
            if process == 0: os.execv(sys.argv[1], sys.argv[1:])
            screen = b""
            while not screen.endswith(b"ready\\r\\n"): screen += os.read(terminal, 1)
            os.write(terminal, b"\\x03")
            while b"interrupted" not in screen or not screen.endswith(b"\\n"): screen += os.read(terminal, 1)
            print(screen.split()[-1].decode(), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
            """
        let result = try Command.run(["python3", "-c", terminal, CatalogRun.program, "--", "sh", "-c", script])
        expect(result.output, equals: "1 0\n", "\(result.diagnostics)")
    }

    private static let linger = "linger() { n=0; while [ $n -lt 300 ]; do n=$((n+1)); sleep 0.1; done; }\n"

    @Test func aCommandThatCannotBeRun() throws {
        let scratch = try TemporaryFolder()
        let environment = ["TMPDIR": scratch.path]
        let missing = try Command.run([CatalogRun.program, "--", "no-such-command"], environment: environment)
        expect(missing.status, equals: 127)
        expect(missing.diagnostics, contains: "viperline-catalog: run no-such-command: command not found")
        let elsewhere = try TemporaryFolder()
        let file = try elsewhere.write("no program", to: "file")
        let unfit = try Command.run([CatalogRun.program, "--", file.path], environment: environment)
        expect(unfit.status, equals: 126)
        expect(unfit.diagnostics, contains: "Permission denied")
        try expect(FileManager.default.contentsOfDirectory(atPath: scratch.path), equals: [])
    }

    @Test func theCommandHasTheEnvironmentAndAPrivateFolder() throws {
        let script = #"""
            echo "$ITUNES_BASE_URL" "$GITHUB_BASE_URL" "$YOUTUBE_BASE_URL" "$YOUTUBE_API_KEY"
            echo "${VIPERLINE_UNIX_HOSTS%%=*}"
            socket=${VIPERLINE_UNIX_HOSTS#*=}
            test -S "$socket" && stat -c %a "$(dirname "$socket")"
            """#
        try expect(
            CatalogRun.shell(script).lines,
            equals: [
                "http://catalog.invalid/itunes http://catalog.invalid/github http://catalog.invalid/youtube offline",
                "catalog.invalid", "700",
            ])
    }

    @Test func theStandardStreamsAreTheCommands() throws {
        let result = try CatalogRun.shell("cat; echo aside >&2", input: "one\ntwo\n")
        expect(result.output, equals: "one\ntwo\n")
        expect(result.diagnostics, equals: "aside\n")
    }

    @Test func theCommandDoesNotHoldTheListeningSocket() throws {
        let script = #"""
            inode=$(awk -v path="${VIPERLINE_UNIX_HOSTS#*=}" '$NF == path { print $7 }' /proc/net/unix)
            test -n "$inode" && ls -l /proc/$$/fd | grep -c "socket:.$inode."
            """#
        try expect(CatalogRun.shell(script).output, equals: "0\n")
    }

    @Test(arguments: [[], ["--socket", "/tmp/x", "--", "true"], ["true"], ["--seed", "-1", "--", "true"]])
    func usage(arguments: [String]) throws {
        try expect(Command.run([CatalogRun.program] + arguments).status, equals: 64)
    }

    @Test func helpListsTheFaults() throws {
        let help = try Command.run([CatalogRun.program, "--help"])
        expect(help.status, equals: 0)
        for name in Fault.names.map({ $0.prefix { $0 != "=" } }) { expect(help.output, contains: "  \(name)") }
        for name in [
            "probability", "term", "GITHUB_BASE_URL", "YOUTUBE_API_KEY", "VIPERLINE_UNIX_HOSTS", "/youtube/videos",
        ] {
            expect(help.output, contains: name)
        }
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 96 })
    }
}
