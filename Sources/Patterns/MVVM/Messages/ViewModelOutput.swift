package import Formatting
import JSON

/// What the view model publishes: its properties, each a state of its own, so that the newest value replaces all earlier ones. The
/// event's `subject` is the scene; only ``Path`` is of the whole application.
///
/// A scene publishes all of its properties when it begins, and later those that have changed, with `activity` last. So whoever
/// has the newest activity has everything that was published before, even where values were skipped. While a property may change
/// again without a command, there is an activity; only a picture comes unannounced.
package enum ViewModelOutput {
    /// The scenes that the person has gone into, the top one last; empty when the person has left the last one.
    package struct Path: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.path"
        package var path: [Place]

        package init(path: [Place]) {
            self.path = path
        }
    }

    package struct Title: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.title"
        package var title: String

        package init(title: String) {
            self.title = title
        }
    }

    /// The text of the search field, which the view sets too (``ViewModelInput/SetQuery``).
    package struct Query: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.query"
        package var query: String

        package init(query: String) {
            self.query = query
        }
    }

    /// What was found.
    package struct Rows: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.rows"
        package var found: Found?

        package init(found: Found?) {
            self.found = found
        }
    }

    /// The app beside the rows: the one where the selection rests.
    package struct Preview: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.preview"
        package var app: AppText?

        package init(app: AppText?) {
            self.app = app
        }
    }

    /// The app that is shown; nil until it has been found.
    package struct App: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.app"
        package var app: AppText?

        package init(app: AppText?) {
            self.app = app
        }
    }

    /// The screenshot that is shown; nil if there are none.
    package struct Screenshot: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.screenshot"
        package var page: Page?

        package init(page: Page?) {
            self.page = page
        }
    }

    /// The picture of the screenshot; nil until it has come. A property of its own because it comes at any time: it must not take
    /// the page with it to a later place in a queue, behind the activity that says that the page is complete.
    package struct Picture: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.picture"
        package var picture: PagePicture?

        package init(picture: PagePicture?) {
            self.picture = picture
        }
    }

    package struct Greeting: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.greeting"
        package var greeting: String

        package init(greeting: String) {
            self.greeting = greeting
        }
    }

    /// What the person has to know before going on; nil if nothing.
    package struct Alert: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.alert"
        package var alert: AlertText?

        package init(alert: AlertText?) {
            self.alert = alert
        }
    }

    /// What is under way; nil if nothing. Published after every change of the other properties, and with the correlation of the
    /// newest command: it says that the command was carried out as far as this, and that the other properties are complete.
    package struct Activity: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.activity"
        package var activity: String?

        package init(activity: String?) {
            self.activity = activity
        }
    }

    /// A page was opened outside. A report, not a property: it is never skipped and never told twice.
    package struct DidOpen: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.didOpen"
        package var url: String

        package init(url: String) {
            self.url = url
        }
    }

    /// A page could not be opened; nothing has changed. A report too.
    package struct DidFail: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.didFail"
        package var action: String
        package var message: String
        package var url: String?

        package init(action: String, message: String, url: String?) {
            self.action = action
            self.message = message
            self.url = url
        }
    }
}
