package import InteractorMessages
import JSON
import Scenes
package import Wire

/// The interactor's data store, as far as the router passes it on from one scene to the next.
package enum DataStoreOutput {
    /// The whole store of the scene that the event's `subject` names. A state: the newest replaces all earlier ones.
    package struct DidChange: JSONCodable, Equatable, Sendable {
        package static let type = "dataStore.output.didChange"
        /// The apps that the user can choose from; in a scene of one app, that one. Each has only the members that the
        /// router passes on.
        package var apps: [App] = []
    }
}

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
