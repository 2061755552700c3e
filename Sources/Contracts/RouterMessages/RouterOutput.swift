import JSON

/// Reports of the router to the presenter and the view.
package enum RouterOutput {
    /// The whole stack of scenes, the top one last; a state: the newest replaces all earlier ones. An empty stack
    /// means that the user has left the last scene.
    package struct DidNavigate: JSONCodable, Equatable, Sendable {
        package static let type = "router.output.didNavigate"
        package var stack: [Scene]
    }

    package struct DidOpenURL: JSONCodable, Equatable, Sendable {
        package static let type = "router.output.didOpenURL"
        package var url: String
    }

    package struct DidPlay: JSONCodable, Equatable, Sendable {
        package static let type = "router.output.didPlay"
        package var url: String
        /// The program that plays the URL; absent where none was started.
        package var player: String?
    }

    /// The request could not be carried out; nothing has changed.
    package struct DidFail: JSONCodable, Equatable, Sendable {
        package static let type = "router.output.didFail"
        /// The message that failed, such as `openURL`.
        package var action: String
        package var message: String
        /// The URL that was to be opened or played.
        package var url: String?
    }
}

/// A scene on the stack.
package struct Scene: JSONCodable, Equatable, Sendable {
    /// The instance, the `subject` of every event about it: `apps-1`.
    package var scene: String
    package var name: String
    package var parameters: [String: String] = [:]
    /// Pushed when absent.
    package var presentation: Presentation?
}

/// The relation of a scene to the one below it.
package enum Presentation: String, JSONCodable, Equatable, Sendable {
    /// The next page of the same way.
    case push
    /// An aside, to be closed: it takes the whole screen and shows no way that led to it.
    case modal
}
