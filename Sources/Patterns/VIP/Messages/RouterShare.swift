import Scenes
package import Wire

/// The view's reports that the router answers. All others, known or not, are the interactor's, so that each is answered
/// once.
package enum RouterShare {
    /// Types that always lead to another scene.
    private static let types: Set = ["view.output.didSelect", "view.output.didGoBack"]

    /// A press that cannot be read is not among them: the interactor refuses it.
    package static func has(_ event: Event) -> Bool {
        types.contains(event.type) || (try? UserAction(reported: event)) == .press(control: ControlName.open)
    }
}
