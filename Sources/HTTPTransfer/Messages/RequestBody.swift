/// What a request sends.
package enum RequestBody: Equatable, Sendable {
    case bytes([UInt8])
    /// The content of the file at this path, which is read while it is sent.
    case file(String)

    /// Bytes that it takes of the memory.
    package var heldBytes: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file: 0
        }
    }
}
