import CycleMessages
import Scenes
import ScreenLayout
import ViewMessages

/// One screenshot of several.
enum ScreenshotScreen {
    static func screen(_ response: PresenterInput.PresentScreenshot) -> Screen {
        Screen(
            title: response.name ?? "Screenshots",
            parts: [response.count > 0 ? page(response) : AppLayout.noScreenshots],
            alert: TroubleText.text(response.trouble).map { Alert($0) })
    }

    private static func page(_ response: PresenterInput.PresentScreenshot) -> Part {
        var shots = Screenshots(parameters: [:])
        shots.index = max(response.position, 1) - 1
        shots.stay(within: response.count)
        shots.image = response.image
        shots.isMissing = response.isMissing
        return AppLayout.page(shots, of: response.count)
    }
}
