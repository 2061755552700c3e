package import InteractorMessages
import JSON
package import Wire

/// What stands in front of a scene until the person dismisses it. The presenter finds the words.
package enum Trouble: JSONCodable, Equatable, Sendable {
    case failed(InteractorOutput.Failed)
    case missing(Missing)
    /// The scene was too long for the bus.
    case tooLarge(ProcessInput.Refused)
    /// A request was too long for the bus.
    case notTold(ProcessInput.Refused)
}

/// What a scene cannot do without.
package enum Missing: String, JSONCodable, Equatable, Sendable {
    /// The person has searched for nothing.
    case term
    /// The scene was opened without the id of what it shows.
    case id
    /// The source does not have what the id names.
    case item
}
