package import JSON
package import Wire

/// What stands in front of a scene: a failure, or a notice.
package protocol SceneWarning: JSONCodable, Sendable {
    /// Whether the person may press “retry”.
    var offersRetry: Bool { get }
    /// A report of the scene was too long for the bus.
    static func tooLarge(_ line: ProcessInput.Refused) -> Self
    /// A request of the scene was too long for the bus.
    static func notTold(_ line: ProcessInput.Refused) -> Self
}
