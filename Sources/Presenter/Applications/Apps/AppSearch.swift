import InteractorMessages
import RouterMessages
import ViewMessages

/// Searches the App Store: rows of name, company and rating.
enum AppSearch: SearchPage {
    static let scene = "apps"
    static let service = "The store"
    static let title = "App Store"
    static let placeholder = "Search apps"
    static let hint = "Type the name of an app, or what it should be about."

    static func row(for app: App) -> Row {
        Row(id: app.id, title: app.name, subtitle: app.company, accessory: StarRating(app.rating)?.description)
    }

    static func choose(_ app: App) -> SceneRequest {
        .open(RouterInput.Open(name: AppDetail.scene, parameters: ["id": app.id, "title": app.name]))
    }
}

extension App: Identifiable {}
