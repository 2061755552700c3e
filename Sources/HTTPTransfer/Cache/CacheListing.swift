/// One answer that is kept, as a person may see it.
package struct CacheListing: Equatable, Sendable {
    /// Without its query, which may hold a key.
    package let url: String
    package let status: Int
    /// Seconds since 1970, when the server last said it.
    package let receivedAt: Int
    /// Seconds from ``receivedAt`` for which it is fresh.
    package let lifetime: Int
    /// Bytes of the file.
    package let size: Int
}
