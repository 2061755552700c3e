import JSON
import Platform
import Wire

/// Completes a line and puts its members in order. Every value, the payload and unknown members are copied unchanged;
/// only `replayed` and `injected` are left out, because the bus alone sets them (``ReplayMark``, ``Injection``).
struct EventCompletion {
    private static let head = Array(#"{"specversion":"1.0","type":"#.utf8)
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]
    /// `"NAME+`
    private let idHead: [UInt8]

    /// - Parameters:
    ///   - source: the service's name.
    ///   - name: what made ids begin with; by default the source's name.
    init(source: String, ids name: String? = nil) {
        middle = #","source":"#.utf8 + Self.quoted(source) + #","id":"#.utf8
        idHead = Self.quoted(name ?? source).dropLast() + [UInt8(ascii: "+")]
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var quoted: [UInt8] = []
        JSONText.append(text, to: &quoted)
        return quoted
    }

    /// - Parameters:
    ///   - line: the sender's line without its LF.
    ///   - layout: where its members are.
    ///   - number: makes an id where the line has none: `NAME+number`. The `+` keeps it apart from ids that senders
    ///     make.
    ///   - isInjected: whether it is marked with `"injected":true`.
    ///   - output: the complete line with its LF is appended.
    func complete(
        _ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, number: Int, isInjected: Bool = false,
        onto output: inout [UInt8]
    ) {
        let start = output.count
        func copy(_ range: Range<Int>) { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[range])) }
        func append(_ name: StaticString, _ range: Range<Int>?) {
            guard let range else { return }
            name.withUTF8Buffer { output.append(contentsOf: $0) }
            copy(range)
        }
        output += Self.head
        if let type = layout[.type] { copy(type) }
        output += middle
        if let id = layout[.id], id.count > 2 {
            copy(id)
        } else {
            output += idHead
            Self.append(number, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        append(#","subject":"#, layout[.subject])
        append(#","correlationid":"#, layout[.correlationid])
        append(#","causationid":"#, layout[.causationid])
        append(#","causationsource":"#, layout[.causationsource])
        append(#","time":"#, layout[.time])
        for member in layout.extensions {
            output.append(UInt8(ascii: ","))
            copy(member)
        }
        if isInjected { output += #","injected":true"#.utf8 }
        output += #","data":"#.utf8
        if let data = layout[.data] { copy(data) } else { output += "{}".utf8 }
        output.append(UInt8(ascii: "}"))
        Self.blankCarriageReturns(in: &output, from: start, if: line)
        output.append(0x0A)
    }

    /// No string has a CR as it is; between values it is white space, at which some readers end a line.
    private static func blankCarriageReturns(
        in output: inout [UInt8], from start: Int, if line: UnsafeRawBufferPointer
    ) {
        guard let base = line.baseAddress, memchr(base, 0x0D, line.count) != nil else { return }
        for at in start..<output.count where output[at] == 0x0D { output[at] = 0x20 }
    }

    private static func append(_ number: Int, to output: inout [UInt8]) {
        let first = output.count
        var rest = UInt(bitPattern: number)
        repeat {
            output.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        output[first...].reverse()
    }
}
