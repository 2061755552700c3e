import InteractorMessages
import RouterMessages
import ViewMessages

/// An app's name, maker, rating and price, and a button to its page in the store.
struct AppHeaderPart: PartPresenter {
    private let app: App

    init(_ app: App) { self.app = app }

    var parts: [Part] {
        let lines: [Part?] = [
            .label(Label(app.name, style: .title)),
            app.company.map { .label(Label($0, style: .subtitle)) },
            .caption(
                StarRating(app.rating)?.description, app.ratingCount.map { Quantity.text($0, "rating", "ratings") }),
            .caption(app.price, app.genre),
            app.url.map { _ in .button(Button(control: ControlName.open, title: "Open in the App Store", key: "o")) },
        ]
        return lines.compactMap(\.self)
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        guard action == .press(control: ControlName.open), let url = app.url else { return [] }
        return [.openURL(RouterInput.OpenURL(url: url))]
    }
}
