package import Wire

/// The source of requests: a stream of lines, or a list.
package struct RequestFeed<Reader: RequestReader>: ~Copyable {
    /// The descriptor to wait for when ``next()`` returns nil; nil when there will be no more requests.
    package private(set) var descriptor: Int32?
    private var given: ArraySlice<Reader.Request> = []
    private var reader: Reader
    private let chunk: UnsafeMutableRawBufferPointer

    package init(_ descriptor: Int32, _ reader: Reader) {
        self.descriptor = descriptor
        self.reader = reader
        chunk = .allocate(byteCount: 1 << 16, alignment: 16)
    }

    /// - Parameter reader: is given nothing to read.
    package init(_ requests: [Reader.Request], _ reader: Reader) {
        given = requests[...]
        self.reader = reader
        chunk = .allocate(byteCount: 0, alignment: 16)
    }

    deinit { chunk.deallocate() }

    package mutating func next() -> Reader.Request? {
        given.popFirst() ?? reader.next() ?? (descriptor == nil ? reader.last() : nil)
    }

    /// Reads from the descriptor; to be called when it is readable.
    package mutating func read() throws(StandardStream.Failure) {
        guard let descriptor else { return }
        let count = try StandardStream.read(descriptor, into: chunk)
        reader.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        if count == 0 { self.descriptor = nil }
    }
}

/// Reads requests from the bytes of a stream.
package protocol RequestReader {
    associatedtype Request

    mutating func append(_ chunk: UnsafeRawBufferPointer)
    /// The next request, or nil until more is appended.
    mutating func next() -> Request?
    /// The request of a last line without LF, if the stream ends with one; then nil.
    mutating func last() -> Request?
}

extension EventReader: RequestReader {
    package typealias Request = Incoming
}
