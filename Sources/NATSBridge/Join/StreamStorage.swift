/// Where a server keeps a stream.
package enum StreamStorage: String, Sendable, CaseIterable {
    /// It outlives the server.
    case file
    /// It is quicker, and gone with the server.
    case memory
}
