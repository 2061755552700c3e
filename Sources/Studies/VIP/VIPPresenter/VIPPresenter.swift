package import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import VIPMessages
import ViewMessages
package import Wire

/// The presenter of VIP: a function from one response to one screen. It decides nothing and remembers nothing.
package struct VIPPresenter: Role {
    private let reader: Reader
    /// Bytes for a screen: an eighth of the line is left to the envelope.
    private let room: Int

    /// - Parameter lineLimit: the longest line that the bus takes.
    package init(reader: Reader = Reader(), lineLimit: Int = LineBuffer.standardLimit) {
        self.reader = reader
        room = lineLimit / 8 * 7
    }

    package func receive(_ event: Event) throws(PayloadError) -> [Event] {
        guard let screen = try screen(of: event) else { return [] }
        let show = show(screen, answering: event)
        return [show.data.count <= room ? show : shortened(screen, show, answering: event)]
    }

    private func screen(of event: Event) throws(PayloadError) -> Screen? {
        switch event.type {
        case PresenterInput.PresentApps.type:
            AppsScreen.screen(try event.decode(PresenterInput.PresentApps.self), for: reader)
        case PresenterInput.PresentApp.type:
            AppScreen.screen(try event.decode(PresenterInput.PresentApp.self), for: reader)
        case PresenterInput.PresentScreenshot.type:
            ScreenshotScreen.screen(try event.decode(PresenterInput.PresentScreenshot.self), for: reader)
        case PresenterInput.PresentGreeting.type:
            GreetingScreen.screen(try event.decode(PresenterInput.PresentGreeting.self), for: reader)
        case PresenterInput.PresentUnknown.type:
            UnknownScreen.screen(try event.decode(PresenterInput.PresentUnknown.self), for: reader)
        default:
            nil
        }
    }

    private func show(_ screen: Screen, answering event: Event) -> Event {
        Event(ViewInput.Show.type, ViewInput.Show(screen: screen), answering: event)
    }

    /// Shows as much of the screen as fits into a line, and a caption about the rest. The presenter has no memory, so it
    /// cannot show an alert that the user could dismiss.
    private func shortened(_ screen: Screen, _ whole: Event, answering event: Event) -> Event {
        var (show, fitting) = (whole, Fitting())
        while show.data.count > room, fitting.shrink(bytes: show.data.count, limit: room) {
            var shorter = screen.fitted(fitting)
            shorter.parts.append(.caption(reader["This is too much for one screen; the rest is left out"]))
            show = self.show(shorter, answering: event)
        }
        return show
    }
}

enum TroubleText {
    static func text(
        _ trouble: Trouble?, for reader: Reader, failed: (InteractorOutput.Failed) -> AlertText? = { _ in nil },
        missing: (Missing) -> AlertText? = { _ in nil }
    ) -> AlertText? {
        switch trouble {
        case .failed(let failure): failed(failure)
        case .missing(let lack): missing(lack)
        case .tooLarge(let line): .tooLarge(line, for: reader)
        case .notTold(let line): .unsent(line, for: reader)
        case nil: nil
        }
    }
}

/// A scene that the interactor does not have.
enum UnknownScreen {
    static func screen(_ response: PresenterInput.PresentUnknown, for reader: Reader) -> Screen {
        let text = reader("This interactor has no scene called “%”. Go back to where you came from.", response.name)
        return Screen(
            title: response.name, parts: [.text(Text(body: text))],
            alert: TroubleText.text(response.trouble, for: reader).map { Alert($0, for: reader) })
    }
}
