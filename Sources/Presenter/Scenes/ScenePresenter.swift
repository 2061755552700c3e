import Formatting
import InteractorMessages
import JSON
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// Presents one scene: knows at any time what the screen looks like. It says the whole screen after each event.
protocol ScenePresenter: SceneLogic where Warning == AlertText {
    /// The whole screen as it is now, without activity and alert.
    var screen: Screen { get }
    /// What the screen says while an answer is awaited.
    var activity: String { get }
}

extension ScenePresenter {
    var activity: String { DetailText.activity }

    func report(_ status: SceneStatus) -> [SceneReport] {
        var screen = screen.fitted(status.fitting)
        screen.activity = status.isWaiting ? activity : nil
        screen.alert = alert.map { Alert($0) }
        return [SceneReport(ViewInput.Show.type, ViewInput.Show(screen: screen))]
    }

    mutating func warn(tooLarge line: ProcessInput.Refused) { alert = .tooLarge(line, longest: screen.longestPart) }
}
