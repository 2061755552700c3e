import Formatting
import Scenes
import ScreenLayout
import ViewMessages
import ViewModelMessages
import Wire

/// The newest values of a scene's properties, each bound to its place on the screen.
struct BoundScene {
    private var title = ""
    private var query: String?
    private var rows: ViewModelOutput.Rows?
    private var preview: ViewModelOutput.Preview?
    private var app: ViewModelOutput.App?
    private var screenshot: ViewModelOutput.Screenshot?
    private var picture: PagePicture?
    private var greeting: String?
    private var alert: AlertText?
    private var activity: String?
    /// The newest command that was carried out; nil until every property has been published.
    private(set) var answered: String?

    /// Takes a property; one that only a newer view model has is passed over.
    mutating func take(_ event: Event) throws(PayloadError) {
        switch event.type {
        case ViewModelOutput.Title.type: title = try event.decode(ViewModelOutput.Title.self).title
        case ViewModelOutput.Query.type: query = try event.decode(ViewModelOutput.Query.self).query
        case ViewModelOutput.Rows.type: rows = try event.decode(ViewModelOutput.Rows.self)
        case ViewModelOutput.Preview.type: preview = try event.decode(ViewModelOutput.Preview.self)
        case ViewModelOutput.App.type: app = try event.decode(ViewModelOutput.App.self)
        case ViewModelOutput.Screenshot.type: screenshot = try event.decode(ViewModelOutput.Screenshot.self)
        case ViewModelOutput.Picture.type: picture = try event.decode(ViewModelOutput.Picture.self).picture
        case ViewModelOutput.Greeting.type: greeting = try event.decode(ViewModelOutput.Greeting.self).greeting
        case ViewModelOutput.Alert.type: alert = try event.decode(ViewModelOutput.Alert.self).alert
        case ViewModelOutput.Activity.type:
            activity = try event.decode(ViewModelOutput.Activity.self).activity
            answered = event.correlation
        default: return
        }
    }

    func screen(for reader: Reader) -> Screen {
        Screen(
            title: title, prompt: query.map { Prompt(placeholder: reader[AppStoreText.placeholder], text: $0) },
            activity: activity, parts: parts(for: reader), alert: alert.map { Alert($0, for: reader) },
            hasMore: rows?.found?.hasMore,
            preview: preview?.app.map { AppLayout.preview($0, for: reader) },
            reportsHighlight: preview == nil ? nil : true)
    }

    private func parts(for reader: Reader) -> [Part] {
        var parts: [Part] = []
        if let found = rows?.found {
            let results = AppLayout.results(found.rows, empty: found.text.empty, for: reader)
            parts += SearchLayout.parts(results, found.text)
        }
        if let app = app?.app { parts += AppLayout.parts(app, for: reader) }
        if let screenshot { parts.append(screenshot.page.map(pager) ?? AppLayout.noScreenshots(for: reader)) }
        if let greeting { parts += GreetingLayout.parts(greeting, for: reader) }
        return parts
    }

    /// The picture may still be that of another page.
    private func pager(_ page: ScreenshotPage) -> Part {
        let picture = picture.flatMap { $0.position == page.position ? $0 : nil }
        return .pager(
            Pager(
                position: page.position, count: page.count,
                page: Picture(caption: picture?.caption ?? page.caption, image: picture?.image)))
    }
}

extension ViewModelCommand {
    /// The command to which a button or a pager's key is bound.
    init?(control: String) {
        switch control {
        case ControlName.dismiss: self = .dismiss
        case ControlName.retry: self = .retry
        case ControlName.open: self = .open
        case ControlName.next: self = .next
        case ControlName.previous: self = .previous
        case ControlName.greet: self = .greet
        default: return nil
        }
    }
}
