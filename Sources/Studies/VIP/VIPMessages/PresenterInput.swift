package import InteractorMessages
import JSON
package import Wire

/// Responses of the interactor to the presenter: the facts about a scene, without any user-visible text.
///
/// Each is the whole state of the scene that the event's `subject` names: the newest replaces all earlier ones.
package enum PresenterInput {
    /// The search for apps.
    package struct PresentApps: JSONCodable, Equatable, Sendable {
        package static let type = "presenter.input.presentApps"
        /// The term of the last search; empty before the first search.
        package var term: String
        /// The results, each with only the members that a row shows. Nil until the first reply to ``term``.
        package var pages: ItemPages<App>?
        /// The selected app, with all members that the preview shows.
        package var highlighted: App?
        package var isWaiting: Bool = false  // JSON: waiting
        package var trouble: Trouble?
    }

    /// The response with an app.
    package struct PresentApp: JSONCodable, Equatable, Sendable {
        package static let type = "presenter.input.presentApp"
        package var id: String
        /// The app's name, known before the app where the scene was opened with it.
        package var name: String?
        /// The app; nil until it is found.
        package var app: App?
        package var isWaiting: Bool = false  // JSON: waiting
        package var trouble: Trouble?
    }

    /// The response with one of several screenshots.
    package struct PresentScreenshot: JSONCodable, Equatable, Sendable {
        package static let type = "presenter.input.presentScreenshot"
        /// The app's name.
        package var name: String?
        /// The position, from 1.
        package var position: Int
        /// The number of screenshots, perhaps 0.
        package var count: Int
        /// A PNG or JPEG file, base64; nil until it is there.
        package var image: String?
        /// The picture cannot be had.
        package var isMissing: Bool = false  // JSON: missing
        package var trouble: Trouble?
    }

    /// A greeting.
    package struct PresentGreeting: JSONCodable, Equatable, Sendable {
        package static let type = "presenter.input.presentGreeting"
        package var greeting: GreetingData?
        /// The greeter has replied that there is nobody to greet.
        package var isNobody: Bool = false  // JSON: nobody
        package var isWaiting: Bool = false  // JSON: waiting
        package var trouble: Trouble?
    }

    /// A scene that the interactor does not have.
    package struct PresentUnknown: JSONCodable, Equatable, Sendable {
        package static let type = "presenter.input.presentUnknown"
        /// The scene's name.
        package var name: String
        package var trouble: Trouble?
    }
}

/// An alert in front of a scene, until the user dismisses it. The presenter writes its text.
package enum Trouble: JSONCodable, Equatable, Sendable {
    case failed(InteractorOutput.Failed)
    case missing(Missing)
    /// The scene was too long for the bus.
    case tooLarge(ProcessInput.Refused)
    /// A request was too long for the bus.
    case notTold(ProcessInput.Refused)
}

/// The thing without which a scene cannot work.
package enum Missing: String, JSONCodable, Equatable, Sendable {
    /// The user has searched for an empty term.
    case term
    /// The scene was opened without the id of what it shows.
    case id
    /// The source does not have what the id names.
    case item
}
