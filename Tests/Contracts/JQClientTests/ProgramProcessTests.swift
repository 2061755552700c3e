import JQClient
import Foundation
import JSON
import Processes
import TestSupport
import Testing

/// Programs in the process that runs them for the roles.
@Suite struct ProgramProcessTests {
    private let runner = ProgramProcess([Products.executable("viperline-jq")])

    private func outputs(_ program: String, _ input: String = "null", variables: String = "{}") throws -> [String] {
        try runner.outputs(of: program, on: Array(input.utf8), variables: try JSONBytes(json: Array(variables.utf8)))
            .map { String(decoding: $0, as: UTF8.self) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let program: String
        let input: String
        let outputs: [String]
        var testDescription: String { program }

        init(_ program: String, _ input: String, _ outputs: String...) {
            self.program = program
            self.input = input
            self.outputs = outputs
        }
    }

    @Test(arguments: [
        Row(".a + 1, .b", #"{"a":1,"b":"x"}"#, "2", "\"x\""), Row("empty", "1"), Row(".a", "{\n\"a\":\r\n1}\n", "1"),
        Row(". as $x | $x # a comment", "1", "1"), Row("def f: . + 1; f", "1", "2"),
        Row(#"title("x")"#, "null", #"{"label":{"text":"x","style":"title"}}"#),
        Row(
            #"facts({A: 1, B: null, C: ["x", 2], D: ""})"#, "null",
            #"{"facts":{"items":[{"label":"A","value":"1"},{"label":"C","value":"x, 2"}]}}"#),
        Row("plain", #""<p>It&#x27;s <b>2 &lt; 3</b> &amp;lt;<p>yes""#, #""\nIt's 2 < 3 &lt;\nyes""#),
        Row("plain", "7", "\"\""),
        // What a program could see of the process: nothing.
        Row("env, $ENV", "null", "{}", "{}"), Row("input_filename", "null", "null"), Row("[limit(2; halt)]", "null"),
        Row("infinite, nan", "null", "1.7976931348623157e+308", "null"), Row("debug, stderr", "1", "1", "1"),
    ])
    func aProgramRuns(_ row: Row) throws {
        #expect(try outputs(row.program, row.input) == row.outputs)
    }

    @Test func variablesAreTexts() throws {
        #expect(try outputs("$term, $id", variables: #"{"id":null,"term":"a\"b"}"#) == [#""a\"b""#, "null"])
    }

    /// Each input has a result of its own.
    @Test func aFailureConcernsOneInput() throws {
        let inputs = [#"{"a":1}"#, "[]", #"{"a":2}"#].map { JSONBytes(Array($0.utf8)) }
        let results = try runner.run(JQQuestion(program: ".a", inputs: inputs))
        #expect(results.map { $0.failure == nil } == [true, false, true])
        #expect(results[1].failure == #"Cannot index array with string "a""#)
    }

    @Test(arguments: [
        ("{a: ", 1), ("\n\nnosuch", 3), ("import \"a\" as a; .", 1), ("include \"/etc/passwd\"; .", 1), ("$term", 1),
    ])
    func aMistakeHasALine(program: String, line: Int) throws {
        let failure = #expect(throws: RunFailure.self) { try runner.run(JQQuestion(program: program)) }
        guard case .mistakes(let mistakes) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(mistakes.contains { $0.line == line }, "\(mistakes)")
    }

    /// libjq's own words lead elsewhere.
    @Test(arguments: [
        (".[", "is not closed"), ("{", "is not closed"), ("\"", "is not closed"), ("[.", "is not closed"),
        ("{id, label}", "a keyword of jq"),
    ])
    func anErrorHasUsefulWords(program: String, words: String) throws {
        let failure = #expect(throws: RunFailure.self) { try runner.run(JQQuestion(program: program)) }
        let reason = failure?.reason ?? ""
        #expect(reason.contains(words) && !reason.contains("INVALID_CHARACTER"), "\(reason)")
        #expect(!reason.contains("instead"), "\(reason)")
    }

    @Test func anInputThatIsTooDeepIsCalledThat() throws {
        #expect(try outputs("1", String(repeating: "[", count: 250) + String(repeating: "]", count: 250)) == ["1"])
        let failure = #expect(throws: RunFailure.self) {
            try outputs("1", String(repeating: "[", count: 256) + String(repeating: "]", count: 256))
        }
        #expect(failure?.reason == "the input is nested too deep")
    }

    /// The time, the memory and the outputs of a program are bounded, and the next program finds another process.
    @Test(arguments: [
        ("def f: f; f", "2 seconds"),
        ("(\"0123456789\" * 100000) as $a | [range(700)] | map($a + \"x\") | length", "512 MB"),
        ("range(20000)", "10,000 outputs"), ("reduce range(300) as $i (0; [.])", "too deep"),
        ("\"x\" * 9000000", "8 MB"), ("now", "does not know the time"), ("input", "one input"),
    ])
    func aProgramIsBounded(program: String, reason: String) throws {
        let failure = #expect(throws: RunFailure.self) {
            try runner.run(JQQuestion(program: program, inputs: [JSONBytes("")])).first.map { result in
                if let failure = result.failure { throw RunFailure.stopped(failure) }
            }
        }
        #expect(reason.isEmpty || failure?.reason.contains(reason) == true, "\(String(describing: failure))")
        #expect(try outputs("1 + 1") == ["2"])
    }

    /// Regression: it had the sockets of the fetcher's HTTP library. Now it keeps nothing, in any caller.
    @Test func itHasNoFiles() throws {
        let pipe = try Pipe.open()
        var launch = Launch([Products.executable("viperline-jq")])
        launch.descriptors = [(pipe.reader.number, 0), (pipe.reader.number, 7), (pipe.reader.number, 300)]
        let pid = try launch.start()
        defer {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        let path = "/proc/\(pid)/fd"
        #expect(
            eventually { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) == ["0", "1", "2"] })
    }

    @Test func aProgramWithoutItsProcessReportsThat() throws {
        let failure = #expect(throws: RunFailure.self) {
            try ProgramProcess(["/nowhere/viperline-jq"]).run(JQQuestion(program: "."))
        }
        #expect(failure?.reason.contains("/nowhere/viperline-jq") == true)
    }
}
