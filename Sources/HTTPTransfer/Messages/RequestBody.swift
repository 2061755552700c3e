/// A request's body.
package enum RequestBody: Equatable, Sendable {
    case bytes([UInt8])
    /// The file at this path, read while it is sent.
    case file(String)

    /// Bytes held in memory.
    package var heldBytes: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file: 0
        }
    }
}
