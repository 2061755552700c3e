import InteractorMessages
import ViewMessages

/// The release notes, with the version and the day it came out.
struct WhatsNewPart: PartPresenter {
    let parts: [Part]

    /// Nil when there are no notes.
    init?(_ app: App, for reader: Reader) {
        guard let notes = app.releaseNotes, !notes.isEmpty else { return nil }
        let details = [app.version.map { "Version \($0)" }, reader.date(app.releaseDate)]
        let caption = details.compactMap(\.self).joined(separator: " · ")
        let text = Text(
            heading: "What's New", caption: caption.isEmpty ? nil : caption, body: notes, fold: Text.shortFold)
        parts = [.text(text)]
    }
}
