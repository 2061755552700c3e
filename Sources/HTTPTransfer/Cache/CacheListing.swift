/// A cached response, as listed for a person.
package struct CacheListing: Equatable, Sendable {
    /// Without the query, which may contain a key.
    package let url: String
    package let status: Int
    /// Seconds since 1970 when the server last confirmed it.
    package let receivedAt: Int
    /// Seconds from ``receivedAt`` for which it is fresh.
    package let lifetime: Int
    /// Bytes of the file.
    package let size: Int
}
