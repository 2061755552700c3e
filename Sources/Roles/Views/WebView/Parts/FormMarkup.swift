import Languages
import ScreenModel
import ViewMessages

/// A form: its fields with their labels, what is wrong in them, and the button that submits them.
struct FormMarkup {
    let form: Form

    /// A name that the button of a question refers to.
    static func id(of form: String) -> String { "f" + Attribute.hash("form \(form)") }

    func write(to page: inout PageWriter) {
        page.heading(form.heading)
        let key = page.key("form", form.id)
        page.element(
            .form, .class("fields"), .of(.method, "post"), .address(.action, .action), .flag(.novalidate),
            .of(.autocomplete, "off"), .of(.id, "f" + (key.value ?? "")), key
        ) { page in
            page.hidden(.submit(form.id))
            page.keyingApart { page in
                for field in form.fields { FieldMarkup(field: field, form: form).write(to: &page) }
            }
            page.element(.p, .class("buttons")) { page in
                page.element(.button, .class("primary"), .flag(.go)) { $0.span(form.button) }
            }
        }
    }
}

extension PageWriter {
    /// Fields that a separate form sends in addition to its own.
    mutating func hidden(_ action: ActionValue) {
        element(.input, .of(.type, "hidden"), .of(.name, "do"), .of(.value, action.text))
        element(.input, .of(.type, "hidden"), .of(.name, "scene"), .of(.value, sceneID))
        element(.input, .of(.type, "hidden"), .of(.name, "key"), .of(.value, formKey))
    }
}

/// A field of a form: its label, the field, and below it the help and what is wrong.
struct FieldMarkup {
    let field: FormField
    let form: Form

    func write(to page: inout PageWriter) {
        let id = page.nextID()
        let error = page.scene.errors[FieldName.of(field, in: form)] ?? field.error
        let notes = [field.help.map { (id + "h", $0, "help") }, error.map { (id + "x", $0, "error") }].compactMap(
            \.self)
        page.element(.div, .class("field", error == nil ? nil : "wrong")) { page in
            control(
                id, notes: notes.isEmpty ? nil : notes.map(\.0).joined(separator: " "), isWrong: error != nil, in: &page
            )
            for (id, text, name) in notes {
                page.element(
                    .p, .of(.id, id), .class(name), name == "error" ? .of(.role, "alert") : nil, .autoDirection,
                    text: text)
            }
        }
    }

    private func control(_ id: String, notes: String?, isWrong: Bool, in page: inout PageWriter) {
        let text = page.scene.text(of: field, in: form)
        let common: [Attribute?] = [
            .of(.id, id), .of(.name, InputName.of(field)), .of(.ariaDescribedby, ifPresent: notes),
            isWrong ? .of(.ariaInvalid, "true") : nil, field.isRequired == true ? .of(.ariaRequired, "true") : nil,
            .flag(.go), .flag(.autofocus, if: hasFocus(on: page)), reports(on: page.scene.screen),
            page.key("\(field.kind)", InputName.of(field)),
        ]
        let entry = FieldEntry(field: field)
        switch field.kind {
        case .toggle:
            page.element(.label, .class("check")) { page in
                page.open(
                    .input, common + [.of(.type, "checkbox"), .of(.value, "true"), .flag(.checked, if: text == "true")])
                page.span(field.caption)
            }
        case .choices: choices(id, text, notes: notes, in: &page)
        case .choice where field.hasManyOptions:
            let found = field.options(matching: entry.title(of: text), most: Self.mostOffered).map(\.title)
            combobox(id, entry.title(of: text), offering: found, common, in: &page)
        case .path: combobox(id, text, offering: field.suggestions ?? [], common, in: &page)
        case .choice:
            page.element(.label, .of(.for, id), .autoDirection, text: field.caption)
            page.open(.select, common)
            page.element(.option, .of(.value, ""), text: field.placeholder ?? "–")
            for option in field.options ?? [] {
                page.element(
                    .option, .of(.value, option.id), .flag(.selected, if: option.id == text), text: option.title)
            }
            page.close(.select)
        case .multiline:
            page.element(.label, .of(.for, id), .autoDirection, text: field.caption)
            page.open(
                .textarea,
                common + [.of(.rows, "4"), .autoDirection, .of(.placeholder, ifPresent: field.placeholder), longest])
            // The first line end of a text area is not part of its text.
            page.text((text.hasPrefix("\n") ? "\n" : "") + text)
            page.close(.textarea)
        case .text, .secret, .number, .date:
            page.element(.label, .of(.for, id), .autoDirection, text: field.caption)
            page.open(
                .input,
                common + [
                    .of(.type, type), .of(.value, ifPresent: field.kind == .secret ? nil : text), .autoDirection,
                    .of(.placeholder, ifPresent: field.placeholder),
                    .of(.autocomplete, field.kind == .secret ? "new-password" : "off"),
                    field.kind == .number ? .of(.inputmode, "decimal") : nil, longest,
                    field.kind == .secret ? .of(.spellcheck, "false") : nil,
                ])
            if field.kind == .secret {
                page.element(
                    .button, .of(.type, "button"), .of(.dataReveal, id), .of(.ariaPressed, "false"), .class("small"),
                    text: page.words["Show"])
            }
        }
    }

