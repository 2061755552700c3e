import TestSupport
import Testing

/// The options of all programs' commands, those that no help lists among them.
@Suite struct CommandTablesTests {
    /// Each option stands once in the table of a command. Regression: `--listen` of fzf, which does nothing, shadowed the page's in
    /// `viperline app`.
    @Test(arguments: [
        "viperline", "viperline-fetcher", "viperline-presenter", "viperline-router", "viperline-view", "viperline-web",
        "viperline-app", "viperline-jq", "viperline-nats", "viperline-pattern", "viperline-catalog",
    ])
    func noOptionStandsTwice(program: String) throws {
        let help = try Command.run([Products.executable(program), "--help-json"])
        var commands = [try JSONValue(help.output)["command"]]
        while let command = commands.popLast() {
            commands += command["subcommands"].list
            let own = command["spellings"].list.compactMap(\.text)
            let common = ["--version", "-h, --help"]
            var seen: Set<Substring> = []
            for name in (own + common).flatMap({ $0.split(separator: ", ") }) {
                expect(seen.insert(name).inserted, "\(program), \(command["commandName"]): \(name)")
            }
            expect(command["commandName"].text != "app" || seen.isSuperset(of: ["--listen", "--bind", "--algo"]))
        }
    }
}

extension JSONValue {
    fileprivate var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
