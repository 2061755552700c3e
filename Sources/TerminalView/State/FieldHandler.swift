import ScreenModel
import ViewMessages

/// Carries out what the person does in fields, and notes which live fields have changed.
enum FieldHandler {
    /// Edits the field that has the focus.
    static func edit(in state: inout ViewState, _ change: (inout TextField) -> Void) {
        let before = state.top?.fields.focused?.text
        state.updateTop { $0.edit(change) }
        if let name = state.top?.fields.focus, state.top?.fields.focused?.text != before { note(name, in: &state) }
    }

    /// Begins to type into a field, turns a switch, or offers the options of a choice.
    static func change(_ name: String, in state: inout ViewState) {
        guard let field = state.top?.screen.formField(name)?.field else { return }
        switch field.kind {
        case .choice, .choices: state.palette = Palette(optionsOf: name)
        case .toggle: enter(state.top?.fields[name]?.text == "true" ? "" : "true", in: name, of: &state)
        case .text, .secret, .number, .multiline, .date: state.updateTop { $0.editField(name) }
        }
    }

    static func pick(_ option: String, in name: String, of state: inout ViewState) {
        guard let field = state.top?.screen.formField(name)?.field, let text = state.top?.fields[name]?.text else {
            return
        }
        enter(FieldEntry(field: field).picking(option, in: text), in: name, of: &state)
    }

    /// Puts a text into a field.
    static func enter(_ text: String, in name: String, of state: inout ViewState) {
        state.updateTop { $0.enter(text, in: name) }
        note(name, in: &state)
    }

    /// - Returns: what to report; nil where something is wrong, which the fields then say.
    static func submission(of form: String, in state: inout ViewState) -> ViewOutput.DidSubmit? {
        var submission: ViewOutput.DidSubmit?
        let size = state.size
        state.updateTop { submission = $0.submission(of: form, in: size) }
        if submission != nil { state.changes.cancel() }
        return submission
    }

    private static func note(_ name: String, in state: inout ViewState) {
        if state.top?.screen.isLive(name) == true { state.changes.note(name) }
    }
}
