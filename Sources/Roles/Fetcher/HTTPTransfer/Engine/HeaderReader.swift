/// Reads the header of a response, line by line, and refuses what two readers could understand in two ways.
struct HeaderReader {
    /// Fields of the newest response, in order.
    private(set) var fields: [HTTPHeader] = []
    private(set) var status = 0
    /// True if the empty line came that ends the header of the final response.
    private(set) var isWhole = false
    private var bytes = 0
    /// The first Content-Length.
    private var declaredLength: String?
    private let limit: Int

    private static let statusMark = Array("HTTP/".utf8)

    init(limit: Int = 0) { self.limit = limit }

    /// - Parameter isTrailer: whether the body came before this line. Trailers must not pass for headers.
    mutating func receive(_ line: UnsafeRawBufferPointer, isTrailer: Bool) throws(TransferError) {
        bytes += line.count
        guard bytes <= limit else { throw .headersTooLarge(limit: limit) }
        if let status = Self.status(line) {
            // An interim response (100, 103) was before this one.
            fields.removeAll(keepingCapacity: true)
            declaredLength = nil
            isWhole = false
            self.status = status
        } else if line.first == 0x0D || line.first == 0x0A {
            isWhole = status >= 200
        } else if !isTrailer, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let field = HTTPHeader(received: text(line, 0..<colon), text(line, colon + 1..<line.count))
            fields.append(field)
            try checkCoding(field)
            try checkLength(field)
        }
    }

    /// - Returns: nil if this is no status line; 0 for a line without a number.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int? {
        guard line.count >= 5, line.prefix(5).elementsEqual(Self.statusMark) else { return nil }
        let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 > 0x20 }
        guard digits.count <= 9, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return 0 }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    /// Two lengths that differ would be two bodies, and what follows one of them another response; one that is no number, or too
    /// large for any, is no length (RFC 9112 §6.3). Reads each field once: a server may send thousands of them.
    private mutating func checkLength(_ field: HTTPHeader) throws(TransferError) {
        guard field.isNamed("Content-Length"), field.value != declaredLength else { return }
        for part in field.value.split(separator: ",", omittingEmptySubsequences: false) {
            let length = part.filter { $0 != " " && $0 != "\t" }
            let first = declaredLength ?? length
            declaredLength = first
            guard length == first else {
                throw .network(
                    "the response has more than one Content-Length: \(first.prefix(40)), \(length.prefix(40))")
            }
            let isNumber = length.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard isNumber, Int(length) != nil else {
                throw .network("the Content-Length of the response is not a length: \(length.prefix(40))")
            }
        }
    }

    /// libcurl would decompress a body with a Transfer-Encoding that the request did not ask for, without a limit.
    private func checkCoding(_ field: HTTPHeader) throws(TransferError) {
        guard field.isNamed("Transfer-Encoding"), !["chunked", "identity"].contains(field.value.lowercased()) else {
            return
        }
        throw .undecodable("the request did not ask for the Transfer-Encoding \"\(field.value.prefix(80))\"")
    }

    /// A part of a line without the blanks around it.
    private func text(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(line[start]) { start += 1 }
        while start < end, isBlank(line[end - 1]) { end -= 1 }
        return String(decoding: UnsafeRawBufferPointer(rebasing: line[start..<end]), as: UTF8.self)
    }
}
