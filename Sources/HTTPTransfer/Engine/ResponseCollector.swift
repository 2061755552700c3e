/// Gathers what a server sends, and stops at its limits: counted here, after decompression, because libcurl's own limit
/// on sizes sees neither bodies of unknown length nor what a compressed one grows to.
struct ResponseCollector {
    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []
    /// The limit that was reached, if one was.
    private(set) var excess: TransferError?
    private let bodyLimit: Int
    private let headerLimit: Int
    private var headerBytes = 0

    init(bodyLimit: Int, headerLimit: Int) {
        self.bodyLimit = bodyLimit
        self.headerLimit = headerLimit
    }

    /// Takes one header line as it came, status lines and the empty line at the end among them.
    /// - Returns: whether to go on.
    mutating func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= headerLimit else {
            excess = .headersTooLarge(limit: headerLimit)
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            // An interim response (100, 103) was before this one.
            headers.removeAll(keepingCapacity: true)
        } else if body.isEmpty, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            // After the body come trailers, which must not pass for headers.
            headers.append(HTTPHeader(received: text(line, 0..<colon), text(line, colon + 1..<line.count)))
        }
        return true
    }

    /// - Returns: whether to go on.
    mutating func receive(body chunk: UnsafeRawBufferPointer) -> Bool {
        guard body.count + chunk.count <= bodyLimit else {
            excess = .bodyTooLarge(limit: bodyLimit)
            return false
        }
        body.append(contentsOf: chunk)
        return true
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
