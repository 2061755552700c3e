import JSON
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// A recording has what was done, and no secret: each way that one could take into it.
@Suite struct RecordTests {
    private static let login = Screen(
        title: "Log in",
        parts: [
            .form(
                Form(
                    id: "login",
                    fields: [
                        FormField(id: "user", label: "Name"),
                        FormField(id: "password", label: "Password", kind: .secret, isLive: true),
                    ]))
        ])
    private static let home = Screen(
        title: "Home", prompt: Prompt(placeholder: "Search"),
        parts: [.form(Form(id: "note", fields: [FormField(id: "text", label: "Text")])), .list(List(rows: []))])

    /// Each as a form encodes it.
    static let passwords = ["hunter2", "hunter2%40%2B%25%26+x", "hunter2%C3%A9", "%68unter2", "hunter2%22%5C%0A"]

    private static func body(_ password: String, scene: String = "s-1") -> String {
        "do=submit?form=login&scene=\(scene)&key=k&field:user=ada&field:password=\(password)"
    }

    /// - Returns: the recorded text; nil where nothing is recorded.
    private func post(_ body: String, on view: TestedView) throws -> String? {
        let fields = try require(FormFields(encoded: Array(body.utf8)))
        let (outcome, record) = view.perform(try require(PageAction(fields)), recording: fields)
        expect(outcome.isRefused, equals: (record == nil))
        return try record?.decode(ProcessOutput.Entered.self).text
    }

    @Test(arguments: passwords + [""]) func aFormIsRecordedWithoutItsSecret(_ password: String) throws {
        let view = TestedView(Self.login)
        try expect(
            post(Self.body(password), on: view),
            equals: "do=submit%3Fform%3Dlogin&scene=s-1&field%3Auser=ada&field%3Apassword="
                + (password.isEmpty ? "\n" : "redacted\n"))
    }

    /// Regression: the second form of a double click had met the next screen, which has no such field, and was recorded whole.
    @Test(arguments: passwords) func aSecondSubmissionIsNotRecorded(_ password: String) throws {
        let view = TestedView(Self.login)
        _ = try post(Self.body(password), on: view)
        try expect(post(Self.body(password), on: view)?.contains("unter"), equals: false, "it waits for its answer")
        view.navigate("s-1", "s-2")
        try expect(post(Self.body(password), on: view), equals: nil, "the next scene has no screen yet")
        view.receive(TestedView.showing(Self.home, scene: "s-2"))
        try expect(post(Self.body(password), on: view), equals: nil, "it was meant for the scene before")
        try expect(post(Self.body(password, scene: "s-2"), on: view), equals: nil, "there is no such form")
    }

    @Test(arguments: passwords) func aPageThatIsOutdatedIsNotRecorded(_ password: String) throws {
        let view = TestedView(Self.login)
        // In the same scene, as by a timer or in another tab.
        view.show(Self.home)
        try expect(post(Self.body(password), on: view), equals: nil)
        try expect(
            post("do=submit?form=note&scene=s-1&field:password=\(password)&field:text=a", on: view),
            equals: "do=submit%3Fform%3Dnote&scene=s-1&field%3Atext=a\n", "another form's fields are not its own")
        view.navigate("s-9")
        try expect(post(Self.body(password), on: view), equals: nil, "the scene is gone")
        try expect(post("do=search&scene=s-1&query=\(password)", on: view), equals: nil)
    }

    /// What an action does not consist of is not recorded, whatever it is called.
    @Test(arguments: ["search&query=a", "change&value=a", "back", "close", "quit", "resize&columns=80&rows=24"])
    func onlyItsOwnFieldsAreRecorded(_ action: String) throws {
        let view = TestedView(Self.home)
        view.navigate("s-0", "s-1")
        guard let text = try post("do=\(action)&scene=s-1&key=k&field:password=hunter2&token=hunter2", on: view) else {
            #expect(action.hasPrefix("change"), "the prompt is not live")
            return
        }
        expect(text, equals: "do=\(action)&scene=s-1\n")
    }

    /// Regression: the first match and the browser's Back were recorded without their text and scene, so a verification did something
    /// else.
    @Test(arguments: [
        "search&query=a", "filter&value=Row", "filter%3Flive%3Dtrue&value=Row", "filter%3Fopen%3Dtrue&value=Row",
        "filter%3Fvalue%3D", "palette&value=quit", "palette%3Flive%3Dtrue&value=quit", "back", "back&to=s-0",
        "select%3Frow%3D1", "resize&columns=80&rows=24", "quit",
    ])
    func aRecordHasTheWholeAction(_ action: String) throws {
        let view = TestedView(
            Screen(
                title: "T", prompt: Prompt(placeholder: "Search"),
                parts: [.list(List(rows: (1...3).map { Row(id: "\($0)", title: "Row \($0)") }))]))
        view.navigate("s-0", "s-1")
        let body = "do=\(action)&scene=s-1"
        let line = try require(post(body, on: view))
        let (posted, recorded) = (
            FormFields(encoded: Array(body.utf8)), FormFields(encoded: Array(line.utf8.dropLast()))
        )
        expect(PageAction(try #require(recorded)), equals: PageAction(try #require(posted)))
    }

    @Test func aSecretIsNeverLive() throws {
        let view = TestedView(Self.login)
        try expect(post("do=change?form=login%26field=password&scene=s-1&value=hunter2", on: view), equals: nil)
    }

    /// One name, one of them a secret: a page sends both values under it.
    @Test func aNameThatASecretSharesIsNotRecorded() throws {
        let twins = [FormField(id: "pin", label: "Pin"), FormField(id: "pin", label: "PIN", kind: .secret)]
        for forms in [[twins], [twins.reversed()], twins.map { [$0] }] {
            let view = TestedView(
                Screen(title: "T", parts: forms.map { .form(Form(id: "login", fields: Array($0))) }))
            let record = try post("do=submit?form=login&scene=s-1&field:pin=aaa&field:pin=hunter2", on: view)
            expect(record, equals: "do=submit%3Fform%3Dlogin&scene=s-1&field%3Apin=redacted&field%3Apin=redacted\n")
        }
    }
}
