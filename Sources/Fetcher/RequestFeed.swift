package import Wire

/// Where requests come from: a stream of lines, or a list that is there from the start.
package struct RequestFeed: ~Copyable {
    /// What to wait for when ``next()`` has nothing; nil when nothing more will come.
    package private(set) var descriptor: Int32?
    private var given: ArraySlice<Event> = []
    private var reader: EventReader
    private var isLastTaken = false
    private let chunk: UnsafeMutableRawBufferPointer

    package init(_ descriptor: Int32, lineLimit: Int) {
        self.descriptor = descriptor
        reader = EventReader(limit: lineLimit)
        chunk = .allocate(byteCount: 1 << 16, alignment: 16)
    }

    package init(_ requests: [Event]) {
        given = requests[...]
        reader = EventReader()
        chunk = .allocate(byteCount: 0, alignment: 16)
    }

    deinit { chunk.deallocate() }

    package mutating func next() -> EventReader.Incoming? {
        if let event = given.popFirst() { return .event(event) }
        if let incoming = reader.next() { return incoming }
        guard descriptor == nil, !isLastTaken else { return nil }
        isLastTaken = true
        return reader.last()
    }

    /// Takes what the descriptor has; to be called when it can be read.
    package mutating func read() throws(StandardStream.Failure) {
        guard let descriptor else { return }
        let count = try StandardStream.read(descriptor, into: chunk)
        reader.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        if count == 0 { self.descriptor = nil }
    }
}
