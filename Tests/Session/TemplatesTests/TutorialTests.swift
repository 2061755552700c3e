import Foundation
import TestSupport
import Testing

/// Pages that a reader follows step by step: each file is written, and each command runs and prints what the page shows.
@Suite struct TutorialTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return [
            "PATH": "\(Products.folder.path):\(path)", "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path,
            "PLACE": folder.path + "/place",
        ]
    }

    @Test func aToolIsMadeInTenMinutes() throws {
        let page = try PageBlocks("protocols/tutorial.md")
        let (place, programs) = try follow(page)
        let whole = Checkout.path("Tests/Applications/tickets/app.py")
        try expect(programs["app.py"], equals: String(contentsOfFile: whole, encoding: .utf8))
        try require(page.commands.count == 3)
        for command in page.commands {
            // tmux has a PATH of its own.
            let line = "cd \(place); PATH=\(Products.folder.path):$PATH; \(command); exec cat"
            let terminal = try Tmux(line, environment: environment)
            try terminal.wait(for: command.contains("--watch") ? "An account for Grace" : "Open http")
        }
    }

    @Test func aServerIsTestedInFiveMinutes() throws {
        _ = try follow(PageBlocks("protocols/rpc/README.md"))
    }

    /// - Returns: the folder in which the last command ended, and the files by the names on the page.
    private func follow(_ page: PageBlocks) throws -> (place: String, files: [String: String]) {
        try require(page.blocks.count { $0.words == ["sh"] } >= 7)
        var (place, output) = (folder.path, ""[...])
        var files: [String: String] = [:]
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
                let name = block.words[1]
                let isChange = block.words.last == "changed"
                let text = isChange ? Self.edited(files[name] ?? "", block.text) : block.text
                files[name] = text
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
            }
        }
        return (place, files)
    }

    /// Runs a script without a terminal. Its output and its diagnostics are one text.
    /// - Parameter place: the folder in which it starts, and then that in which it ends.
    private func run(_ script: String, in place: inout String) throws -> String {
        let result = try Command.run(
            ["setsid", "--wait", "bash", "-e", "-o", "pipefail", "-c", "exec 2>&1\n\(script)\npwd >\"$PLACE\""],
            environment: environment, folder: place)
        expect(result.status, equals: 0, "\(script)\(result.output)")
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
