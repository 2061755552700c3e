import Foundation
import TestSupport
import Testing

/// protocols/tutorial.md, as its reader does it: each file is written, and each command runs and prints what the page shows.
@Suite struct TutorialTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return [
            "PATH": "\(Products.folder.path):\(path)", "XDG_RUNTIME_DIR": folder.path,
            "TMPDIR": folder.path,
        ]
    }

    @Test func theReaderGetsWhatThePageShows() throws {
        let page = try PageBlocks("protocols/tutorial.md")
        try require(page.blocks.count { $0.words == ["sh"] } >= 8 && page.commands.count == 3)
        var (place, output, program) = (folder.path, ""[...], "")
        for block in page.blocks {
            switch block.words.first {
            case "sh":
                output = try run(block.text, in: &place)[...]
            case "text":
                for line in block.text.split(separator: "\n") {
                    let range = try require(output.firstRange(of: line), "\(line) after the others in \(output)")
                    output = output[range.upperBound...]
                }
            default:
                let isChange = block.words.last == "changed"
                let text = isChange ? Self.edited(program, block.text) : block.text
                if block.words[1] == "app.py" { program = text }
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(block.words[1])"))
            }
        }
        let whole = Checkout.path("Tests/Applications/tickets/app.py")
        try expect(program, equals: String(contentsOfFile: whole, encoding: .utf8))
        for command in page.commands {
            let terminal = try Tmux("cd \(place) && \(command); exec cat", environment: environment)
            try terminal.wait(for: command.contains("--watch") ? "Find a ticket" : "Open http")
        }
    }

    /// Runs a script without a terminal.
    /// - Parameter place: the folder in which it starts, and then that in which it ends.
    private func run(_ script: String, in place: inout String) throws -> String {
        let result = try Command.run(
            ["setsid", "--wait", "bash", "-e", "-o", "pipefail", "-c", "\(script)\npwd >'\(folder.path)/place'"],
            environment: environment, folder: place)
        expect(result.status, equals: 0, "\(script)\(result.output)\(result.diagnostics)")
        place = try folder.text(of: "place").trimmingCharacters(in: .newlines)
        return result.output
    }

    /// The program after a change: a part that is there is replaced, and another one goes above the last line.
    private static func edited(_ program: String, _ change: String) -> String {
        var parts = program.components(separatedBy: "\n\n\n")
        for part in change.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n\n") {
            if let index = parts.firstIndex(where: { name(of: $0) == name(of: part) }) {
                parts[index] = part
            } else {
                parts.insert(part, at: parts.endIndex - 1)
            }
        }
        return parts.joined(separator: "\n\n\n")
    }

    private static func name(of part: String) -> Substring? {
        part.firstMatch(of: /(?m)^(?:def (\w+)|(\w+) = )/).flatMap { $0.1 ?? $0.2 }
    }
}
