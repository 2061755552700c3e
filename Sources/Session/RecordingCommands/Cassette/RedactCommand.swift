import CommandBasis
import Commands
import Platform
import Processes
import Recording
import SafeText
import Secrecy
import Wire
import _StringProcessing

struct RedactCommand: Command {
    static let configuration = CommandConfiguration(
        name: "redact",
        abstract: "Copy a cassette without secrets.",
        discussion: """
            Recognises passwords, keys, tokens, cookies and the like by their form and by the names of members, \
            headers and URL parameters. Replaces a secret with the same placeholder everywhere, so the cassette \
            remains usable. Check the result before you share it: no program knows everything that is private.

              viperline cassette redact session.ndjson.gz -o for-the-issue.ndjson.gz
              viperline cassette redact session.ndjson --member data.query \\
                --member data.request.url=https://example.org/
              viperline cassette redact session.ndjson --pattern '[a-z.]+@[a-z.]+' \\
                > redacted.ndjson

            Exit codes: 0; 65 not a cassette; 69 a file can't be opened or written.
            """)

    var file = ""
    var output: String?
    var member: [String] = []
    var pattern: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "A cassette; it is read twice."),
            .option(
                "output", letter: "o", value: "file", \.output,
                "The output file, compressed if its name ends in .gz (default: stdout)."),
            .option(
                "member", value: "path[=text]", \.member,
                "Replace this member too, by TEXT if given: the keys from the event on, joined by dots; may be repeated."
            ),
            .option(
                "pattern", value: "regex", \.pattern,
                "Replace each match of this regular expression too; may be repeated."),
        ]
    }

    mutating func validate() throws {
        guard file != "-" else { throw UsageError("FILE is read twice, so it can't be stdin") }
        for text in pattern {
            do { _ = try Regex(text) } catch {
                throw UsageError("--pattern \"\(text)\" is not a regular expression")
            }
        }
    }

    func run() throws {
        let members = member.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return Redactor.Member(path: parts[0], replacement: parts.count > 1 ? parts[1] : nil)
        }
        let patterns = try pattern.map { text -> Redactor.Pattern in
            let pattern = try Regex(text)
            return { $0.ranges(of: pattern) }
        }
        var redactor = Redactor(members: members, patterns: patterns)
        // The first pass collects the secrets; the second also finds earlier occurrences.
        try copy(redactedBy: &redactor) { _ in }
        redactor.beginAgain()
        if let output {
            try WholeFile.save(output, mode: 0o600) { file in
                try write(to: file, compressing: output.hasSuffix(".gz"), redactedBy: &redactor)
            }
        } else {
            try write(to: StandardStream.output, compressing: false, redactedBy: &redactor)
        }
        StandardStream.diagnose(
            "viperline", "\(file): \(redactor.count) values replaced, \(redactor.secretCount) different ones")
    }

    private func write(to file: Int32, compressing: Bool, redactedBy redactor: inout Redactor) throws {
        var writer = try CassetteWriter(to: file, compressing: compressing)
        // On a terminal, dangerous characters become JSON escapes, which mean the same.
        let isTerminal = isatty(file) == 1
        try copy(redactedBy: &redactor) { line in
            try writer.append(isTerminal ? PrintableJSON.escaping(line.dropLast()) + [0x0A] : line)
        }
        try writer.finish()
    }

    private func copy(redactedBy redactor: inout Redactor, _ body: ([UInt8]) throws -> Void) throws {
        let cassette = try CassetteFile(file)
        var isMarked = false
        if var header = cassette.header {
            header.rpc?.redacted = true
            isMarked = header.ends == true
            try body(redactor.redact(Array(header.line.dropLast())) + [0x0A])
        }
        try cassette.forEach { line in
            switch line {
            case .missed(let count): try body(Passage.missed(count))
            case .passage(var passage):
                passage.event = redactor.redact(passage.event)
                var line: [UInt8] = []
                passage.appendLine(to: &line)
                try body(line)
            }
        }
        if isMarked, cassette.reader.damageCount == 0 { try body(Passage.end(exit: cassette.reader.exit)) }
    }
}
