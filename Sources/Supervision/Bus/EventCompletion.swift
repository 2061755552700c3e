import Wire

/// Makes a line complete and puts it in order, without touching what its sender wrote: every value, the payload and
/// unknown members are copied as they stand.
enum EventCompletion {
    /// - Parameters:
    ///   - line: the sender's line without its LF.
    ///   - layout: where its members stand.
    ///   - source: the service's name.
    ///   - id: what to use when the line has none.
    ///   - mark: another member, `"key":value`, in the place of one that is the same.
    /// - Returns: the complete line with its LF.
    static func complete(
        _ line: [UInt8], _ layout: EnvelopeLayout, source: String, id: String, mark: String? = nil
    ) -> [UInt8] {
        var output = Array(#"{"specversion":"1.0""#.utf8)
        output.reserveCapacity(line.count + 100)
        func append(_ name: StaticString, _ range: Range<Int>?, or text: String? = nil) {
            guard range != nil || text != nil else { return }
            name.withUTF8Buffer { output += $0 }
            if let range { copy(range) } else if let text { JSONText.append(text, to: &output) }
        }
        func copy(_ range: Range<Int>) { output += line[range] }
        append(#","type":"#, layout[.type])
        append(#","source":"#, nil, or: source)
        let isNamed = layout[.id].map { $0.count > 2 } ?? false
        append(#","id":"#, isNamed ? layout[.id] : nil, or: id)
        append(#","subject":"#, layout[.subject])
        append(#","correlationid":"#, layout[.correlationid])
        append(#","causationid":"#, layout[.causationid])
        append(#","time":"#, layout[.time])
        for member in layout.extensions where mark.map({ !line[member].elementsEqual($0.utf8) }) ?? true {
            output.append(UInt8(ascii: ","))
            copy(member)
        }
        if let mark {
            output.append(UInt8(ascii: ","))
            output += mark.utf8
        }
        output += #","data":"#.utf8
        if let data = layout[.data] { copy(data) } else { output += "{}".utf8 }
        output += "}\n".utf8
        return output
    }
}
