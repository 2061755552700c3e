package import JSON

/// The entity of a source, as the interactor sends it to the presenter.
package protocol Entity: JSONCodable, Equatable, Sendable {
    /// The name of its source, such as `itunes.apps`. Requests name it, and so do answers.
    static var source: String { get }
}
