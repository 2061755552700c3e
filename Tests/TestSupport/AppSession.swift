import Foundation

/// A session of one of the shipped compositions on the catalog, with every event that passed kept in a file.
package struct AppSession {
    package let folder: TemporaryFolder
    package let arguments: [String]

    /// - Parameters:
    ///   - name: the composition, `compose/<name>.yaml`.
    ///   - catalogOptions: such as `--fault 500`.
    package init(_ name: String, options: [String] = [], catalogOptions: [String] = []) throws {
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

    /// No other session is found from here.
    package var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    /// Runs the session with `commands` on stdin; then holds every event that passed against the schemas.
    package func run(_ commands: String, environment: [String: String] = [:]) throws -> Command.Result {
        let result = try Command.run(
            arguments, input: commands, environment: self.environment.merging(environment) { $1 })
        let check = try Command.run([Checkout.path("scripts/check-schemas"), folder.path + "/events.ndjson"])
        guard check.status == 0 else { throw SchemaViolation(output: check.output + check.diagnostics) }
        return result
    }

    package func text(of file: String) -> String {
        (try? String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    /// An event of the session is not of the shape that its schema promises.
    package struct SchemaViolation: Error {
        package let output: String
    }
}
