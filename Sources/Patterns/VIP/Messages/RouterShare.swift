/// The view's reports that the router answers. All others, known or not, are the interactor's, so that each is answered
/// once.
package enum RouterShare {
    /// Types that always lead to another scene.
    package static let types: Set = ["view.output.didSelect", "view.output.didGoBack"]
    /// Buttons that lead out of a scene.
    package static let controls: Set = ["open"]
}
