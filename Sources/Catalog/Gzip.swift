import CZlib

/// The gzip content coding (RFC 9110 §8.4.1.3), through zlib.
enum Gzip {
    /// Whether an Accept-Encoding field asks for gzip; a weight of 0 refuses it (RFC 9110 §12.5.3).
    static func isAccepted(by field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { coding in
            let parts = coding.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight != 0
        }
    }

    /// - Returns: nil when zlib has no memory for it.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard viperline_deflate_init_gzip(&stream, Z_DEFAULT_COMPRESSION) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        // One call is enough for an output buffer as large as the bound.
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        let output = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(bound)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? bound - Int(stream.avail_out) : 0
            }
        }
        return output.isEmpty ? nil : output
    }
}
