import CycleMessages
import InteractorMessages
import Scenes

/// What the router may pass on to the next scene. It is told only when it has changed.
struct DataStore: Sendable {
    var hasChanged = false

    /// - Parameter apps: with no more of each than is passed on.
    mutating func reports(_ apps: [App], _ status: SceneStatus) -> [SceneReport] {
        // What was refused must be told again, shorter.
        guard hasChanged || status.fitting.kept != nil else { return [] }
        hasChanged = false
        return [SceneReport(DataStoreOutput.DidChange.type, DataStoreOutput.DidChange(apps: apps))]
    }
}
