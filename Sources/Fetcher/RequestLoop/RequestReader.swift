package import Wire

/// Makes requests of the bytes of a stream, in their order.
package protocol RequestReader {
    associatedtype Request

    mutating func append(_ chunk: UnsafeRawBufferPointer)
    /// The next request, or nil until more is appended.
    mutating func next() -> Request?
    /// After the end of the stream: the request of a last line without LF, if there is one.
    mutating func last() -> Request?
}

extension EventReader: RequestReader {
    package typealias Request = Incoming
}
