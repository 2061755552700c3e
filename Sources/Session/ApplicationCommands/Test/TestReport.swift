import CommandBasis
import Platform
import SafeText
import Wire

/// Prints a table of tests while they run, then what failed.
struct TestReport {
    private struct Result {
        let name: String
        let verdict: TestVerdict
    }

    private let count: Int
    private let begin = Instant.now
    private var results: [Result] = []

    /// Runs longer than this show their progress on a terminal.
    private static let patience = Duration.seconds(1)

    /// Erases the line of progress.
    private static let erase = "\r\u{1B}[K"

    init(count: Int) {
        self.count = count
    }

    var hasFailures: Bool { failureCount > 0 }
    private var failureCount: Int { results.count { if case .failed = $0.verdict { true } else { false } } }

    mutating func add(_ test: FolderTest, by run: FolderTestRun) throws {
        let showsProgress = Instant.now - begin > Self.patience && isatty(StandardStream.diagnostics) == 1
        if showsProgress { showProgress("\(Self.erase)\(results.count + 1) of \(count): \(test.name.printable)") }
        let start = Instant.now
        let verdict = run.verdict(on: test)
        let time = Instant.now - start
        if showsProgress { showProgress(Self.erase) }
        try Output.report(Self.row(test.name, verdict, time))
        results.append(Result(name: test.name, verdict: verdict))
    }

    private func showProgress(_ text: String) {
        try? StandardStream.write(Array(text.utf8), to: StandardStream.diagnostics)
    }

    private static func row(_ name: String, _ verdict: TestVerdict, _ time: Duration) -> String {
        let (word, note) =
            switch verdict {
            case .passed(let note): ("ok      ", ": \(note)")
            case .accepted(let note, _): ("accepted", ": \(note)")
            case .failed: ("FAILED  ", "")
            }
        let time = seconds(time)
        let indent = String(repeating: " ", count: max(0, 8 - time.count))
        return "\(word)\(indent)\(time)  \(name.printable)\(note.printable)\n"
    }

    /// Such as `0.12 s`.
    private static func seconds(_ time: Duration) -> String {
        let hundredths = time.components.seconds * 100 + time.components.attoseconds / 10_000_000_000_000_000
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst()) s"
    }

    /// - Parameters:
    ///   - leftOut: the number of files and folders.
    ///   - excluded: the services that are not tested.
    func conclude(leftOut: Int, excluded: [String]) throws {
        for result in results {
            let details: [String] =
                switch result.verdict {
                case .passed: []
                case .accepted(_, let changes): changes
                case .failed(let reason): [reason]
                }
            guard !details.isEmpty else { continue }
            let text = details.joined(separator: "\n").replacing("\n", with: "\n  ").printable(keeping: "\n")
            try Output.report("\n\(result.name.printable)\n  \(text)\n")
        }
        let tests = count == 1 ? "1 test" : "\(count) tests"
        let outcome =
            if failureCount > 0 { "\(failureCount) failed" } else { count == 1 ? "it passes" : "all pass" }
        let rest = leftOut > 0 ? "; \(leftOut) left out" : ""
        try Output.report("\n\(tests), \(outcome)\(rest), in \(Self.seconds(Instant.now - begin))\n")
        guard !excluded.isEmpty else { return }
        try Output.report(
            "Not tested, by \"test: false\" in compose.yaml: \(excluded.joined(separator: ", "))\n".printable(
                keeping: "\n"))
    }
}
