import TestSupport
import Testing
import Wire

@testable import Supervision

/// What a tap and a recording get of a submitted form, and what the log gets.
@Suite struct EnteredSecretsTests {
    private static func passing<Value>(
        _ lines: [String], of type: String, _ body: (Passing) -> Value
    ) -> Value {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        return bytes.withUnsafeBytes { bytes in
            body(Passing(lines: bytes, count: lines.count, type: type, sender: "view", receivers: ["presenter"]))
        }
    }

    private static func told(_ secrets: inout EnteredSecrets, _ lines: [String], of type: String) -> String? {
        passing(lines, of: type) { passing in
            secrets.withheld(from: passing).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static let submit = "view.output.didSubmit"
    private static let line =
        #"{"type":"view.output.didSubmit","data":{"form":"f","secrets":{"pw":"a \"b\" é!","pin":"12"},"values":{"password":"x y z w"}}}"#

    @Test(arguments: [submit, "viewcontroller.output.didSubmit", ""]) func aSecretIsReplaced(_ type: String) {
        var secrets = EnteredSecrets()
        let told = Self.told(&secrets, [Self.line], of: type)
        expect(
            told,
            equals:
                #"{"type":"view.output.didSubmit","data":{"form":"f","secrets":{"pw":"redacted-1","pin":"redacted-2"},"values":{"password":"x y z w"}}}"#
                + "\n", "nothing but the secrets, whatever its name")
    }

    /// The same placeholder, however the text is written; other members with such names are left alone.
    @Test func aSecretIsReplacedWhereItOccursAgain() {
        var secrets = EnteredSecrets()
        let login =
            #"{"type":"interactor.input.login","data":{"token":"a \"b\" \u00e9!","id":"12","secret":"other one"}}"#
        expect(Self.told(&secrets, [login], of: "interactor.input.login"), equals: nil, "it is not known yet")
        _ = Self.told(&secrets, [Self.line], of: Self.submit)
        expect(
            Self.told(&secrets, [login, "{}"], of: "interactor.input.login"),
            equals: #"{"type":"interactor.input.login","data":{"token":"redacted-1","id":"12","secret":"other one"}}"#
                + "\n{}\n")
    }

    /// As a page posts it, as our programs quote it, and as headers carry it.
    @Test(arguments: [
        "do=submit%3Fform%3Dlogin&field%3Apassword=hunter2%40SECRET%20x", "password=hunter2%40SECRET+x&a=1",
        "password=hunter2%40secret+x".replacing("secret", with: "SECRET"), "a%2540b hunter2%2540SECRET%2520x",
        "&#104;unter2&#64;SECRET x",
        "[\\\"hunter2@SECRET x\\\"]", "hunter2\\\\u0040SECRET x", "aHVudGVyMkBTRUNSRVQgeA==",
        "Basic YWRhOmh1bnRlcjJAU0VDUkVUIHg=",
        "eCBodW50ZXIyQFNFQ1JFVCB4IHk",
    ])
    func aPasswordTypedIntoAPageWasRecordedInAnotherSpelling(_ text: String) {
        var secrets = EnteredSecrets()
        let submit =
            #"{"type":"view.output.didSubmit","data":{"form":"f","secrets":{"password":"hunter2@SECRET x"}}}"#
        _ = Self.told(&secrets, [submit], of: Self.submit)
        let told = Self.told(
            &secrets, [#"{"type":"process.output.entered","data":{"text":"\#(text)"}}"#], of: "process.output.entered")
        expect(told?.contains("redacted-1"), equals: true, "\(told ?? "nothing")")
        for rest in ["SECRET", "hunter2", "aHVudGVyMkBTRUNSRVQ", "h1bnRlcjJAU0VDUkVUI", "dW50ZXIyQFNFQ1JFVCB4"] {
            expect(told?.contains(rest), equals: false, "\(told ?? "nothing")")
        }
    }

    @Test func withoutSecretsNothingIsTouched() {
        var secrets = EnteredSecrets()
        let line = #"{"data":{"form":"f","values":{"password":"abcdefgh"}}}"#
        expect(Self.told(&secrets, [line], of: Self.submit), equals: nil)
        expect(Self.told(&secrets, [line], of: "view.output.didPress"), equals: nil)
    }

    @Test func whatIsRememberedIsBounded() {
        var secrets = EnteredSecrets()
        for number in 1...2500 {
            _ = Self.told(&secrets, [#"{"data":{"secrets":{"a":"secret \#(number)"}}}"#], of: Self.submit)
        }
        expect(Self.told(&secrets, [#"{"a":"secret 2500"}"#], of: "x.y.z")?.contains("redacted-"), equals: true)
        expect(Self.told(&secrets, [#"{"a":"secret 1 "}"#], of: "x.y.z")?.contains("redacted-"), equals: false)
    }

    @Test(arguments: [
        (#"{"form":"f","secrets":{"pw":"hunter2"},"va"#, #"{"form":"f",…"#), (#"{"a":"secrets"}"#, #"{"a":"secrets"}"#),
        (#"{"type":"view.output.didSubmit","data":{"secrets":{"#, #"{"type":"view.output.didSubmit","data":{…"#),
    ]) func theLogQuotesNone(_ line: String, _ quoted: String) {
        expect(
            "\(Diagnosis.refused(by: "presenter", reason: "why", line: line))",
            equals: "presenter could not take a line (why): \(quoted)")
    }
}
