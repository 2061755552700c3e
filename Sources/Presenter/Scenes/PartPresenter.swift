import ViewMessages

/// Presents a piece of a scene, as a child view controller does: it makes its own parts of the screen and answers what
/// is done to them.
protocol PartPresenter: Sendable {
    var parts: [Part] { get }
    /// Returns nothing for what was not done to this piece.
    func receive(_ action: UserAction) -> [SceneRequest]
}

extension PartPresenter {
    func receive(_ action: UserAction) -> [SceneRequest] { [] }
}
