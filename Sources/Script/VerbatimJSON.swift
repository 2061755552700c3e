import JSON

/// A JSON value as it stands.
struct VerbatimJSON: JSONWritable {
    let json: [UInt8]

    func write(to writer: inout JSONWriter) { writer.json(json) }
}
