import Formatting
import Scenes
import ViewModelMessages

/// The view model of one scene: a picture of the scene in properties, without any notion of how they are shown.
protocol SceneViewModel: SceneLogic where Warning == AlertText {
    var title: String { get }
    /// What is under way while an answer is awaited.
    var activity: String { get }
    var published: Published { get set }
    /// The properties that only this scene has.
    func properties(_ fitting: Fitting) -> [SceneReport]
}

extension SceneViewModel {
    var activity: String { "Loading…" }

    /// What has changed, and then the activity in any case: it closes the report (``ViewModelOutput/Activity``).
    mutating func report(_ status: SceneStatus) -> [SceneReport] {
        let title = SceneReport(ViewModelOutput.Title.type, ViewModelOutput.Title(title: title))
        let alert = SceneReport(ViewModelOutput.Alert.type, ViewModelOutput.Alert(alert: alert))
        let activity = ViewModelOutput.Activity(activity: status.isWaiting ? activity : nil)
        return published.changes(among: [title] + properties(status.fitting) + [alert])
            + [SceneReport(ViewModelOutput.Activity.type, activity)]
    }
}
