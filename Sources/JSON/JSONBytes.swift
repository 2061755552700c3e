/// A JSON value that is not looked into: its text.
public struct JSONBytes: JSONReadable, JSONWritable, Equatable, Hashable, Sendable {
    public let bytes: [UInt8]

    /// - Parameter bytes: one JSON value.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter value: what is written as JSON.
    public init(_ value: some JSONWritable) { bytes = value.json }

    public init(from reader: inout JSONReader) throws(JSONError) {
        bytes = reader.bytes(try reader.skipValue())
    }

    public func write(to writer: inout JSONWriter) { writer.json(bytes) }
}
