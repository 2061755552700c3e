import Foundation
import Processes
package import Wire

/// A recorded conversation: a role's input and its expected output. Tests/Conversations/README.md describes the format.
package struct Conversation: Sendable, CustomStringConvertible {
    package let role: String
    package let name: String
    private let folder: URL

    /// The variables of every program, unless its case overrides them.
    private static let surroundings = ["LC_ALL": "C", "TZ": "UTC", "YOUTUBE_PLAYLIST": ""]

    private static let root = Checkout.root.appendingPathComponent("Tests/Conversations")

    package init(role: String, name: String) {
        self.role = role
        self.name = name
        folder = Self.root.appendingPathComponent(role).appendingPathComponent(name)
    }

    /// All cases of a role, sorted by name.
    package static func all(of role: String) -> [Conversation] {
        let folders = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(role).path)
        return (folders ?? []).filter { !$0.hasPrefix(".") }.sorted().map { Conversation(role: role, name: $0) }
    }

    package var description: String { "\(role)/\(name)" }

    /// True if the case needs the program, not only its logic: it has arguments or variables.
    package var needsProgram: Bool { !arguments.isEmpty || !environment.isEmpty }

    /// Runs the conversation with a role's logic, in the same loop as its program.
    /// - Returns: the first problem, or nil.
    package func check(_ logic: inout some Role) throws -> String? {
        let scratch = try TemporaryFolder()
        let output = try scratch.write("", to: "out")
        let reading = try require(Descriptor(opening: folder.appendingPathComponent("in.ndjson").path, O_RDONLY))
        let writing = try require(Descriptor(opening: output.path, O_WRONLY))
        let environment = try RoleEnvironment(role: role) { _ in nil }
        let status = RoleLoop.run(
            &logic, in: environment, input: reading.number, output: writing.number)
        guard status == .done else { return "it ended with \(status), not done" }
        return try compare(String(contentsOf: output, encoding: .utf8))
    }

    /// Runs the conversation with a program.
    /// - Returns: the first problem, or nil.
    package func check(_ command: [String]) throws -> String? {
        let input = try input()
        let variables = Self.surroundings.merging(environment) { $1 }
        let result = try Command.run(command + arguments, input: input, environment: variables)
        if let problem = try compare(result.output) { return problem + "\n" + result.diagnostics }
        return result.status == 0 ? nil : "it ended with \(result.status), not 0\n" + result.diagnostics
    }

    /// The lines of the role's input.
    package func lines() throws -> [String] { try input().split(separator: "\n").map(String.init) }

    /// The role's input.
    func input() throws -> String {
        try String(contentsOf: folder.appendingPathComponent("in.ndjson"), encoding: .utf8)
    }

    private func compare(_ output: String) throws -> String? {
        let expected = try String(contentsOf: folder.appendingPathComponent("out.ndjson"), encoding: .utf8)
        return EventMatch.compare(
            Self.events(expected), Self.events(output), inAnyOrder: role.hasPrefix("fetcher"))
    }

    /// The events of a text; a line without an event becomes a string, which no expectation matches.
    private static func events(_ text: String) -> [JSONValue] {
        text.split(separator: "\n").map { line in
            (try? JSONValue(String(line))) ?? .string(String(line))
        }.filter { event in
            guard case .string(let type) = event["type"] else { return true }
            return !type.hasPrefix("process.output.")
        }
    }

    /// Additional arguments for the program.
    package var arguments: [String] { lines(of: "arguments") }

    /// Additional variables for the program.
    package var environment: [String: String] {
        let pairs = lines(of: "environment").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.dropFirst().first ?? "") }, uniquingKeysWith: { $1 })
    }

    private func lines(of file: String) -> [String] {
        let text = try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }
}
