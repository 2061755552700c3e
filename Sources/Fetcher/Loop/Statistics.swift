/// What has come of the requests so far, to be shown to a person.
package struct Statistics: Equatable, Sendable {
    package var answered = 0
    package var inFlight = 0
    package var failed = 0
    package var fromCache = 0
    /// As received, before decompression.
    package var bytes = 0
}
