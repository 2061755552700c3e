import Formatting
import InteractorMessages

/// One item of my-application.
enum SpecimenDetail: DetailPage {
    static let scene = "specimen.detail"
    static let service = SpecimenSearch.service
    static let noun = "item"

    static func title(of item: Specimen) -> String { item.title }

    static func pieces(of item: Specimen, for reader: Reader) -> [(any PartPresenter)?] {
        [SpecimenPart(item)]
    }
}
