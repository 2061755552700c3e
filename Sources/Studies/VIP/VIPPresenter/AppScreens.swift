import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import VIPMessages
import ViewMessages

enum AppsScreen {
    static func screen(_ response: PresenterInput.PresentApps, for reader: Reader) -> Screen {
        Screen(
            title: reader[AppStoreText.title],
            prompt: Prompt(placeholder: reader[AppStoreText.placeholder], text: response.term),
            activity: response.isWaiting ? reader[SearchText.activity(isFirstPage: response.pages == nil)] : nil,
            parts: response.pages.map { parts($0, response.term, reader) } ?? [],
            alert: alert(response, reader).map { Alert($0, for: reader) }, hasMore: response.pages?.hasMore,
            preview: response.highlighted.map { AppLayout.preview(AppText($0, for: reader), for: reader) },
            reportsHighlight: true)
    }

    private static func parts(_ pages: ItemPages<App>, _ term: String, _ reader: Reader) -> [Part] {
        let text = SearchText(of: pages, term: term, service: reader[AppStoreText.service], for: reader)
        let rows = pages.items.map { AppRow($0, for: reader) }
        return SearchLayout.parts(AppLayout.results(rows, empty: text.empty, for: reader), text)
    }

    private static func alert(_ response: PresenterInput.PresentApps, _ reader: Reader) -> AlertText? {
        TroubleText.text(response.trouble, for: reader) { failure in
            .failure(
                failure, title: reader[SearchText.failure(isFirstPage: response.pages == nil)],
                service: reader[AppStoreText.service], for: reader)
        } missing: { _ in
            SearchText.withoutTerm(reader[AppStoreText.hint], for: reader)
        }
    }
}

enum AppScreen {
    static func screen(_ response: PresenterInput.PresentApp, for reader: Reader) -> Screen {
        Screen(
            title: response.app?.name ?? response.name ?? reader[AppStoreText.noun].capitalizingFirst,
            activity: response.isWaiting ? reader[DetailText.activity] : nil,
            parts: response.app.map { AppLayout.parts(AppText($0, for: reader), for: reader) } ?? [],
            alert: alert(response, reader).map { Alert($0, for: reader) })
    }

    private static func alert(_ response: PresenterInput.PresentApp, _ reader: Reader) -> AlertText? {
        let (noun, service) = (AppStoreText.noun, reader[AppStoreText.service])
        return TroubleText.text(response.trouble, for: reader) { failure in
            .failure(failure, title: DetailText.failure(noun, for: reader), service: service, for: reader)
        } missing: { lack in
            lack == .id
                ? DetailText.withoutID(noun, for: reader)
                : DetailText.notFound(noun, id: response.id, service: service, for: reader)
        }
    }
}

/// The screen of one of several screenshots.
enum ScreenshotScreen {
    static func screen(_ response: PresenterInput.PresentScreenshot, for reader: Reader) -> Screen {
        Screen(
            title: response.name ?? reader["Screenshots"],
            parts: [response.count > 0 ? page(response, reader) : AppLayout.noScreenshots(for: reader)],
            alert: TroubleText.text(response.trouble, for: reader).map { Alert($0, for: reader) })
    }

    private static func page(_ response: PresenterInput.PresentScreenshot, _ reader: Reader) -> Part {
        var shots = Screenshots(parameters: [:])
        shots.index = max(response.position, 1) - 1
        shots.stay(within: response.count)
        shots.image = response.image
        shots.isMissing = response.isMissing
        return AppLayout.page(shots, of: response.count, for: reader)
    }
}
