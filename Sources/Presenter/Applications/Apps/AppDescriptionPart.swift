import InteractorMessages
import ViewMessages

/// The maker's description of an app.
struct AppDescriptionPart: PartPresenter {
    let parts: [Part]

    init?(_ app: App) {
        guard let description = app.description, !description.isEmpty else { return nil }
        parts = [.text(Text(heading: "Description", body: description, fold: Text.shortFold))]
    }
}
