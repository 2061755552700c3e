import Foundation
@testable import Secrecy
import TestSupport
import Testing

/// Tests made from the table of forms, names and prefixes: what is in it is found, in all surroundings.
@Suite struct SecretTableTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let form: String
        let text: String
        let secret: String

        var testDescription: String { "\(form): \(text)" }

        init(form: String, _ example: String) {
            self.form = form
            let marked = example.replacing("§", with: "«\(SecretTableTests.secret)»")
            let start = marked.firstIndex(of: "«"), end = marked.lastIndex(of: "»")
            secret = start.flatMap { start in end.map { String(marked[marked.index(after: start)..<$0]) } } ?? ""
            text = marked.replacing("«", with: "").replacing("»", with: "")
        }
    }

    /// An improbable word.
    static let secret = "q7Zp2VxW9kLmT4"

    static let examples = SecretForm.all.flatMap { form in form.found.map { Example(form: form.name, $0) } }

    static let negatives = SecretForm.all.flatMap { form in form.left.map { Example(form: form.name, $0) } }

    static func json(_ text: String) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: ["text": text], options: .withoutEscapingSlashes),
            as: UTF8.self)
    }

    static func redacted(_ json: String) -> String {
        var redactor = Redactor()
        return String(decoding: redactor.redact(Array(json.utf8)), as: UTF8.self)
    }

    @Test func everyFormHasExamples() {
        for form in SecretForm.all where !["token", "end of a command"].contains(form.name) {
            expect(!form.found.isEmpty && !form.left.isEmpty, "\(form.name)")
        }
        #expect(Self.examples.count >= 130)
    }

    /// A row with a mistake would find nothing.
    @Test func everyRowOfTheTableIsRead() {
        for row in SecretTable.lines("patterns") { expect(SecretPattern(row) != nil, "\(row)") }
        let tokens = SecretTable.rows("tokens").map(\.words.count).reduce(0, +)
        expect(KnownToken.all.count, equals: tokens)
        for section in ["tokens", "programs", "pairs", "numbers"] {
            expect(SecretTable.rows(section).count, equals: SecretTable.lines(section).count, "\(section)")
        }
    }

    /// The secret's longest line: a key has several.
    private static func core(_ secret: String) -> String {
        let lines: [Substring] = secret.split { (character: Character) in character.isNewline || character == "\\" }
        return lines.max { $0.count < $1.count }.map(String.init) ?? secret
    }

    @Test(arguments: examples) func anExampleIsFoundInATextAndInJSONInAText(example: Example) throws {
        let json = try Self.json(example.text)
        for surrounding in [json, try Self.json(json), try Self.json(Data(json.utf8).base64EncodedString())] {
            let redacted = Self.redacted(surrounding)
            expect(redacted != surrounding && !redacted.contains(Self.core(example.secret)), "\(redacted)")
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(redacted.utf8)) }
            expect(Self.redacted(redacted), equals: redacted, "what was redacted has nothing more to redact")
        }
    }

    /// Names of members are texts, too.
    @Test(arguments: examples) func anExampleIsFoundAsAKey(example: Example) throws {
        let json = String(
            decoding: try JSONSerialization.data(withJSONObject: ["users": [example.text: 1]]), as: UTF8.self)
        let redacted = Self.redacted(json)
        expect(redacted, lacks: Self.core(example.secret), "\(redacted)")
    }

    @Test(arguments: negatives) func whatResemblesAFormStaysUnchanged(example: Example) throws {
        let json = try Self.json(example.text)
        expect(Self.redacted(json), equals: json)
    }

    @Test(arguments: SecretName.examples) func aNameMeansASecretInEveryForm(name: String) throws {
        for (before, behind) in [(#"{"\#(name)":""#, #""}"#), (#"{"x":{"\#(name.uppercased())":[""#, #""]}}"#)] {
            let redacted = Self.redacted(before + Self.secret + behind)
            expect(redacted, lacks: Self.secret, "\(redacted)")
        }
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        for text in [
            "a?\(name)=\(Self.secret)&b=1", "x\n\(name) = \(Self.secret)\ny", "\(name): \(Self.secret)",
            "x --\(name) \(Self.secret)",
        ] {
            let redacted = Self.redacted(try Self.json(text))
            expect(redacted, lacks: Self.secret, "\(redacted)")
        }
    }

    @Test(arguments: SecretName.numberExamples.map(\.name)) func aNumberWithSuchANameIsASecret(name: String) {
        guard let digits = SecretName.numberExamples.first(where: { $0.name == name })?.digits else { return }
        for length in [digits.lowerBound, digits.upperBound] {
            let number = String(repeating: "1234567890", count: 4).prefix(length)
            expect(Self.redacted(#"{"\#(name)":"\#(number)","x":1}"#), lacks: number)
            expect(Self.redacted(#"{"\#(name)":\#(number)}"#), lacks: number)
        }
        for json in [#"{"\#(name)":7}"#, #"{"\#(name)":"left"}"#, #"{"\#(name)":true}"#] {
            expect(Self.redacted(json), equals: json)
        }
    }

    @Test(arguments: KnownToken.all.map(\.example)) func aTokenIsKnownByItsBeginning(token: String) throws {
        for text in ["here is \(token) and more", "\(token)", "x/\(token)?", "(\(token))"]
        where !(text.hasPrefix("x/") && token.utf8.count > 0 && Self.isShort(token)) {
            let redacted = Self.redacted(try Self.json(text))
            expect(redacted.contains("redacted-1") && !redacted.contains(token.suffix(10)), "\(redacted)")
        }
    }

    /// Regression: the ids of pins on a board were taken for PINs, and each became 0.
    @Test(arguments: SecretName.numberExamples.map(\.name)) func aNumberWithMoreDigitsIsAnIdentifier(name: String) {
        guard let digits = SecretName.numberExamples.first(where: { $0.name == name })?.digits else { return }
        let number = String(repeating: "1234567890", count: 4).prefix(digits.upperBound + 1)
        for json in [#"{"\#(name)":\#(number)}"#, #"{"\#(name)":"\#(number)"}"#] {
            expect(Self.redacted(json), equals: json)
        }
    }

    private static func isShort(_ token: String) -> Bool {
        KnownToken.all.contains { $0.example == token && $0.beginning.utf8.count < 4 }
    }

    /// Regression: a comma behind a secret, and all behind it, were taken as a part of it.
    @Test(arguments: [
        "password=§, x", "password=§,user=ada", "{password=§,user=ada}", "--token §, x", "curl -u me:§, x",
        "setenv API_KEY §, x", "mysql -p§, x", "machine h login u password §, x", "password = §, user = ada",
        "the token: §, x", "(\"token\", \"§\", 1)",
    ]) func aCommaBehindASecretStays(form: String) throws {
        expect(
            Self.redacted(try Self.json(form.replacing("§", with: Self.secret))),
            equals: try Self.json(form.replacing("§", with: "redacted-1")))
    }

    // MARK: - JSON

    @Test(arguments: [
        #"{"users":{"ghp_16C7e42F292c6912E7710c838347Ae178B4a":1}}"#,
        #"{"cache":{"https://x/?access_token=§":{"a":1}}}"#,
        #"{"label":"Password","text":"§"}"#, #"{"id":"password","text":"§"}"#, #"{"name":"password","text":"§"}"#,
        #"{"k":"password","v":"§"}"#, #"["1","Password","§"]"#, #"{"title":"API key","value":"§"}"#,
        #"{"id":"pw","kind":"secret","value":"§"}"#, #"{"label":"Your password:","value":"§"}"#,
        #"{"columns":["Name","Password"],"rows":[["ada","§"],["bob","x"]]}"#,
        #"{"columns":[{"label":"Name"},{"label":"Token"}],"rows":[["ada","§"]]}"#, #"{"pin":"4821"}"#, #"{"cvv":123}"#,
        #"{"ssn":"123-45-6789"}"#, #"{"creditCard":"4111 1111 1111 1111"}"#,
        #"{"mnemonic":"legal winner thank year wave sausage worth useful legal winner thank yellow"}"#, #"{"pw":"x"}"#,
        #"{"command":["curl","-ubob:§","h"]}"#, #"{"command":["mysql","-p§","d"]}"#,
        #"{"command":["sshpass","-p","§","ssh","h"]}"#,
        #"{"command":["tool","--password","-PW1x"]}"#, #"{"command":["smbclient","-U","u%§","h"]}"#,
        #"{"command":["docker","login","-p","§"]}"#, #"{"command":["sh","-c","mysql -p§ d"]}"#,
        #"{"command":["/usr/bin/redis-cli","-a","§"]}"#,
        // No shell has replaced this, so it is no variable.
        #"{"command":["curl","-u","me:$§","h"]}"#, #"{"command":["curl","-ume:$§","h"]}"#,
    ]) func aSecretIsFoundInJSON(form: String) {
        let json = form.replacing("§", with: Self.secret)
        let redacted = Self.redacted(json)
        expect(redacted != json && !redacted.contains(Self.secret), "\(redacted)")
        expect(Self.redacted(redacted), equals: redacted)
    }

    @Test(arguments: [
        #"{"id":"password","text":"Change password"}"#, #"{"label":"Token","value":"token"}"#,
        #"{"id":"token","text":"Settings"}"#,
        #"{"columns":["Name","Stars"],"rows":[["1","password","12"]]}"#,
        #"{"rows":[["1","Password","change"]],"columns":["a","b"]}"#,
        #"{"id":"token","label":"Token","kind":"secret"}"#, #"{"seed":12345}"#, #"{"pin":{"x":1}}"#,
        #"{"title":"Secret","text":"of life"}"#,
        #"{"command":["ssh","-p","2222","h"]}"#, #"{"command":["docker","run","-p","80:80"]}"#,
        #"{"command":["mysql","-p","d"]}"#,
        #"{"mnemonic":"F"}"#, #"{"iban":"none"}"#, #"{"command":["sshpass","-e","ssh","h"]}"#,
    ]) func whatResemblesASecretInJSONStaysUnchanged(json: String) { expect(Self.redacted(json), equals: json) }
}
