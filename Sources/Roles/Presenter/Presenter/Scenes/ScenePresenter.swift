import Formatting
import InteractorMessages
import JSON
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// Presents one scene: knows at any time what the screen looks like, and sends the whole screen after each event.
protocol ScenePresenter: SceneLogic where Warning == AlertText {
    /// The whole screen as it is now, without activity and alert.
    var screen: Screen { get }
    /// The activity while the scene waits for a reply.
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

/// Presents a piece of a scene, as a child view controller does: it makes parts of the screen and answers the actions on
/// them.
protocol PartPresenter: Sendable {
    var parts: [Part] { get }
    /// Returns nothing for an action on another piece.
    func receive(_ action: UserAction) -> [SceneRequest]
}

extension PartPresenter {
    func receive(_ action: UserAction) -> [SceneRequest] { [] }
}

/// Replaces a scene that this presenter does not have: reports that, and lets the user go back.
struct UnknownScene: ScenePresenter {
    let name: String
    var alert: AlertText?

    var screen: Screen {
        let text = Text(body: "This presenter has no scene called “\(name)”. Go back to where you came from.")
        return Screen(title: name, parts: [.text(text)])
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }
}

extension Screen {
    /// What most of the screen is: "the table “Processes”, with 800,000 bytes". Nil on a screen without parts.
    var longestPart: String? {
        let lengths = parts.map { Payload.encode($0).count }
        guard let bytes = lengths.max(), let index = lengths.firstIndex(of: bytes) else { return nil }
        var name = "the \(parts[index].kind)"
        if index > 0, case .label(let label) = parts[index - 1], label.style == .heading { name += " “\(label.text)”" }
        return "\(name), with \(Quantity.text(bytes, "byte", "bytes"))"
    }
}
