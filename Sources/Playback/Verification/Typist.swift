/// Acts as the person at a verified view.
package protocol Typist: AnyObject {
    /// The view's descriptors 3 and 4.
    var descriptors: [(ours: Int32, theirs: Int32)] { get }
    /// Where the view's drawing has to be drained from; nil if nowhere.
    var drawing: Int32? { get }
    /// Whether the view has read everything typed.
    var hasBeenRead: Bool { get }
    /// Whether keys that follow at once would be taken as part of the last ones.
    var needsPause: Bool { get }

    /// The view has been started.
    func begin()
    /// - Returns: whether there was room for everything.
    func type(_ text: String) -> Bool
    /// Drains what the view has drawn.
    func look()
    func end()
}
