import JSON

/// JSON that is written as it is.
struct Verbatim: JSONWritable {
    let json: [UInt8]

    func write(to writer: inout JSONWriter) { writer.json(json) }
}
