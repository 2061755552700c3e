import JSON

/// Collects a response, decompresses it, and enforces the limits. They apply after decompression; libcurl's own limit
/// covers neither bodies of unknown length nor decompressed ones.
struct ResponseCollector {
    enum Reception {
        case taken
        /// There is no room at the moment; deliver the chunk again, from its beginning.
        case full
        /// Refused, for the reason in ``failure``.
        case refused
    }

    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []
    /// Bytes of the body after decompression.
    private(set) var size = 0
    /// Why the response is refused.
    private(set) var failure: TransferError?
    /// The body's share of the budget.
    let share: BodyShare?
    private let transfer: TransferID
    private let bodyLimit: Int?
    private let headerLimit: Int
    private let sink: BodySink
    /// Whether to decompress.
    private let isUnpacked: Bool
    /// Whether the caller asked for encodings of its own, and so knows what to do with those that are not decoded here.
    private let asksForOwnEncodings: Bool
    private var headerBytes = 0
    private var status = 0
    /// Whether the empty line came that ends the header of the final response.
    private(set) var hasHeader = false
    private var hasBody = false
    /// The first Content-Length.
    private var declaredLength: String?
    private var decoder: ContentDecoder?
    private var file: (any BodyWriter)?
    /// Splits the body of a success, if that is wanted.
    private var splitter: ValueCollector?
    /// Whether values were handed over.
    private(set) var hasHandedOver = false
    /// How long to wait for the reader of a FIFO.
    private let patience: Duration
    private static let statusMark = Array("HTTP/".utf8)
    /// Bytes of values that wait to be handed over; then the transfer pauses.
    private static let mostWaiting = 256 << 10
    /// Bytes of the next chunk that were already consumed at its first delivery.
    private var known = 0
    /// A server may declare any length; memory beyond this is allocated as data arrive.
    private static let reservedAhead = 16 << 20

    /// Takes nothing.
    init() {
        (share, transfer, bodyLimit, headerLimit, sink, patience) = (nil, 0, 0, 0, .nowhere, .zero)
        (isUnpacked, asksForOwnEncodings) = (false, false)
    }

    init(_ request: HTTPRequest, of transfer: TransferID, budget: BodyBudget, headerLimit: Int) {
        share = [.memory, .values].contains(request.sink) ? BodyShare(of: budget) : nil
        self.transfer = transfer
        bodyLimit = request.bodyLimit
        self.headerLimit = headerLimit
        sink = request.sink
        isUnpacked = request.takesPackedBodies
        asksForOwnEncodings = request.headers.contains { $0.isNamed("Accept-Encoding") }
        patience = request.timeout
    }

    /// Takes a raw header line, including status lines and the final empty line.
    /// - Returns: whether to continue.
    mutating func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= headerLimit else {
            failure = .headersTooLarge(limit: headerLimit)
            return false
        }
        if let status = Self.status(line) {
            // An interim response (100, 103) was before this one.
            headers.removeAll(keepingCapacity: true)
            declaredLength = nil
            hasHeader = false
            self.status = status
        } else if line.first == 0x0D || line.first == 0x0A {
            hasHeader = status >= 200
        } else if !hasBody, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            // After the body come trailers, which must not pass for headers.
            let header = HTTPHeader(received: text(line, 0..<colon), text(line, colon + 1..<line.count))
            headers.append(header)
            return accepts(header) && acceptsLength(header)
        }
        return true
    }

    mutating func receive(body chunk: UnsafeRawBufferPointer) -> Reception {
        do throws(TransferError) {
            if !hasBody { try beginBody() }
            if let decoder { return try unpack(chunk, with: decoder) }
            guard reserve(chunk.count) else { return .full }
            try store(chunk)
            return .taken
        } catch {
            failure = error
            return .refused
        }
    }

    /// Looks whether a header is whole (RFC 9112 §8). libcurl takes one that the end of the connection cuts for the whole response.
    func checkHeader() throws(TransferError) {
        guard hasHeader else { throw .network("the connection ended within the header of the response") }
    }

    /// Looks whether the response is whole, once libcurl finds it so.
    func checkEnd() throws(TransferError) {
        if let decoder, !decoder.isAtEnd { throw .undecodable("it ends in the middle") }
    }

    /// Whether the body marks its own end, because it is packed.
    var isUnpacking: Bool { decoder != nil }

    /// The whole body of the last hop; nil where it went nowhere that has a name.
    mutating func takeFile() throws(TransferError) -> UnkeptBody? {
        guard let name = sink.name else { return nil }
        defer { file = nil }
        return UnkeptBody(name, try openFile())
    }

    /// Whether the body goes to a place that may be slow.
    var isWritten: Bool { sink.name != nil }

    /// Whether a part of the body was written or handed over that cannot be taken back.
    var isCommitted: Bool { file?.isCommitted == true || hasHandedOver }

    /// Whether there are values to hand over.
    var hasValues: Bool { splitter.map { $0.bytesToTake > 0 } ?? false }

    /// Whether there is room for more values.
    var hasRoom: Bool { splitter.map { $0.bytesToTake < Self.mostWaiting } ?? true }

    /// Hands over the values that have arrived.
    /// - Parameter isWhole: whether the body has ended.
    /// - Returns: nil unless the body is split.
    mutating func takeValues(isWhole: Bool) -> BodyValues? {
        guard splitter != nil else { return nil }
        // Those of a response that has ended keep its share.
        defer { if !isWhole { giveBackRest() } }
        hasHandedOver = hasHandedOver || hasValues
        return splitter?.take(isWhole: isWhole)
    }
}

