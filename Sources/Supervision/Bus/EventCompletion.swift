import JSON
import Wire

/// Makes a line complete and puts it in order, without touching what its sender wrote: every value, the payload and
/// unknown members are copied as they stand. Only `replayed` is left out, which is the bus's to say (``ReplayMark``).
enum EventCompletion {
    /// - Parameters:
    ///   - line: the sender's line without its LF.
    ///   - layout: where its members stand.
    ///   - source: the service's name.
    ///   - id: what to use when the line has none.
    ///   - mark: the key of another member, which is true, in the place of one that has the same.
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
        append(#","causationsource":"#, layout[.causationsource])
        append(#","time":"#, layout[.time])
        for member in layout.extensions where mark.map({ !has(line[member], key: $0) }) ?? true {
            output.append(UInt8(ascii: ","))
            copy(member)
        }
        if let mark { output += ",\"\(mark)\":true".utf8 }
        output += #","data":"#.utf8
        if let data = layout[.data] { copy(data) } else { output += "{}".utf8 }
        output += "}".utf8
        // No string has one as it is; between values it is white space, at which some readers end a line.
        for at in output.indices where output[at] == 0x0D { output[at] = 0x20 }
        output.append(0x0A)
        return output
    }

    private static func has(_ member: ArraySlice<UInt8>, key: String) -> Bool {
        member.starts(with: "\"\(key)\"".utf8)
    }
}
