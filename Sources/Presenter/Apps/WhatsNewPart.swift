import InteractorMessages
import ViewMessages

/// The release notes, with the version and the day it came out.
struct WhatsNewPart: PartPresenter {
    let parts: [Part]

    /// Nil when there are no notes.
    init?(_ app: App) {
        guard let notes = app.releaseNotes, !notes.isEmpty else { return nil }
        let details = [app.version.map { "Version \($0)" }, ReadableDate(app.releaseDate)?.description]
        let caption = details.compactMap(\.self).joined(separator: " · ")
        parts = [.text(Text(heading: "What's New", caption: caption.isEmpty ? nil : caption, body: notes))]
    }
}
