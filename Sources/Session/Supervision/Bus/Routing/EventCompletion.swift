import JSON
import Platform
import Wire

/// Completes a line and puts its members in order. Every value, the payload and unknown members are copied unchanged;
/// only `replayed` and `injected` are left out, because the bus alone sets them (``ReplayMark``, ``Injection``).
struct EventCompletion {
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]
    /// `"NAME+`
    private let idHead: [UInt8]
    /// Bytes that suffice for all additions to a line: `middle`, `idHead`, a number of twenty digits, and the names of members with their
    /// punctuation.
    private let room: Int

    /// - Parameters:
    ///   - source: the service's name.
    ///   - name: what made ids begin with; by default the source's name.
    init(source: String, ids name: String? = nil) {
        middle = #","source":"#.utf8 + source.json + #","id":"#.utf8
        idHead = (name ?? source).json.dropLast() + [UInt8(ascii: "+")]
        room = middle.count + idHead.count + 256
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
        output.append(addingCapacity: line.count + room) { space in
            space.withUnsafeMutableBufferPointer { bytes, count in
                var writer = SpaceWriter(space: UnsafeMutableRawBufferPointer(bytes))
                write(line, layout, number, isInjected, with: &writer)
                count = writer.written
            }
        }
        Self.blankCarriageReturns(in: &output, from: start, if: line)
        output.append(0x0A)
    }

    private func write(
        _ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, _ number: Int, _ isInjected: Bool,
        with writer: inout SpaceWriter
    ) {
        func copy(_ range: Range<Int>) { writer.write(UnsafeRawBufferPointer(rebasing: line[range])) }
        func write(_ name: StaticString, _ range: Range<Int>?) {
            guard let range else { return }
            writer.write(name)
            copy(range)
        }
        write(#"{"specversion":"1.0","type":"#, layout[.type])
        writer.write(middle)
        if let id = layout[.id], id.count > 2 {
            copy(id)
        } else {
            writer.write(idHead)
            writer.write(number)
            writer.write("\"")
        }
        write(#","subject":"#, layout[.subject])
        write(#","correlationid":"#, layout[.correlationid])
        write(#","causationid":"#, layout[.causationid])
        write(#","causationsource":"#, layout[.causationsource])
        write(#","time":"#, layout[.time])
        for member in layout.extensions {
            writer.write(",")
            copy(member)
        }
        if isInjected { writer.write(#","injected":true"#) }
        writer.write(#","data":"#)
        if let data = layout[.data] { copy(data) } else { writer.write("{}") }
        writer.write("}")
    }

    /// No string has a CR as it is; between values it is white space, at which some readers end a line.
    private static func blankCarriageReturns(
        in output: inout [UInt8], from start: Int, if line: UnsafeRawBufferPointer
    ) {
        guard let base = line.baseAddress, memchr(base, 0x0D, line.count) != nil else { return }
        for at in start..<output.count where output[at] == 0x0D { output[at] = 0x20 }
    }
}

/// Writes bytes one after another into a space that is known to be large enough. Appending to an array would ask for room
/// with each piece, and a line has twenty.
private struct SpaceWriter {
    let space: UnsafeMutableRawBufferPointer
    private(set) var written = 0

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, let base = space.baseAddress, bytes.count <= space.count - written else {
            return
        }
        (base + written).copyMemory(from: source, byteCount: bytes.count)
        written += bytes.count
    }

    mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    mutating func write(_ text: StaticString) { text.withUTF8Buffer { write(UnsafeRawBufferPointer($0)) } }

    /// Writes a number in decimal digits.
    mutating func write(_ number: Int) {
        // From the last digit, at the end of the room for twenty.
        let end = written + 20
        var (first, rest) = (end, UInt(bitPattern: number))
        repeat {
            first -= 1
            space[first] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        write(UnsafeRawBufferPointer(rebasing: space[first..<end]))
    }
}
