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
        Row(
            #"facts({E: [], A: [""], B: [null, 1], C: ["x", ""]})"#, "null",
            #"{"facts":{"items":[{"label":"B","value":"1"},{"label":"C","value":"x"}]}}"#),
        // Null is nothing, in each function that makes a text.
        Row("title(.a), heading(.a), caption(.a), text(.a), text(\"h\"; .a), markdown(.a), button(\"b\"; .a)", "{}"),
        Row("text(null; 5), title(5)", "null", #"{"text":{"body":"5"}}"#, #"{"label":{"text":"5","style":"title"}}"#),
        Row("plain", "7", "\"\""), Row("map(plain)", #"["<b>a</b>","b"]"#, #"["a","b"]"#),
        // Ids stay exact; nobody computes with them.
        Row(
            ".",
            #"[{"id":1342647857257299304,"user_id" : -9007199254740993,"x":{"parentId":123456789012345678901234}}]"#,
            #"[{"id":"1342647857257299304","user_id":"-9007199254740993","x":{"parentId":"123456789012345678901234"}}]"#
        ),
        Row(
            ".", #"{"id":9007199254740992,"valid":9007199254740993}"#,
            #"{"id":9007199254740992,"valid":9007199254740992}"#),
        Row(".[0] + 1", #"[1700000000000000000,"id",{"id":[9007199254740993]}]"#, "1.7e+18"),
        Row(".id", #"{"a\"id":1,"id":1e300}"#, "1e+300"),
        Row(".id", #"{"id":0.1234567890123456789}"#, "0.12345678901234568"),
        // What a program could see of the process: nothing.
        Row("env, $ENV", "null", "{}", "{}"), Row("input_filename", "null", "null"), Row("[limit(2; halt)]", "null"),
        Row("infinite, nan", "null", "1.7976931348623157e+308", "null"), Row("debug, stderr", "1", "1", "1"),
    ])
    func aProgramRuns(_ row: Row) throws {
        try expect(outputs(row.program, row.input), equals: row.outputs)
    }

    @Test(arguments: [
        ("a < b and c > d", "a < b and c > d"), ("<P>UP</P>x<BR/>y", "UP\nx\ny"), ("a<br><br/>b", "a\n\nb"),
        ("<h1>T</h1><h2>U</h2><td>1</td><td>2</td>", "T\nU\n1 2"), ("<p>a</p>\n  <p>b</p>\n", "a\nb"),
        ("<style>p{color:red}</style>z<SCRIPT>alert('</p>')</SCRIPT>", "z"), ("<script>a", ""),
        (#"<img alt="a>b">c<a href='x>y' title = "z>">d"#, "cd"), (#"a <b title="x>y"#, #"a <b title="x>y"#),
        ("it&#8217;s &apos;x&apos; &hellip; &#039;y&#039; &ndash;&#x2019;&#X41;&#160;&nbsp;|", "it’s 'x' … 'y' –’A  |"),
        (
            "AT&T &bogus; &amp;lt; &#x110000;&#xD800;&#0; &#150; &#; &#99999999999999999999;",
            "AT&T &bogus; &lt; \u{FFFD}\u{FFFD}\u{FFFD} – &#; \u{FFFD}"
        ),
        ("<pre>  a\n  b</pre> c", "  a\n  b\nc"), ("a\n  b", "a\n  b"), ("a\n  <i>b</i>", "a b"),
        ("<!-- x > <p> -- y -->a<!doctype html><?php b ?></>c<!-->d", "acd"), ("a <!-- b", "a <!-- b"),
        ("<preview>a</preview><path>b<link>c", "abc"), ("<li>a<li>b<ul><li>c</ul>d", "a\nb\nc\nd"),
        ("<p>It&#x27;s <b>2 &lt; 3</b><p>yes", "It's 2 < 3\nyes"),
        ("< b>a</ b>c", "< b>ac"), ("a<", "a<"), ("a</", "a</"), ("a<!", "a<!"), ("&", "&"), ("<b", "<b"), ("", ""),
    ])
    func htmlBecomesPlain(_ html: String, _ text: String) throws {
        try expect(
            outputs("plain", String(decoding: JSONBytes(html).bytes, as: UTF8.self)),
            equals: [
                String(decoding: JSONBytes(text).bytes, as: UTF8.self)
            ])
    }

    /// No byte is looked at again and again.
    @Test(arguments: ["<a ", "<!--", "<a x='", "&#", "<script>", "</", "<p>", "&amp"])
    func longHTMLIsFast(_ piece: String) throws {
        let html = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
        try expect(outputs("plain | length", "\"\(html.replacing("\"", with: "'"))\"").count, equals: 1)
    }

    @Test func variablesAreTexts() throws {
        try expect(outputs("$term, $id", variables: #"{"id":null,"term":"a\"b"}"#), equals: [#""a\"b""#, "null"])
    }

    /// Each input has a result of its own.
    @Test func aFailureConcernsOneInput() throws {
        let inputs = [#"{"a":1}"#, "[]", #"{"a":2}"#].map { JSONBytes(Array($0.utf8)) }
        let results = try runner.run(JQQuestion(program: ".a", inputs: inputs))
        expect(results.map { $0.failure == nil }, equals: [true, false, true])
        expect(results[1].failure, equals: #"Cannot index array with string "a""#)
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
        (".[", #"the "[" after . is not closed"#), ("{", #"the "{" is not closed"#),
        ("\"", "the quotation mark is not closed"), ("[.", #"the "[" before . is not closed"#),
        ("{title: .name", #"the "{" before title: .name is not closed"#),
        (".a | {\n  b: (.c | [.d)\n}", #"the "[" before .d) is not closed"#),
        (#""a \(.b | "c")" | (.d # )"#, #"the "(" before .d # ) is not closed"#),
        (#"{a: "b}"#, "the quotation mark before b} is not closed"),
        ("fcts({})", #"fcts/1 is not defined (did you mean "facts"?)"#),
        ("facts(1; 2)", "facts/2 is not defined; there is facts/1"),
        ("selct(.a)", #"(did you mean "select"?)"#), (".a | plan", #"(did you mean "plain"?)"#),
        ("$trem", "$trem is not defined"), (".a as $name | $nmae", "$nmae is not defined"),
        ("https://a.example/x", #"is in double quotes: "https://a.example/x"#),
        ("text(1; 2; 3)", "there is text/1 and text/2"), (".a | 'b'", "such as ' in place of"),
        ("{id, label}", "a keyword of jq"), ("if . then 1 else [now] end", "now: a program does not know the time"),
        ("now | todate", "now: a program does not know the time"), (".a | input", "input: a program has one input"),
        ("[inputs]", "inputs: a program has one input"),
    ])
    func anErrorHasUsefulWords(program: String, words: String) throws {
        let failure = #expect(throws: RunFailure.self) { try runner.run(JQQuestion(program: program)) }
        let reason = failure?.reason ?? ""
        expect(reason.contains(words) && !reason.contains("INVALID_CHARACTER"), "\(reason)")
        expect(reason, lacks: "instead", "\(reason)")
    }

    @Test func aProgramMayHaveFunctionsOfRefusedNames() throws {
        try expect(outputs("def now: 5; def input: 6; [now, input, \"now\"] # inputs"), equals: [#"[5,6,"now"]"#])
    }

    @Test func anInputThatIsTooDeepIsCalledThat() throws {
        try expect(outputs("1", String(repeating: "[", count: 250) + String(repeating: "]", count: 250)), equals: ["1"])
        let failure = #expect(throws: RunFailure.self) {
            try outputs("1", String(repeating: "[", count: 256) + String(repeating: "]", count: 256))
        }
        expect(failure?.reason, equals: "the input is nested too deep")
    }

    /// The time, the memory and the outputs of a program are bounded, and the next program finds another process.
    @Test(arguments: [
        ("def f: f; f", "2 seconds"),
        ("(\"0123456789\" * 100000) as $a | [range(700)] | map($a + \"x\") | length", "512 MB"),
        ("range(20000)", "10,000 outputs"), ("reduce range(300) as $i (0; [.])", "too deep"),
        ("\"x\" * 9000000", "8 MB"),
    ])
    func aProgramIsBounded(program: String, reason: String) throws {
        let failure = #expect(throws: RunFailure.self) {
            try runner.run(JQQuestion(program: program, inputs: [JSONBytes("")])).first.map { result in
                if let failure = result.failure { throw RunFailure.stopped(failure) }
            }
        }
        expect(reason.isEmpty || failure?.reason.contains(reason) == true, "\(String(describing: failure))")
        try expect(outputs("1 + 1"), equals: ["2"])
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
        expect(failure?.reason.contains("/nowhere/viperline-jq"), equals: true)
    }
}
