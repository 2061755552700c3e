import JSON
import Wire

/// A message in binary mode: attributes are `ce-NAME` headers, and the payload is the data.
enum BinaryEvent {
    private static let prefix = "ce-"
    /// The longest attribute name; the specification recommends at most 20 letters and digits.
    private static let longestName = 64

    /// - Parameter limit: the longest line, in bytes.
    static func line(_ message: NATSMessage, limit: Int) throws(BindingError) -> BusLine {
        var attributes = try attributes(of: message)
        guard !attributes.isEmpty else { throw .format(message["Content-Type"] ?? "") }
        guard attributes["specversion"] == "1.0" else { throw .header("ce-specversion") }
        // Only the bus marks an event as replayed.
        attributes["replayed"] = nil
        attributes["datacontenttype"] = nil
        let data = try data(of: message)
        let line = JSONWriter.write { writer in
            writer.literal("{")
            for (place, name) in order(attributes.keys).enumerated() {
                if place > 0 { writer.literal(",") }
                writer.string(name)
                writer.literal(":")
                writer.string(attributes[name] ?? "")
            }
            writer.literal(#","data":"#)
            writer.json(data)
            writer.literal("}")
        }
        guard line.count <= limit else { throw .event(.lineTooLong(bytes: line.count, limit: limit)) }
        do throws(EnvelopeError) { return try BusLine(line) } catch { throw .event(error) }
    }

    /// One JSON object and nothing more: anything after it would be taken for attributes.
    private static func data(of message: NATSMessage) throws(BindingError) -> [UInt8] {
        guard !message.payload.isEmpty else { return Array("{}".utf8) }
        do throws(JSONError) {
            return try JSONReader.read(message.payload.span) { reader throws(JSONError) in
                guard reader.nextByte == UInt8(ascii: "{") else { throw reader.mismatch("object") }
                let range = try reader.skipValue()
                return reader.bytes(range).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            }
        } catch {
            throw .data
        }
    }

    private static func attributes(of message: NATSMessage) throws(BindingError) -> [String: String] {
        var attributes: [String: String] = [:]
        for header in message.headers where header.name.lowercased().hasPrefix(prefix) {
            let name = header.name.lowercased().dropFirst(prefix.utf8.count)
            guard isName(name), attributes[String(name)] == nil, let value = PercentCoding.decode(header.value) else {
                throw .header(header.name)
            }
            attributes[String(name)] = value
        }
        return attributes
    }

    /// In the order in which our programs write them; others follow, by name.
    private static func order(_ names: some Sequence<String>) -> [String] {
        let known = EnvelopeAttribute.allCases.map(\.rawValue)
        let names = Set(names)
        return known.filter(names.contains) + names.subtracting(known).sorted()
    }

    /// Not `data`, which is the payload.
    private static func isName(_ name: Substring) -> Bool {
        (1...longestName).contains(name.utf8.count) && name != "data" && name != "data_base64"
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
            }
    }
}
