package import JSON

/// What a source has: the entity of an application, as it crosses from the interactor to the presenter.
package protocol Entity: JSONCodable, Equatable, Sendable {
    /// The name of its source, such as `itunes.apps`. Requests name it, and so do answers.
    static var source: String { get }
}
