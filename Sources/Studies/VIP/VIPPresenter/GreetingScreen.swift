import VIPMessages
import Formatting
import ScreenLayout
import ViewMessages

/// The greeting.
enum GreetingScreen {
    static func screen(_ response: PresenterInput.PresentGreeting, for reader: Reader) -> Screen {
        let text = response.greeting != nil || response.isNobody ? GreetingText.text(response.greeting) : ""
        let alert = TroubleText.text(response.trouble) { failure in
            .failure(failure, title: GreetingText.failure, service: GreetingText.service, for: reader)
        }
        return Screen(
            title: GreetingText.title, activity: response.isWaiting ? DetailText.activity : nil,
            parts: GreetingLayout.parts(text), alert: alert.map { Alert($0) })
    }
}
