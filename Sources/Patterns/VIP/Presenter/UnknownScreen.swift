import CycleMessages
import ScreenLayout
import ViewMessages

/// A scene that the interactor does not have.
enum UnknownScreen {
    static func screen(_ response: PresenterInput.PresentUnknown) -> Screen {
        let text = "This interactor has no scene called “\(response.name)”. Go back to where you came from."
        return Screen(
            title: response.name, parts: [.text(Text(body: text))],
            alert: TroubleText.text(response.trouble).map { Alert($0) })
    }
}
