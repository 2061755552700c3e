import ScreenModel
import TerminalView
import ViewMessages

/// The rows about forms and about leaving them.
extension IntentTests {
    private static let changing: [Key] = ["!", .escape]
    private static let keep = "enter?form=f&field=name value=Ada!"
    private static let question = "Save the changes?"
    private static let editing: Screen = {
        var screen = form("Ada")
        screen.keys = [newKey]
        return screen
    }()
    private static let live: Screen = {
        let field = FormField(id: "name", label: "Name", value: .text("Ada"), isLive: true)
        return Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))])
    }()
    private static let saved = #"didSubmit {"form":"f","values":{"name":"Ada!"}}"#

    /// Leaving a form: nothing that the user has entered is lost without a question.
    static let leaving: [Row] = [
        Row(
            name: "type letters that are keys elsewhere", stage: Stage(editing), keys: .keys(["n", "q", "?", .enter]),
            commands: .lines(["set Name Adanq?", "submit"]), forms: .posts(["submit?form=f field:name=Adanq?"]),
            sent: [#"didSubmit {"form":"f","values":{"name":"Adanq?"}}"#]),
        Row(
            name: "leave a form as it was", stage: Stage(editing), keys: .keys([.escape, .escape]),
            commands: .lines(["back"]), forms: .posts(["back"]), sent: ["didGoBack {}"]),
        Row(
            name: "leave a form whose change was taken back", stage: Stage(editing),
            keys: .keys(["!", .backspace, .escape, .escape]), commands: .lines(["set Name x", "set Name Ada", "back"]),
            forms: .posts([keep, "enter?form=f&field=name value=Ada", "back"]), sent: ["didGoBack {}"]),
        Row(
            name: "leave a changed form", stage: Stage(editing), keys: .keys(changing + [.escape]),
            commands: .lines(["set Name Ada!", "back"]), forms: .posts([keep, "back"]), shows: question),
        Row(
            name: "save a changed form", stage: Stage(editing), keys: .keys(changing + [.escape, .enter]),
            commands: .lines(["set Name Ada!", "back", "save"]),
            forms: .posts([keep, "back", "submit?form=f field:name=Ada!"]), sent: [saved]),
        Row(
            name: "discard a changed form", stage: Stage(editing), keys: .keys(changing + [.escape, .right, .enter]),
            commands: .lines(["set Name Ada!", "back", "discard"]),
            forms: .posts([keep, "back", "press?control=discard"]), sent: ["didGoBack {}"]),
        Row(
            name: "stay in a changed form", stage: Stage(editing), keys: .keys(changing + [.escape, .escape]),
            commands: .lines(["set Name Ada!", "back", "stay"]), forms: .posts([keep, "back", "press?control=stay"]),
            shows: "Ada!"),
        Row(
            name: "go back while a form asks", stage: Stage(editing), keys: .keys(changing + [.escape, .escape]),
            commands: .lines(["set Name Ada!", "back", "back"]), forms: .posts([keep, "back to=root", "back to=root"]),
            shows: "Ada!"),
        Row(
            name: "save what is wrong", stage: Stage(editing), keys: .keys([.control("u"), .escape, .escape, .enter]),
            commands: .lines(["set Name", "back", "save"]),
            forms: .posts(["enter?form=f&field=name value=", "back", "submit?form=f field:name="]),
            shows: "This is required",
            differences: Difference.nameIsRequired),
        Row(
            name: "answer where no form asks", stage: Stage(editing), keys: .none(because: unbound),
            commands: .lines(["discard"]), forms: .posts(["press?control=discard"]), refusal: .notOffered,
            differences: [
                Difference(
                    view: .linear, message: "no question about the changes of a form is open",
                    because: "the command has no other meaning")
            ]),
        Row(
            name: "leave a form that was submitted and is not saved yet", stage: Stage(editing),
            keys: .keys(["!", .enter, .escape]), commands: .lines(["set Name Ada!", "submit", "back"]),
            forms: .posts([keep, "submit?form=f field:name=Ada!", "back"]), sent: [saved]),
        Row(
            name: "leave a form whose change was reported", stage: Stage(live), keys: .keys(changing + [.escape]),
            commands: .lines(["set Name Ada!", "back"]),
            forms: .posts(["change?form=f&field=name value=Ada!", "back"]),
            sent: ["didGoBack {}"],
            differences: [
                Difference(
                    view: .agent, sent: [#"didChange {"field":"name","form":"f","value":"Ada!"}"#, "didGoBack {}"],
                    because: "a call reports the change at once"),
                Difference(
                    view: .linear, sent: [#"didChange {"field":"name","form":"f","value":"Ada!"}"#],
                    because: "a command reports the change at once, and waits for the answer"),
            ]),
        Row(
            name: "open something from a changed form", stage: Stage(editing), keys: .keys(changing + ["n"]),
            commands: .lines(["set Name Ada!", "press New"]), forms: .posts([keep, "press?control=new"]),
            shows: question),
        Row(
            name: "open something, and again without a second question", stage: Stage(editing),
            keys: .keys(changing + ["n", .right, .enter, "n"]),
            commands: .lines(["set Name Ada!", "press New", "discard"]),
            forms: .posts([keep, "press?control=new", "press?control=discard", "press?control=new"]),
            sent: [#"didPress {"control":"new"}"#]),
        Row(
            name: "quit from a form as it was", stage: Stage(editing), keys: .keys([.escape, "q"]),
            commands: .lines(["quit"]), forms: .posts(["quit", "press?control=yes"]), sent: ["quit"]),
        Row(
            name: "quit from a changed form", stage: Stage(editing), keys: .keys(changing + ["q"]),
            commands: .lines(["set Name Ada!", "quit"]), forms: .posts([keep, "quit"]), shows: question),
        Row(
            name: "quit and discard", stage: Stage(editing), keys: .keys(changing + ["q", .right, .enter]),
            commands: .lines(["set Name Ada!", "quit", "discard"]),
            forms: .posts([keep, "quit", "press?control=discard"]), sent: ["quit"]),
        Row(
            name: "quit twice", stage: Stage(editing), keys: .keys(["!", .control("c"), .control("c")]),
            commands: .lines(["set Name Ada!", "quit", "quit"]),
            forms: .none(because: "the question covers the button"),
            sent: ["quit"]),
        Row(
            name: "quit by the same letter twice", stage: Stage(editing), keys: .keys(changing + ["q", "q"]),
            commands: .none(because: "a script cannot answer by mistake"), forms: .posts([keep, "quit", "quit"]),
            shows: question,
            differences: [
                Difference(view: .terminal, message: "q has no meaning here", because: unbound),
                Difference(view: .web, message: IntentRefusal.questionInFront.reason, because: byName),
            ]),
    ]
}
