import Commands
import Version
import Wire

@main
struct Viperline: Command {
    static let configuration = CommandConfiguration(
        name: "viperline",
        abstract: "Runs terminal apps that are made of small programs.",
        discussion: """
            A compose file lists the programs and the messages that each of them sends and receives:

              viperline check itunes

            In a terminal, viperline alone is a screen of all applications; viperline demo is a tour of two minutes, and \
            viperline doctor shows what this system can do.
            """,
        version: Version.current,
        subcommands: [
            DemoCommand.self, RunCommand.self, ServeCommand.self, AppCommand.self, AppsCommand.self,
            InstallCommand.self,
            UninstallCommand.self, CheckCommand.self,
            ConfigCommand.self,
            PsCommand.self, TapCommand.self, SendCommand.self, SwapCommand.self, RestartCommand.self, StopCommand.self,
            LogsCommand.self, ShadowCommand.self, CassetteCommand.self, DoubleCommand.self, VerifyCommand.self,
            ReplayCommand.self, NewCommand.self, TestCommand.self, ConformCommand.self, DoctorCommand.self,
            SchemaCommand.self, LSPCommand.self, RPCCommand.self,
        ])

    /// `viperline` without arguments.
    mutating func run() throws {
        guard Launcher.hasTerminal else {
            try Output.write(Self.help)
            throw ExitCode(.usage)
        }
        var launcher = Launcher()
        throw ExitCode(try launcher.run())
    }
}
