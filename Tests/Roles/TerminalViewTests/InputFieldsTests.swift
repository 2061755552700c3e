@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Several fields in one scene, and the one with the focus.
@Suite struct InputFieldsTests {
    private static func fields() -> InputFields {
        var fields = InputFields()
        for (name, text) in [("prompt", ""), ("name", "Ada"), ("city", "Paris")] { fields.show(text, in: name) }
        return fields
    }

    private static func type(_ text: String, in fields: inout InputFields) {
        fields.edit { field in _ = field.insert(text) }
    }

    @Test func typingGoesToTheFieldWithTheFocus() {
        var fields = Self.fields()
        Self.type("lost", in: &fields)
        fields.setFocus("name")
        Self.type(" L.", in: &fields)
        fields.setFocus("city", replacing: true)
        Self.type("Rome", in: &fields)
        expect(fields["name"]?.text == "Ada L." && fields["city"]?.text == "Rome" && fields["prompt"]?.text == "")
        expect(fields.focus == "city" && fields.focused?.text == "Rome")
        fields.leave()
        Self.type("lost", in: &fields)
        expect(fields.focus == nil && fields["city"]?.text == "Rome")
    }

    @Test func onlyAFieldThatExistsGetsTheFocus() {
        var fields = Self.fields()
        fields.setFocus("nowhere")
        expect(fields.focus == nil && fields["nowhere"] == nil)
    }

    @Test func aNewTextDoesNotDisturbWhoIsTyping() {
        var fields = Self.fields()
        fields.setFocus("name")
        Self.type("!", in: &fields)
        for name in ["name", "city"] { fields.show("new", in: name) }
        expect(fields["name"]?.text == "Ada!" && fields["city"]?.text == "new")
    }

    /// A screen may show a password for a while. What was typed is in no memory even then.
    @Test func aSecretStaysOneUntilTheScreenHasAnotherText() {
        var fields = Self.fields()
        fields.keep(["name", "city"], secrets: ["name"])
        expect(fields.memory.texts["name"] == nil && fields.memory.texts["city"] != nil, "it was none before")
        fields.setFocus("name")
        Self.type("hunter2", in: &fields)
        fields.edit { $0.apply(.deleteToStart) }
        fields.show("", in: "name")
        #expect(fields.isSecretFocused, "somebody types there")
        fields.leave()
        fields.keep(["name", "city"])
        expect(fields.memory.texts["name"] == nil && fields.hasSecrets)
        fields.show("Bob", in: "name")
        expect(fields.memory.texts["name"]?.text == "Bob" && !fields.hasSecrets)
        fields.setFocus("name")
        fields.edit { $0.apply(.yank) }
        expect(fields.focused?.text, equals: "Bob", "nor what was deleted")
    }

    @Test func fieldsThatTheScreenNoLongerHasAreDropped() {
        var fields = Self.fields()
        fields.setFocus("name")
        fields.keep(["prompt", "name"])
        expect(fields.focus == "name" && fields["city"] == nil)
        fields.keep(["prompt"])
        expect(fields.focus == nil && fields["name"] == nil)
    }

    @Test(arguments: [nil, "prompt", "city", "gone"]) func aSuccessorHasTheSameFields(_ focus: String?) {
        var fields = Self.fields()
        fields.show("x", in: "gone")
        if let focus { fields.setFocus(focus) }
        Self.type("!", in: &fields)
        var next = Self.fields()
        next.restore(fields.memory)
        expect(next["gone"], equals: nil, "the screen no longer has it")
        expect(next.focus, equals: (focus == "gone" ? nil : focus))
        for name in ["prompt", "name", "city"] { expect(next[name], equals: fields[name]) }
    }

    /// The prompt is one field of its scene; the others are unaffected.
    @Test func aSceneKeepsWhatWasTypedIntoItsPrompt() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["/", .end, "!"])
        expect(state.top?.fields.focus, equals: InputFields.prompt)
        var next = try ViewState.showing(Fixture.found)
        try next.receive(Fixture.navigate("apps-1"))
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        #expect(next.memory.scenes["apps-1"] != nil)
        var restored = SceneState(Fixture.found)
        let memory = try require(state.top?.memory)
        restored.restore(memory)
        expect(restored.fields["prompt"]?.text == "music!" && restored.fields.focus == "prompt")
        var without = SceneState(Fixture.details)
        without.restore(memory)
        expect(without.fields.focus, equals: nil, "this screen has no prompt")
    }
}
