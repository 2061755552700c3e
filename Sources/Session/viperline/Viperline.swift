import ArgumentParser
import Version
import Wire

@main
struct Viperline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline",
        abstract: "Runs terminal apps that are made of small programs.",
        discussion: """
            A compose file lists the programs and the messages that each of them sends and receives:

              viperline check itunes

            In a terminal, viperline alone is a screen of all applications.
            """,
        version: Version.current,
        subcommands: [
            RunCommand.self, ServeCommand.self, AppCommand.self, AppsCommand.self, CheckCommand.self,
            ConfigCommand.self,
            PsCommand.self, TapCommand.self, SendCommand.self, SwapCommand.self, RestartCommand.self, StopCommand.self,
            LogsCommand.self, ShadowCommand.self, CassetteCommand.self, DoubleCommand.self, VerifyCommand.self,
            ReplayCommand.self, NewCommand.self, TestCommand.self,
        ])

    /// `viperline` without arguments.
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
