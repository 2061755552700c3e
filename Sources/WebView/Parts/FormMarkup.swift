import ScreenModel
import ViewMessages

/// A form: its fields with their labels, what is wrong in them, and the button that submits them.
struct FormMarkup {
    let form: Form

    func write(to page: inout PageWriter) {
        page.heading(form.heading)
        page.element(
            .form, .class("fields"), .of(.method, "post"), .address(.action, .action), .flag(.novalidate),
            .of(.autocomplete, "off"), .key("form", form.id)
        ) { page in
            page.hidden(.submit(form.id))
            for field in form.fields { FieldMarkup(field: field, form: form).write(to: &page) }
            page.element(.p, .class("buttons")) { page in
                page.element(.button, .class("primary"), .flag(.go)) { $0.span(form.button) }
            }
        }
    }
}

extension PageWriter {
    /// What a form of its own sends besides its fields.
    mutating func hidden(_ action: ActionValue) {
        element(.input, .of(.type, "hidden"), .of(.name, "do"), .of(.value, action.text))
        element(.input, .of(.type, "hidden"), .of(.name, "scene"), .of(.value, sceneID))
        element(.input, .of(.type, "hidden"), .of(.name, "key"), .of(.value, formKey))
    }
}
