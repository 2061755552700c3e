import VIPMessages
import Formatting
import ScreenLayout
import ViewMessages

enum GreetingScreen {
    static func screen(_ response: PresenterInput.PresentGreeting, for reader: Reader) -> Screen {
        let text =
            response.greeting != nil || response.isNobody ? GreetingText.text(response.greeting, for: reader) : ""
        let alert = TroubleText.text(response.trouble, for: reader) { failure in
            .failure(
                failure, title: reader[GreetingText.failure], service: reader[GreetingText.service], for: reader)
        }
        return Screen(
            title: reader[GreetingText.title], activity: response.isWaiting ? reader[DetailText.activity] : nil,
            parts: GreetingLayout.parts(text, for: reader), alert: alert.map { Alert($0, for: reader) })
    }
}
