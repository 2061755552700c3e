import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ViewMessages

/// Searches the repositories of GitHub; choosing one opens its page on the web.
enum RepositorySearch: SearchPage {
    static let scene = "repositories"
    static let service = "GitHub"
    static let title = "GitHub repositories"
    static let placeholder = "Search repositories"
    static let hint = "Type what the repositories should be about, such as “swift parser”."
    static let alertsWhenNothingIsFound = true
    static let listingLimit: Int? = 1000

    static func row(for repository: Repository) -> Row {
        let details = ["★ \(Quantity.short(repository.stars))", repository.language]
        return Row(
            id: repository.id, title: repository.fullName, subtitle: repository.description,
            accessory: details.compactMap(\.self).joined(separator: "  "))
    }

    static func choose(_ repository: Repository) -> SceneRequest {
        .openURL(RouterInput.OpenURL(url: repository.url))
    }
}

extension Repository: Identifiable {}
