import InteractorMessages
import RouterMessages
import Scenes
import ViewMessages

/// An item's text, and a button that opens its page.
struct SpecimenPart: PartPresenter {
    private let item: Specimen

    init(_ item: Specimen) {
        self.item = item
    }

    var parts: [Part] {
        let parts: [Part?] = [
            item.text.map { .text(Text(body: $0)) },
            item.url.map { _ in .button(Button(control: ControlName.open, title: "Open its page", key: "o")) },
        ]
        return parts.compactMap(\.self)
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .press(ControlName.open) = action, let url = item.url else { return [] }
        return [.openURL(RouterInput.OpenURL(url: url))]
    }
}
