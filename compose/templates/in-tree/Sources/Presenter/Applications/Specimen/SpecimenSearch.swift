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

    static func choose(_ item: Specimen) -> SceneRequest {
        let parameters = ["id": item.id, "title": item.title]
        return .open(RouterInput.Open(name: SpecimenDetail.scene, parameters: parameters))
    }
}

extension Specimen: Identifiable {}