    /// Options that a page offers at once of many.
    private static let mostOffered = 100

    /// A field of text that offers what it may contain.
    private func combobox(
        _ id: String, _ text: String, offering: [String], _ common: [Attribute?], in page: inout PageWriter
    ) {
        let list = page.nextID()
        page.element(.label, .of(.for, id), .autoDirection, text: field.caption)
        page.open(
            .input,
            common + [
                .of(.type, "text"), .of(.value, text), .of(.list, list), .autoDirection,
                .of(.placeholder, ifPresent: field.placeholder), .of(.autocomplete, "off"), longest,
            ])
        page.element(.datalist, .of(.id, list)) { page in
            for text in offering { page.element(.option, .of(.value, text)) }
        }
    }

    private var type: String {
        switch field.kind {
        case .secret: "password"
        case .date: "date"
        default: "text"
        }
    }

    /// Choices with more options than these have a filter.
    private static let easilyFound = 10

    private func choices(_ id: String, _ text: String, notes: String?, in page: inout PageWriter) {
        let picked = Set(text.split(separator: "\n").map(String.init))
        page.element(.fieldset, .of(.id, id), .of(.ariaDescribedby, ifPresent: notes)) { page in
            page.element(.legend, .autoDirection, text: field.caption)
            if field.options?.count ?? 0 > Self.easilyFound {
                // The script shows the field, and hides the options that do not have the text.
                page.element(
                    .input, .of(.type, "search"), .of(.placeholder, page.words.title("filter")),
                    .of(.ariaLabel, page.words.title("filter")), .of(.autocomplete, "off"), .flag(.narrows),
                    .flag(.hidden), page.key("narrow", InputName.of(field)))
            }
            for (index, option) in (field.options ?? []).enumerated() {
                page.element(.label, .class("check")) { page in
                    page.element(
                        .input, .of(.type, "checkbox"), .of(.name, InputName.of(field)), .of(.value, option.id),
                        .flag(.checked, if: picked.contains(option.id)), .flag(.go),
                        .flag(.autofocus, if: index == 0 && hasFocus(on: page)), reports(on: page.scene.screen),
                        page.key("option", option.id))
                    page.span(option.title)
                }
            }
        }
    }

    private func hasFocus(on page: PageWriter) -> Bool { page.scene.openField == FieldName.of(field, in: form) }

    /// The room of a field: no more is even pasted.
    private var longest: Attribute { .of(.maxlength, "\(Bounded.longestEntry)") }

    /// The attribute for changes. Those of a live field are reported at once; of any other, the view keeps what the user leaves there.
    private func reports(on screen: Screen) -> Attribute? {
        if screen.isLive(FieldName.of(field, in: form)) {
            return .of(.dataLive, ActionValue.change(field, in: form).text)
        }
        let enter = ActionValue.enter(field, in: form).text
        // The page offers other options with each letter.
        return field.kind == .choice && field.hasManyOptions ? .of(.dataLive, enter) : .of(.dataKeep, enter)
    }
}
