import ArgumentParser
import Version
import Wire

@main
struct Viperline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline",
        abstract: "Runs terminal apps that are made of small programs.",
        discussion: """
            A compose file names the programs and says which messages each of them sends and receives:

              viperline check itunes

            In a terminal, viperline alone is a screen of all applications.
            """,
        version: Version.current,
        subcommands: [
            Run.self, App.self, Applications.self, Check.self, Config.self, ProcessStatus.self, Tap.self, Send.self,
            Swap.self, Restart.self, Stop.self, Logs.self, Shadow.self, Cassette.self, PlayDouble.self, Verify.self,
            Replay.self, New.self, Test.self,
        ])

    /// `viperline` without a word.
    private static func launch() -> Never {
        do {
            guard Launcher.hasTerminal else {
                try Output.write(helpMessage() + "\n")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            var launcher = Launcher()
            throw ExitCode(try launcher.run())
        } catch {
            exit(withError: error)
        }
    }

    /// Like the parser's own, except that a help or completion script that cannot be written is an error.
    static func main() {
        StandardStream.prepare()
        if CommandLine.argc < 2 { launch() }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let text = fullMessage(for: error)
            if exitCode(for: error).isSuccess, !text.isEmpty {
                do { try Output.write(text + "\n") } catch { exit(withError: error) }
                exit()
            }
            exit(withError: error)
        }
    }
}
