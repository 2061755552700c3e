import Foundation

/// A session of a shipped composition on the catalog; a service records every event in a file.
package struct AppSession {
    package let folder: TemporaryFolder
    package let arguments: [String]
    private let aliases: [String]

    /// - Parameters:
    ///   - name: the composition, `compose/<name>.yaml`.
    ///   - catalogOptions: options such as `--fault 500`.
    ///   - aliases: the composition's names of protocols, such as `model=interactor`.
    package init(_ name: String, options: [String] = [], catalogOptions: [String] = [], aliases: [String] = []) throws {
        self.aliases = aliases
        folder = try TemporaryFolder()
        let catalog = ([Products.executable("viperline-catalog")] + catalogOptions).map { "\"\($0)\"" }
        try folder.write(
            """
            services:
              recorder: {command: [sh, -c, "exec cat > \(folder.path)/events.ndjson"], receives: ["*"]}
              catalog: {command: [\(catalog.joined(separator: ", ")), --socket, "${VIPERLINE_SESSION_DIR}/catalog.sock"]}
            """, to: "record.yaml")
        arguments =
            [
                Products.executable("viperline"), "run", Checkout.path("compose/\(name).yaml"),
                "-f", Checkout.path("compose/offline.yaml"), "-f", folder.path + "/record.yaml",
            ] + options
    }

    /// Hides all other sessions.
    package var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    /// Runs the session with `commands` on stdin, then checks every event against the schemas.
    package func run(_ commands: String, environment: [String: String] = [:]) throws -> Command.Result {
        let result = try Command.run(
            arguments, input: commands, environment: self.environment.merging(environment) { $1 })
        let check = try Command.run(
            [Checkout.path("scripts/checks/schemas")] + aliases.flatMap { ["--alias", $0] }
                + [folder.path + "/events.ndjson"])
        guard check.status == 0 else { throw SchemaViolation(output: check.output + check.diagnostics) }
        return result
    }

    /// The session's command line for a shell.
    package var commandLine: String { Command.line(arguments) }

    /// Starts the session on a terminal, which shows `ended with N` after its end.
    package func onTerminal() throws -> Tmux {
        try Tmux("\(commandLine); echo ended with $?; exec cat", environment: environment)
    }

    /// Runs `viperline` with these arguments, such as `ps`, on the running session.
    @discardableResult
    package func operate(_ words: String...) throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, environment: environment)
    }

    package func text(of file: String) -> String {
        (try? String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    /// An event does not match its schema.
    package struct SchemaViolation: Error {
        package let output: String
    }
}
