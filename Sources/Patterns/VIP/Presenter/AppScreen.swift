import CycleMessages
import Formatting
import InteractorMessages
import ScreenLayout
import ViewMessages

/// One app.
enum AppScreen {
    static func screen(_ response: PresenterInput.PresentApp, for reader: Reader) -> Screen {
        Screen(
            title: response.app?.name ?? response.name ?? AppStoreText.noun.capitalizingFirst,
            activity: response.isWaiting ? DetailText.activity : nil,
            parts: response.app.map { AppLayout.parts(AppText($0, for: reader)) } ?? [],
            alert: alert(response, reader).map { Alert($0) })
    }

    private static func alert(_ response: PresenterInput.PresentApp, _ reader: Reader) -> AlertText? {
        let (noun, service) = (AppStoreText.noun, AppStoreText.service)
        return TroubleText.text(response.trouble) { failure in
            .failure(failure, title: DetailText.failure(noun), service: service, for: reader)
        } missing: { lack in
            lack == .id ? DetailText.withoutID(noun) : DetailText.notFound(noun, id: response.id, service: service)
        }
    }
}
