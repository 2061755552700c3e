/// What ``LiveScene`` knows of a scene when the scene reports.
package struct SceneStatus: Sendable {
    /// An answer of the interactor is awaited, other than a picture's.
    package var isWaiting: Bool
    /// How much of the scene fits into a line.
    package var fitting: Fitting

    package init(isWaiting: Bool, fitting: Fitting = Fitting()) {
        self.isWaiting = isWaiting
        self.fitting = fitting
    }
}
