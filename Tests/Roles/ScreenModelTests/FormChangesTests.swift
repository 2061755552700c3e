import TestSupport
import Testing
import ViewMessages

@testable import ScreenModel

/// When a form that the user has submitted is saved, and how long an error of the application holds.
@Suite struct FormChangesTests {
    private static let name = "f\u{1F}name"

    private static func screen(_ change: (inout Screen, inout FormField) -> Void = { _, _ in }) -> Screen {
        var field = FormField(id: "name", label: "Name", value: .text("Ada"))
        var screen = Screen(title: "T")
        change(&screen, &field)
        screen.parts = [.form(Form(id: "f", fields: [field]))] + screen.parts
        return screen
    }

    private static func alert(_ buttons: String...) -> Alert {
        Alert(title: "A", message: "", buttons: buttons.map { Button(control: $0, title: $0) })
    }

    private static func notice(_ tone: Tone?) -> Screen {
        screen { it, _ in it.notice = ScreenNotice(id: "1", text: "N", tone: tone) }
    }

    private static let text = Part.text(Text(body: "Last saved: now"))
    private static let wrong = screen { _, field in field.error = "Taken" }

    /// What the application shows after the submission, and whether the form can then be left without a question.
    static let answers: [(name: String, screens: [Screen], isSaved: Bool)] = [
        ("no answer yet", [], false),
        ("an activity", [screen { it, _ in it.activity = "Saving…" }], false),
        ("the same screen", [screen()], false),
        ("the same screen, after an activity", [screen { it, _ in it.activity = "Saving…" }, screen()], false),
        ("another screen", [screen { it, _ in it.parts = [text] }], true),
        ("the same value as entered", [screen { $1.value = .text("Bob") }], true),
        ("another screen, after an activity", [screen { it, _ in it.activity = "…" }, notice(nil)], true),
        ("no form", [Screen(title: "T")], true),
        ("good news", [notice(.success)], true), ("bad news", [notice(.danger)], false),
        ("a warning", [notice(.warning)], false),
        ("an error in the field", [wrong], false),
        ("an error in the field, and then none", [wrong, screen()], false),
        ("an alert", [screen { it, _ in it.alert = alert("Close") }], false),
        (
            "an alert without buttons, and then another screen", [screen { it, _ in it.alert = alert() }, notice(nil)],
            false
        ),
        ("an alert that the user closes", [screen { it, _ in it.alert = alert("Close") }, screen()], false),
        ("a question, and then the same", [screen { it, _ in it.alert = alert("Overwrite", "No") }, screen()], false),
        ("a question, and then success", [screen { it, _ in it.alert = alert("Overwrite", "No") }, notice(nil)], true),
        ("success, and later an error", [notice(nil), wrong], false),
    ]

    @Test(arguments: answers.indices) func aFormIsSavedOnceTheApplicationAcceptsIt(_ index: Int) throws {
        let (name, screens, isSaved) = Self.answers[index]
        var scene = SharedScene(Self.screen())
        var entry: String? = "Bob"
        scene.edit(Self.name)
        scene.forms.submit(try require(scene.received.forms.first), texts: [Self.name: "Bob"], on: scene.received)
        for screen in screens {
            // As every view: a value that the screen changes takes the place of the entry.
            if screen.fieldTexts[Self.name] != scene.received.fieldTexts[Self.name] { entry = nil }
            scene.show(screen)
        }
        let changed = scene.forms.changedForm(on: scene.received, text: { _ in entry }, isTouched: { _ in false })
        expect((changed == nil), equals: isSaved, "\(name)")
    }

    /// What the application shows after the user has changed a field with an error, and whether the error is shown.
    static let errors: [(name: String, isLive: Bool, submits: Bool, screen: Screen?, isShown: Bool)] = [
        ("nothing", false, false, nil, false),
        ("the same, as by a timer", false, false, wrong, false),
        ("the same, after a submission", false, true, wrong, true),
        ("the same, amid a submission", false, true, screen { ($0.activity, $1.error) = ("…", "Taken") }, false),
        ("the same, in a live field", true, false, screen { ($1.isLive, $1.error) = (true, "Taken") }, true),
        ("another error", false, false, screen { _, field in field.error = "Too long" }, true),
    ]

    @Test(arguments: errors.indices) func anErrorHoldsUntilItsFieldIsChanged(_ index: Int) throws {
        let row = Self.errors[index]
        var scene = SharedScene(Self.screen { ($1.isLive, $1.error) = (row.isLive ? true : nil, "Taken") })
        expect(scene.edit(Self.name) && scene.screen.formField(Self.name)?.field.error == nil)
        if row.submits {
            scene.forms.submit(try require(scene.received.forms.first), texts: [Self.name: "Bob"], on: scene.received)
        }
        if let screen = row.screen { scene.show(screen) }
        expect((scene.screen.formField(Self.name)?.field.error != nil), equals: row.isShown, "\(row.name)")
    }

    /// An error that is gone is an answer, too.
    @Test func aFormWithoutItsErrorIsAccepted() throws {
        var scene = SharedScene(Self.wrong)
        scene.edit(Self.name)
        scene.forms.submit(try require(scene.received.forms.first), texts: [Self.name: "Bob"], on: scene.received)
        scene.show(Self.screen())
        #expect(scene.forms.changedForm(on: scene.received, text: { _ in "Bob" }, isTouched: { _ in false }) == nil)
    }
}
