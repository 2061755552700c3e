import Formatting
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// Presents a scene: has its whole screen at any time, and sends it after each event.
protocol ScenePresenter: SceneLogic where Warning == AlertText {
    var reader: Reader { get }
    /// The whole screen as it is now, without activity and alert.
    var screen: Screen { get }
    /// The activity while the scene waits for a reply, in English.
    var activity: String { get }
}

extension ScenePresenter {
    var activity: String { DetailText.activity }

    func report(_ status: SceneStatus) -> [SceneReport] {
        var screen = screen.fitted(status.fitting)
        screen.activity = status.isWaiting ? reader[activity] : nil
        screen.alert = alert.map { Alert($0, for: reader) }
        return [SceneReport(ViewInput.Show.type, ViewInput.Show(screen: screen))]
    }

    mutating func warn(tooLarge line: ProcessInput.Refused) {
        alert = .tooLarge(line, longest: screen.longestPart(for: reader), for: reader)
    }

    mutating func warn(unsent line: ProcessInput.Refused) { alert = .unsent(line, for: reader) }
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
    let reader: Reader
    var alert: AlertText?

    var screen: Screen {
        let text = reader("This presenter has no scene called “%”. Go back to where you came from.", name)
        return Screen(title: name, parts: [.text(Text(body: text))])
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }
}

extension Screen {
    /// The largest part of the screen: "the table “Processes”, with 800,000 bytes". Nil on a screen without parts.
    func longestPart(for reader: Reader) -> String? {
        let lengths = parts.map { Payload.encode($0).count }
        guard let bytes = lengths.max(), let index = lengths.firstIndex(of: bytes) else { return nil }
        let size = reader.count(bytes, "% byte", "% bytes")
        guard index > 0, case .label(let label) = parts[index - 1], label.style == .heading else {
            return reader("the %, with %", parts[index].kind, size)
        }
        return reader("the % “%”, with %", parts[index].kind, label.text, size)
    }
}
