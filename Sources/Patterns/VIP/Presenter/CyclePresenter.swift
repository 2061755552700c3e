import CycleMessages
package import Formatting
import Scenes
import ScreenLayout
import ViewMessages
package import Wire

/// The presenter of VIP: a function from one response to one screen. It decides nothing and remembers nothing.
package struct CyclePresenter: Role {
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
            ScreenshotScreen.screen(try event.decode(PresenterInput.PresentScreenshot.self))
        case PresenterInput.PresentGreeting.type:
            GreetingScreen.screen(try event.decode(PresenterInput.PresentGreeting.self), for: reader)
        case PresenterInput.PresentUnknown.type:
            UnknownScreen.screen(try event.decode(PresenterInput.PresentUnknown.self))
        default:
            nil
        }
    }

    private func show(_ screen: Screen, answering event: Event) -> Event {
        Event(ViewInput.Show.type, ViewInput.Show(screen: screen), answering: event)
    }

    /// As much of the screen as fits into a line, and a word about the rest. Without memory, there is no alert that the
    /// person could dismiss.
    private func shortened(_ screen: Screen, _ whole: Event, answering event: Event) -> Event {
        var (show, fitting) = (whole, Fitting())
        while show.data.count > room, fitting.shrink(bytes: show.data.count, limit: room) {
            var shorter = screen.fitted(fitting)
            shorter.parts.append(.caption("This is too much for one screen; what is beyond its limit is left out"))
            show = self.show(shorter, answering: event)
        }
        return show
    }
}
