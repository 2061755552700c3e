package import InteractorMessages
import JSON

/// The interactor's data store, as far as the router passes it on from one scene to the next.
package enum DataStoreOutput {
    /// The whole store of the scene that the event's `subject` names. A state: the newest replaces all earlier ones.
    package struct DidChange: JSONCodable, Equatable, Sendable {
        package static let type = "dataStore.output.didChange"
        /// Those that the person can choose from; in a scene of one app, that one. With no more of each than is passed on.
        package var apps: [App] = []

        package init(apps: [App] = []) {
            self.apps = apps
        }
    }
}