extension ResponseCollector {
    /// - Returns: nil if this is no status line; 0 for a line without a number.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int? {
        guard line.count >= 5, line.prefix(5).elementsEqual(Self.statusMark) else { return nil }
        let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 > 0x20 }
        guard !digits.isEmpty, digits.count <= 9 else { return 0 }
        var status = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return 0 }
            status = 10 * status + Int(digit - UInt8(ascii: "0"))
        }
        return status
    }

    /// Two lengths that differ would be two bodies, and what follows one of them another response; one that is no number, or too
    /// large for any, is no length (RFC 9112 §6.3). Reads each field once: a server may send thousands of them.
    private mutating func acceptsLength(_ header: HTTPHeader) -> Bool {
        guard header.isNamed("Content-Length"), header.value != declaredLength else { return true }
        for part in header.value.split(separator: ",", omittingEmptySubsequences: false) {
            let length = part.filter { $0 != " " && $0 != "\t" }
            let first = declaredLength ?? length
            declaredLength = first
            guard length == first else {
                failure = .network(
                    "the response has more than one Content-Length: \(first.prefix(40)), \(length.prefix(40))")
                return false
            }
            let isNumber = length.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard isNumber, Int(length) != nil else {
                failure = .network("the Content-Length of the response is not a length: \(length.prefix(40))")
                return false
            }
        }
        return true
    }

    /// libcurl would decompress a body with a Transfer-Encoding that the request did not ask for, without a limit.
    private mutating func accepts(_ header: HTTPHeader) -> Bool {
        guard header.isNamed("Transfer-Encoding"), header.value.lowercased() != "chunked",
            header.value.lowercased() != "identity"
        else { return true }
        failure = .undecodable("the request did not ask for the Transfer-Encoding \"\(header.value.prefix(80))\"")
        return false
    }

    private mutating func beginBody() throws(TransferError) {
        hasBody = true
        decoder = try makeDecoder()
        if sink == .values, 200..<300 ~= status { splitter = ValueCollector(limit: bodyLimit) }
        guard sink == .memory, decoder == nil,
            let length = headers.first(where: { $0.isNamed("Content-Length") }).flatMap({ Int($0.value) })
        else { return }
        if let bodyLimit, length > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        body.reserveCapacity(min(max(0, length), Self.reservedAhead))
    }

    /// Nil where the body passes unchanged.
    private func makeDecoder() throws(TransferError) -> ContentDecoder? {
        // A part of a packed body cannot be unpacked.
        guard isUnpacked, status != 206 else { return nil }
        let codings = ContentCodings(headers)
        guard !codings.foreign.isEmpty else { return codings.decoder }
        // A body that goes nowhere needs no decoding, and a caller who asked for the encoding can do it.
        if sink == .nowhere || asksForOwnEncodings { return nil }
        throw .undecodable("the request did not ask for the Content-Encoding \"\(codings.foreign.prefix(80))\"")
    }

    private mutating func unpack(
        _ chunk: UnsafeRawBufferPointer, with decoder: ContentDecoder
    ) throws(TransferError) -> Reception {
        var at = min(known, chunk.count)
        while true {
            guard reserve(ContentDecoder.step) else {
                known = at
                return .full
            }
            let step = try decoder.decode(UnsafeRawBufferPointer(rebasing: chunk[at...]))
            share?.giveBack(ContentDecoder.step - step.output.count)
            at += step.consumed
            try store(step.output)
            if at == chunk.count, step.isDry { break }
        }
        known = 0
        return .taken
    }

    private func reserve(_ bytes: Int) -> Bool {
        guard hasRoom else {
            share?.refuse(transfer)
            return false
        }
        return share?.take(bytes, for: transfer) ?? true
    }

    /// Values that are handed over take no more room.
    private func giveBackRest() {
        guard let share, let splitter else { return }
        share.giveBack(max(0, share.held - splitter.heldBytes))
    }

    private mutating func store(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        guard !bytes.isEmpty else { return }
        if splitter != nil {
            size += bytes.count
            try splitter?.append(bytes)
            return
        }
        if let bodyLimit, size + bytes.count > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        size += bytes.count
        switch sink {
        case .memory, .values: body.append(contentsOf: bytes)
        case .nowhere: break
        case .file, .entry, .descriptor: try openFile().append(bytes)
        }
    }

    private mutating func openFile() throws(TransferError) -> any BodyWriter {
        if let file { return file }
        let new = try writer()
        file = new
        return new
    }

    private func writer() throws(TransferError) -> any BodyWriter {
        switch sink {
        case .descriptor(let number, let name): stream(.descriptor(number), name)
        case .file(let path) where BodyStream.isMeant(by: path): stream(.path(path), path)
        case .file(let path): try PartFile(FileTarget(following: path))
        case .entry(let path): try PartFile(FileTarget(entry: path))
        case .memory, .values, .nowhere: throw .file("write a body that goes nowhere")
        }
    }

    private func stream(_ place: BodyStream.Place, _ name: String) -> BodyStream {
        BodyStream(place, name: name, isHeld: !(200..<300 ~= status), patience: patience)
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
