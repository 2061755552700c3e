import InteractorMessages
import ViewMessages

/// What the maker says about the app.
struct AppDescriptionPart: PartPresenter {
    let parts: [Part]

    init?(_ app: App) {
        guard let description = app.description, !description.isEmpty else { return nil }
        parts = [.text(Text(heading: "Description", body: description, fold: Text.shortFold))]
    }
}
