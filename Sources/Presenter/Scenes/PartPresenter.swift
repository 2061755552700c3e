import Scenes
import ViewMessages

/// Presents a piece of a scene, as a child view controller does: it makes parts of the screen and answers the actions on
/// them.
protocol PartPresenter: Sendable {
    var parts: [Part] { get }
    /// Returns nothing for an action on another piece.
    func receive(_ action: UserAction) -> [SceneRequest]
}

extension PartPresenter {
    func receive(_ action: UserAction) -> [SceneRequest] { [] }
}
