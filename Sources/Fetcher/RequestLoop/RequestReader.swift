package import Wire

/// Reads requests from the bytes of a stream.
package protocol RequestReader {
    associatedtype Request

    mutating func append(_ chunk: UnsafeRawBufferPointer)
    /// The next request, or nil until more is appended.
    mutating func next() -> Request?
    /// At the end of the stream: the request of a last line without LF, if there is one.
    mutating func last() -> Request?
}

extension EventReader: RequestReader {
    package typealias Request = Incoming
}
