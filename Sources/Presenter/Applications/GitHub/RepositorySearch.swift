import Formatting
import InteractorMessages
import Scenes
import ViewMessages

/// Searches the repositories of GitHub, as a table that GitHub sorts; choosing one opens its README.
enum RepositorySearch: SearchPage {
    static let scene = "repositories"
    static let service = "GitHub"
    static let title = "GitHub repositories"
    static let placeholder = "Search repositories"
    static let hint = "Type what the repositories should be about, such as “swift parser”."
    static let alertsWhenNothingIsFound = true
    static let listingLimit: Int? = 1000
    static let orders = RepositoryTable.columns.filter { $0.isSortable == true }.map(\.id)

    static func results(
        _ repositories: [Repository], in order: SearchOrder?, empty: String?, for reader: Reader
    ) -> Part {
        .table(
            Table(
                columns: RepositoryTable.columns, rows: repositories.map { RepositoryTable.row(for: $0, reader) },
                sort: order.map { Sort(column: $0.by, isDescending: $0.isDescending) }, empty: empty))
    }

    static func choose(_ repository: Repository) -> SceneRequest {
        RepositoryScene.open(repository)
    }
}

extension Repository: Identifiable {}
