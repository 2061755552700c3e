import InteractorMessages
import RouterMessages
import ViewMessages
import Wire

/// Searches the App Store: a prompt, and rows of name, company and rating.
struct AppSearchScene: ScenePresenter {
    static let source = "itunes.apps"

    /// What was last searched; empty before the first search.
    private var term = ""
    /// Nil while there is no answer to ``term``.
    private var apps: [App]?
    private var isSearching = false
    private var alert: Alert?

    var screen: Screen {
        Screen(
            title: "App Store", prompt: Prompt(placeholder: "Search apps", text: term),
            activity: isSearching ? "Searching…" : nil, parts: apps.map { [.list(list(of: $0))] } ?? [],
            alert: alert)
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query):
            return search(query)
        case .select(let row):
            guard let app = apps?.first(where: { $0.id == row }) else { return [] }
            return [.open(RouterInput.Open(name: "app", parameters: ["id": app.id, "title": app.name]))]
        case .press(Control.retry) where alert?.offersRetry == true:
            return search(term)
        case .press(Control.dismiss):
            alert = nil
            return []
        case .goBack:
            return [.back]
        case .press, .reachEnd, .unknown:
            return []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) {
        apps = try event.decode(InteractorOutput.Found<App>.self).items
        isSearching = false
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        isSearching = false
        alert = .failure(failure, title: "The search failed")
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        let query = query.trimmingBlanks
        guard !query.isEmpty else {
            alert = .notice("Enter a search term", "Type the name of an app, or what it should be about.")
            return []
        }
        term = query
        // Rows always belong to the prompt above them: those of the last search go at once, not when the new ones come.
        apps = nil
        alert = nil
        isSearching = true
        return [.search(InteractorInput.Search(source: Self.source, term: term))]
    }

    private func list(of apps: [App]) -> List {
        let rows = apps.map { app in
            Row(
                id: app.id, title: app.name, subtitle: app.company,
                accessory: StarRating(app.rating)?.description)
        }
        return List(rows: rows, empty: rows.isEmpty ? "No results for “\(term)”" : nil)
    }
}
