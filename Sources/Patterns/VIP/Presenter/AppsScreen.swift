import CycleMessages
import Formatting
import InteractorMessages
import ScreenLayout
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
