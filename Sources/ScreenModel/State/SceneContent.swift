package import ViewMessages

/// One scene of a view: its newest screen, and what the person has done there that only the view knows.
package protocol SceneContent: Sendable {
    /// What a successor of the view is told of it.
    associatedtype Memory: Sendable

    /// - Parameters:
    ///   - screen: sanitized; each image in it is replaced by its ``ImageFile/key``.
    ///   - images: by key.
    init(_ screen: Screen, images: [String: ImageFile])
    var screen: Screen { get }
    var images: [String: ImageFile] { get }
    var memory: Memory { get }
    mutating func show(_ screen: Screen, images: [String: ImageFile])
    mutating func restore(_ memory: Memory)
    /// - Returns: the screen's notice, once.
    mutating func takeNotice() -> ScreenNotice?
    /// What is under way does not come to an end.
    mutating func endActivity()
}
