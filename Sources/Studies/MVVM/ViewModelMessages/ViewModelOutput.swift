package import Formatting
import JSON

/// The messages of the view model: its properties, each a separate state, so that the newest value replaces all earlier
/// ones. The event's `subject` is the scene; only ``Path`` is of the whole application.
///
/// A scene publishes all of its properties when it begins, and later those that have changed, with `activity` last. So
/// a view that has the newest activity has everything that was published before, even where values were skipped. While
/// a property may change again without a command, there is an activity; only a picture comes unannounced.
package enum ViewModelOutput {
    /// The open scenes, the top one last; empty after the user has left the last one.
    package struct Path: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.path"
        package var path: [PathStep]
    }

    package struct Title: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.title"
        package var title: String
    }

    /// The text of the search field, which the view sets too (``ViewModelInput/SetQuery``).
    package struct Query: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.query"
        package var query: String
    }

    /// The rows that were found.
    package struct Rows: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.rows"
        package var found: Found?
    }

    /// The app beside the rows: the one where the selection rests.
    package struct Preview: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.preview"
        package var app: AppText?
    }

    /// The app that is shown; nil until it has been found.
    package struct App: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.app"
        package var app: AppText?
    }

    /// The current screenshot; nil if there are none.
    package struct Screenshot: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.screenshot"
        package var page: ScreenshotPage?
    }

    /// The picture of the screenshot; nil until it has come. A property of its own because it comes at any time: it
    /// must not take the page with it to a later place in a queue, behind the activity that confirms that the page is
    /// complete.
    package struct Picture: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.picture"
        package var picture: PagePicture?
    }

    package struct Greeting: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.greeting"
        package var greeting: String
    }

    /// The alert, which the user must dismiss; nil if there is none.
    package struct Alert: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.alert"
        package var alert: AlertText?
    }

    /// The activity; nil if there is none. Published after every change of the other properties, and with the
    /// correlation of the newest command: it confirms that the command has been carried out so far, and that the other
    /// properties are complete.
    package struct Activity: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.activity"
        package var activity: String?
    }

    /// The router has opened a web page. A report, not a property: it is never skipped and never repeated.
    package struct DidOpen: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.didOpen"
        package var url: String
    }

    /// The router could not open a web page; nothing has changed. This is also a report.
    package struct DidFail: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.output.didFail"
        package var action: String
        package var message: String
        package var url: String?
    }
}

/// The rows that a search has found so far.
package struct Found: JSONCodable, Equatable, Sendable {
    package var rows: [AppRow]
    package var text: SearchText
    /// True if there are more rows after the last one (``ViewModelCommand/loadMore``).
    package var hasMore: Bool?
}

/// The page of one of several screenshots, without its picture.
package struct ScreenshotPage: JSONCodable, Equatable, Sendable {
    /// The position, from 1.
    package var position: Int
    package var count: Int
    package var caption: String
}

/// The picture of a screenshot.
package struct PagePicture: JSONCodable, Equatable, Sendable {
    /// The ``ScreenshotPage/position`` that it belongs to.
    package var position: Int
    package var caption: String
    /// A PNG or JPEG file, in Base64; nil if it cannot be had.
    package var image: String?
}

/// A scene on the path.
package struct PathStep: JSONCodable, Equatable, Sendable {
    /// The instance, the `subject` of every event about it: `apps-1`.
    package var scene: String
    package var name: String
    /// True for a modal scene, which the user closes: it is not the next step of the path.
    package var isModal: Bool?  // JSON: modal
}
