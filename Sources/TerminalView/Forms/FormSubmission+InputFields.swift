import ScreenModel
import ViewMessages

extension FormSubmission {
    /// - Parameter words: for what is wrong.
    init(_ form: Form, _ fields: InputFields, _ words: Words = Words(nil)) {
        self.init(form, texts: { fields[$0]?.text }, words)
    }
}
