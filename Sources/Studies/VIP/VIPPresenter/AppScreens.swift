import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import VIPMessages
import ViewMessages

/// The search for apps.
enum AppsScreen {
    static func screen(_ response: PresenterInput.PresentApps, for reader: Reader) -> Screen {
        Screen(
            title: AppStoreText.title, prompt: Prompt(placeholder: AppStoreText.placeholder, text: response.term),
            activity: response.isWaiting ? SearchText.activity(isFirstPage: response.pages == nil) : nil,
            parts: response.pages.map { parts($0, response.term) } ?? [],
            alert: alert(response, reader).map { Alert($0) }, hasMore: response.pages?.hasMore,
            preview: response.highlighted.map { AppLayout.preview(AppText($0, for: reader)) }, reportsHighlight: true)
    }

    private static func parts(_ pages: ItemPages<App>, _ term: String) -> [Part] {
        let text = SearchText(of: pages, term: term, service: AppStoreText.service)
        return SearchLayout.parts(AppLayout.results(pages.items.map(AppRow.init), empty: text.empty), text)
    }

    private static func alert(_ response: PresenterInput.PresentApps, _ reader: Reader) -> AlertText? {
        TroubleText.text(response.trouble) { failure in
            .failure(
                failure, title: SearchText.failure(isFirstPage: response.pages == nil), service: AppStoreText.service,
                for: reader)
        } missing: { _ in
            SearchText.withoutTerm(AppStoreText.hint)
        }
    }
}

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
