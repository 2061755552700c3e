/// The place of the person at a view that is verified.
package protocol Typist: AnyObject {
    /// What the view is started with, as its descriptors 3 and 4.
    var descriptors: [(ours: Int32, theirs: Int32)] { get }
    /// Where to take what the view draws, which is nobody's; nil when nothing has to be taken.
    var drawing: Int32? { get }
    /// Whether the view has read all that was typed.
    var hasBeenRead: Bool { get }
    /// Whether more that follows at once would be taken for a part of what was typed last.
    var needsPause: Bool { get }

    /// The view has been started.
    func begin()
    /// - Returns: whether there was room for all of it.
    func type(_ text: String) -> Bool
    /// Takes what the view has drawn.
    func look()
    func end()
}
