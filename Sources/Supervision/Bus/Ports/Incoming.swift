import Wire

/// What a service writes, on its way to the bus.
final class Incoming {
    /// Bytes that the bus has not routed yet.
    var lines: LineBuffer
    /// How the service's complete lines begin.
    private let head: EnvelopeHead
    /// Completes its other lines.
    private let completion: EventCompletion
    /// Types that it has sent.
    var destinations = DestinationTable()
    /// Receivers over `queue_limit`; stdout is not read until they drain.
    var waitsFor: Set<Int> = []
    /// The service will write no more.
    var isClosed = false
    /// Lines of a replayed process that are still to be dropped, because its predecessor's were passed on.
    var linesToDrop = 0
    /// The longest line that the service may write, without its LF.
    let limit: Int
    private let source: String
    private var completed = 0

    init(source: String, lineLimit: Int) {
        self.source = source
        limit = lineLimit
        lines = LineBuffer(limit: lineLimit)
        head = EnvelopeHead(source: source)
        completion = EventCompletion(source: source)
    }

    /// - Parameter linesToDrop: how many lines the new process will write that were passed on already.
    func renew(dropping linesToDrop: Int) {
        lines = LineBuffer(limit: limit)
        self.linesToDrop = linesToDrop
        isClosed = false
        waitsFor = []
    }

    /// The destination of a line that is complete and in order, and where its members stand. Nil for any other line, for a type that was
    /// not sent before, and while lines are dropped.
    /// - Parameter line: without its LF.
    func knownDestination(of line: UnsafeRawBufferPointer) -> (Destination, EnvelopeLayout)? {
        guard linesToDrop == 0, let layout = head.layout(of: line), let type = AttributeText(line, layout[.type]),
            let destination = destinations.destination(of: type.spelling)
        else { return nil }
        return (destination, layout)
    }

    /// Appends the line, completed, with its LF.
    func complete(_ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, onto output: inout [UInt8]) {
        completed += 1
        completion.complete(line, layout, number: completed, onto: &output)
    }

    /// Whether the next line is to be dropped; it then counts as dropped.
    func drops() -> Bool {
        guard linesToDrop > 0 else { return false }
        linesToDrop -= 1
        return true
    }

    /// For an event whose sender gave it no id.
    func nextID() -> String {
        completed += 1
        return "\(source)+\(completed)"
    }
}
