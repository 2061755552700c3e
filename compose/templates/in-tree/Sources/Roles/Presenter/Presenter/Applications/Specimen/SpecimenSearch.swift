import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ViewMessages

/// Searches the items of my-application.
enum SpecimenSearch: ListSearchPage {
    static let scene = "specimen"
    static let service = "The server"
    static let title = "my-application"
    static let placeholder = "Search"
    static let hint = "Type a word of a title."

    static func row(for item: Specimen) -> Row { Row(id: item.id, title: item.title) }

    static func choose(_ item: Specimen, for reader: Reader) -> SceneRequest {
        let parameters = ["id": item.id, "title": item.title]
        return .open(RouterInput.Open(name: SpecimenDetail.scene, parameters: parameters))
    }
}

extension Specimen: Identifiable {}

extension Application {
    static let specimen = Application(
        scene: SpecimenSearch.scene, title: "my-application", summary: "Search my-application",
        description: """
            Search the items, open one, and open its page.
            """,
        asks: "its API, without a key",
        scenes: [
            SpecimenSearch.scene: { SearchScene<SpecimenSearch>($1.reader) },
            SpecimenDetail.scene: { DetailScene<SpecimenDetail>(parameters: $0, $1.reader) },
        ])
}
