import JSON
import ScreenModel
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// Forms of the page: which field has the focus, what is kept before a form is submitted, and the question before it is lost.
@Suite struct LeavingFormTests {
    private static let fields = [
        FormField(id: "name", label: "Name", value: .text("Ada"), isRequired: true),
        FormField(id: "pin", label: "PIN", kind: .secret),
    ]

    private static func screen(_ fields: [FormField] = fields) -> Screen {
        Screen(title: "T", parts: [.form(Form(id: "f", fields: fields, submit: "Save"))])
    }

    private static let form = Form(id: "f", fields: fields)

    private static func keep(_ index: Int) -> ActionValue { ActionValue.enter(fields[index], in: form) }

    /// The names of the inputs that ask for the focus.
    private func focused(_ view: TestedView) -> [String] {
        (MarkupTokens(view.page)?.tags ?? []).filter { tag in tag.attributes.contains { $0.name == "autofocus" } }
            .flatMap(\.attributes).filter { $0.name == "name" }.compactMap(\.value).filter { $0 != "value" }
    }

    @Test func theFirstFieldHasTheFocus() {
        let view = TestedView(Self.screen())
        expect(focused(view), equals: ["field:name"])
        let later = TestedView(Screen(title: "T", parts: [.label(Label("Wait", style: .title))]))
        let place = later.place
        later.show(Self.screen())
        expect(focused(later) == ["field:name"] && later.place != place)
        var rows = Self.screen()
        rows.parts.append(.list(List(rows: [Row(id: "1", title: "One")])))
        #expect(focused(TestedView(rows)).isEmpty)
    }

    @Test func theFirstErrorHasTheFocusAndIsAnnounced() throws {
        let view = TestedView(Self.screen())
        let place = view.place
        expect(view.post(.submit("f"), [("field:name", ""), ("field:pin", "s3c")]), equals: [])
        expect(focused(view) == ["field:name"] && view.place != place)
        expect(view.page, contains: #"class="error" role="alert" dir="auto">This is required</p>"#)
        let events = try require(view.post(.submit("f"), [("field:name", "Bob"), ("field:pin", "s3c")]))
        var fields = Self.fields
        fields[1].error = "Wrong PIN"
        let before = view.place
        view.show(Self.screen(fields), answering: events.first)
        expect(focused(view) == ["field:pin"] && view.place != before)
        expect(view.post(.quit) == [] && view.page.contains("Save the changes?"), "what was refused is not saved")
        expect(view.post(.press(Leaving.stay)), equals: [])
        expect(view.post(Self.keep(1), []) == [] && !view.page.contains("Wrong PIN"), "the change takes the error away")
    }

    /// Both pages of a session show what is kept of a form, and neither gets its secret.
    @Test func whatIsKeptIsOnEveryPage() throws {
        let view = TestedView(Self.screen())
        let version = view.version
        expect(view.post(Self.keep(0), [("value", "Bob")]), equals: [])
        expect(view.version > version && view.page.contains(#"value="Bob""#) && view.page.contains("data-changed"))
        expect(view.post(Self.keep(1), [("value", "s3cr3t")]), equals: [])
        expect(view.page, lacks: "s3cr3t")
        expect(String(decoding: Payload.encode(view.memory), as: UTF8.self), lacks: "s3cr3t")
        let fields = FormFields([("do", Self.keep(1).text), ("scene", "s-1"), ("value", "s3cr3t")])
        let (_, record) = view.perform(try require(PageAction(fields)), recording: fields)
        try expect(record?.decode(ProcessOutput.Entered.self).text.contains("s3cr3t"), equals: false)
    }

    /// The page submits the form itself, with the secret; a client that presses the button would lose it.
    @Test func savingSubmitsThePagesOwnForm() throws {
        let view = TestedView(Self.screen())
        view.navigate("root", "s-1")
        _ = view.post(Self.keep(1), [])
        expect(view.post(.back), equals: [], "a secret alone is a change, too")
        let tokens = try require(MarkupTokens(view.page))
        let id = try require(tokens.tags.first { $0.name == "form" && $0.attributes.contains { $0.value == "fields" } })
            .attributes.first { $0.name == "id" }?.value
        #expect(
            tokens.tags.contains { tag in
                tag.name == "button" && tag.attributes.contains { $0.name == "form" && $0.value == id }
            })
        expect(view.post(.press(Leaving.save)), equals: nil)
        let events = try require(view.post(.submit("f"), [("field:name", "Ada"), ("field:pin", "s3c")]))
        expect(
            events.map { String(decoding: $0.data, as: UTF8.self) },
            equals: [
                #"{"form":"f","secrets":{"pin":"s3c"},"values":{"name":"Ada"}}"#
            ])
        expect(view.post(.back) == [] && view.post(.press(Leaving.stay)) == [], "a submission may be refused")
        var saved = Self.screen()
        saved.notice = ScreenNotice(id: "1", text: "Saved")
        view.show(saved, answering: events.first)
        expect(view.post(.back)?.map(\.type), equals: [ViewOutput.DidGoBack.type], "the secret is saved, too")
    }

    /// The history of the browser returns to the form.
    @Test func theBrowsersBackAsksToo() {
        let view = TestedView(Self.screen())
        view.navigate("root", "s-1")
        _ = view.post(Self.keep(0), [("value", "Bob")])
        let place = view.place
        expect(view.post(.back, [("to", "root")]), equals: [])
        expect(view.page.contains("Save the changes?") && view.place != place && view.vainReturns == 1)
        expect(view.post(.press(Leaving.discard))?.map(\.type), equals: [ViewOutput.DidGoBack.type])
    }

    @Test func textAndQuestionSurviveTheView() throws {
        let view = TestedView(Self.screen())
        _ = view.post(Self.keep(0), [("value", "Bob")])
        _ = view.post(.quit)
        let next = TestedView()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = Payload.encode(view.memory)
        next.receive(restore)
        next.navigate("s-1")
        next.show(Self.screen())
        expect(next.page.contains("Save the changes?") && next.page.contains(#"value="Bob""#))
        expect(next.perform(.press(control: Leaving.discard)), equals: .quit)
    }
}
