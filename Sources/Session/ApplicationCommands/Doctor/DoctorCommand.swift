import CommandBasis
import Commands
import JSON
import SafeText
import Version
import Wire

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        name: "doctor",
        abstract: "Show what this terminal and this system can do, and what to install for the rest.",
        discussion: """
            ✓ marks what is there, ! what is missing and essential, - what is missing and optional. Nothing is changed, and \
            no network is used.

              viperline doctor
              viperline doctor --json | jq -r '.findings[] | select(.advice) | .advice'

            Exit codes: 0 nothing essential is missing; 69 something is.
            """)

    var json = false

    static var table: OptionTable<Self> {
        [.flag("json", \.json, "Print one JSON object: version, ready, findings with name, state, detail and advice.")]
    }

    func run() throws {
        let report = DoctorReport(Checkup().findings)
        try Output.report(json ? String(decoding: report.json, as: UTF8.self) + "\n" : report.text)
        throw ExitCode(report.ready ? .done : .unavailable)
    }
}

/// The result of a look at one thing.
struct Finding: JSONWritable, Equatable {
    enum State: String, JSONWritable {
        case good
        /// Missing, and sessions run without it.
        case optional
        /// Missing, and sessions do not run without it.
        case essential

        var sign: String {
            switch self {
            case .good: "✓"
            case .optional: "-"
            case .essential: "!"
            }
        }
    }

    let name: String
    let state: State
    /// One line.
    let detail: String
    /// The user's next step; nil where nothing is missing.
    var advice: String?

    static func good(_ name: String, _ detail: String) -> Finding { Finding(name: name, state: .good, detail: detail) }

    static func missing(_ name: String, _ detail: String, _ advice: String) -> Finding {
        Finding(name: name, state: .optional, detail: detail, advice: advice)
    }

    static func essential(_ name: String, _ detail: String, _ advice: String) -> Finding {
        Finding(name: name, state: .essential, detail: detail, advice: advice)
    }
}

struct DoctorReport: JSONWritable {
    let version: String
    /// True if nothing essential is missing.
    let ready: Bool
    let findings: [Finding]

    init(_ findings: [Finding]) {
        version = Version.current
        ready = !findings.contains { $0.state == .essential }
        self.findings = findings
    }

    /// Aligned, with the advice below its finding.
    var text: String {
        let width = findings.map(\.name.count).max() ?? 0
        let lines = findings.flatMap { finding in
            let name = finding.name + String(repeating: " ", count: width - finding.name.count)
            let advice = finding.advice.map { String(repeating: " ", count: width + 4) + "→ \($0)" }
            return ["\(finding.state.sign) \(name)  \(finding.detail)"] + [advice].compactMap(\.self)
        }
        let end = ready ? "Nothing essential is missing." : "Something essential is missing: see the lines with !"
        return "Viperline \(version)\n\n" + (lines + ["", end]).map { "\($0.printable)\n" }.joined()
    }
}
