package import JSON

extension Event {
    /// Reads an event from a line, leniently.
    /// - Parameter line: the bytes without the LF.
    package init(line: Span<UInt8>) throws(EnvelopeError) {
        let layout = try EnvelopeScanner.scan(line)
        guard let type = try layout.text(.type, in: line) else { throw .missingType }
        self.init(type: type, subject: try layout.text(.subject, in: line))
        source = try layout.text(.source, in: line) ?? ""
        id = try layout.text(.id, in: line) ?? ""
        correlationID = try layout.text(.correlationid, in: line)
        causationID = try layout.text(.causationid, in: line)
        causationSource = try layout.text(.causationsource, in: line)
        isReplayed = layout[.replayed].map { line[$0.lowerBound] == UInt8(ascii: "t") } ?? false
        time = try layout.text(.time, in: line)
        if let range = layout[.data] { data = line.extracting(range).withUnsafeBufferPointer(Array.init) }
    }

    package init(line: String) throws(EnvelopeError) {
        let bytes = Array(line.utf8)
        try self.init(line: bytes.span)
    }

    /// The whole line, with its LF.
    package var line: [UInt8] { JSONWriter.write { appendLine(to: &$0) } }

    /// In the order that the bus has a fast path for.
    package func appendLine(to writer: inout JSONWriter) {
        writer.reserve(256 + data.count)
        writer.literal(#"{"specversion":"1.0","type":"#)
        writer.string(type)
        func append(_ name: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            writer.literal(name)
            writer.string(value)
        }
        append(#","source":"#, source)
        append(#","id":"#, id)
        append(#","subject":"#, subject)
        append(#","correlationid":"#, correlationID)
        append(#","causationid":"#, causationID)
        append(#","causationsource":"#, causationSource)
        append(#","time":"#, time)
        if isReplayed { writer.literal(#","replayed":true"#) }
        writer.literal(#","data":"#)
        writer.json(data)
        writer.literal("}\n")
    }
}
