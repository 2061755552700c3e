import Foundation
import TestSupport
import Testing

/// The documents are correct.
@Suite struct DocumentationTests {
    @Test(arguments: ["fetcher.py", "fetcher.sh"]) func thePageQuotesTheDoublesThatAreTested(file: String) throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/doubles.md"), encoding: .utf8)
        let double = try String(contentsOfFile: Checkout.path("Tests/Doubles/\(file)"), encoding: .utf8)
        let quoted = file.hasSuffix("sh") ? double.split(separator: "\n").dropFirst(2).joined(separator: "\n") : double
        #expect(page.contains(quoted.trimmingCharacters(in: .newlines)))
        #expect(double.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    }

    @Test(arguments: [
        "README.md", "ARCHITECTURE.md", "Sources/Base/README.md", "Sources/Contracts/README.md",
        "Sources/Roles/README.md", "Sources/Roles/Fetcher/README.md", "Sources/Roles/Views/README.md",
        "Sources/Session/README.md", "Sources/Network/README.md", "Sources/Offline/README.md",
        "Sources/Studies/README.md", "Sources/Applications/README.md", "Tests/README.md", "Tests/Benchmarks/README.md",
        "protocols/README.md",
        "protocols/fetcher.md", "protocols/view.md", "protocols/nats.md", "protocols/limits.md", "protocols/compose.md",
        "protocols/testing.md", "protocols/picking.md", "protocols/app.md", "protocols/applications.md",
        "protocols/applications-compared.md", "protocols/scripting.md", "protocols/operating.md",
        "protocols/recordings.md", "protocols/doubles.md",
        "protocols/bindings/README.md", "compose/patterns/README.md",
    ])
    func linksAndPathsLeadSomewhere(document: String) throws {
        let text = try String(contentsOfFile: Checkout.path(document), encoding: .utf8)
        let folder = (document as NSString).deletingLastPathComponent
        let links = text.matches(of: /\]\(([^)#:]+)[)#]/).map { "\(folder)/\($0.1)" }
        let paths = text.matches(of: /`((?:Sources|Tests|scripts|compose|protocols)\/[A-Za-z0-9_+\-.\/]+)`/)
            .map { String($0.1) }
        try #require(!(links + paths).isEmpty)
        for path in links + paths {
            #expect(FileManager.default.fileExists(atPath: Checkout.path(path)), "\(document) names \(path)")
        }
    }

    /// A newcomer reads it to the end.
    @Test func theReadmeIsShort() throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test(arguments: [
        "viperline", "viperline-fetcher", "viperline-presenter", "viperline-router", "viperline-view",
        "viperline-catalog", "viperline-pattern",
    ])
    func everyProgramHelps(program: String) throws {
        let help = try Command.run([Products.executable(program), "--help"])
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: viperline"))
        let wrong = try Command.run([Products.executable(program), "--no-such-option"])
        #expect(wrong.status == 64)
        #expect(wrong.output.isEmpty)
    }

    @Test func thePagesOwnWiringRuns() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/compose.md"), encoding: .utf8)
        func block(_ fence: String) throws -> String {
            try #require(
                page.components(separatedBy: "```\(fence)\n").dropFirst().first?.components(separatedBy: "```").first)
        }
        let folder = try TemporaryFolder()
        try folder.write(try block("yaml"), to: "sums.yaml")
        try folder.write(try block("python"), to: "sums.py")
        let result = try Command.run(
            [Products.executable("viperline"), "run", "./sums.yaml"], environment: ["XDG_RUNTIME_DIR": folder.path],
            folder: folder.path)
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(try folder.text(of: "sums.ndjson").split(separator: "\n").last?.contains(#""n": 6"#) == true)
    }

    /// Runs every command of the page on recordings, unchanged.
    @Test func thePagesRecordingsRun() throws {
        let section = try String(contentsOfFile: Checkout.path("protocols/recordings.md"), encoding: .utf8)
        let isCommand = { (line: String) in
            ["    printf ", "    viperline ", "        diff "].contains { line.hasPrefix($0) }
        }
        let script = section.components(separatedBy: "\n").filter(isCommand).joined(separator: "\n")
        let folder = try TemporaryFolder()
        try folder.writeProgram("exec viperline-presenter", to: "my-presenter")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/other.ndjson", withDestinationPath: "bug.ndjson")
        let programs = URL(fileURLWithPath: Products.executable("viperline")).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Command.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            environment: ["PATH": "\(programs):\(path)", "XDG_RUNTIME_DIR": folder.path], folder: folder.path)
        #expect(result.status == 0, "\(result.diagnostics)")
        let told = try #require(result.lines.first { $0.hasPrefix("presenter: ") })
        #expect(section.contains("# \(told)\n"))
        #expect(result.output.contains("◆ 1. search music"))
        #expect(result.output.contains("== App Store =="))
    }
}
