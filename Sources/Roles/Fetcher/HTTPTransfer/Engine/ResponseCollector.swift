import JSON

/// Collects a response, decompresses it, and enforces the limits. They apply after decompression; libcurl's own limit
/// covers neither bodies of unknown length nor decompressed ones.
struct ResponseCollector {
    enum Reception {
        case taken
        /// A lack of room at the moment; deliver the chunk again, from its beginning.
        case full
        /// Refused, for the reason in ``failure``.
        case refused
    }

    private(set) var header = HeaderReader()
    private(set) var body: [UInt8] = []
    /// Bytes of the body after decompression.
    private(set) var size = 0
    /// The reason why the response is refused.
    private(set) var failure: TransferError?
    /// The body's share of the budget.
    let share: BodyShare?
    private let terms: Terms
    private var hasBody = false
    private var decoder: ContentDecoder?
    private var file: (any BodyWriter)?
    /// Splits the body of a success, if that is wanted.
    private var splitter: ValueCollector?
    private(set) var hasHandedOver = false
    /// Bytes of the next chunk that were already consumed at its first delivery.
    private var known = 0

    /// Bytes of values that wait to be handed over; then the transfer pauses.
    private static let mostWaiting = 256 << 10
    /// A server may declare any length; memory beyond this is allocated as data arrive.
    private static let reservedAhead = 16 << 20

    /// The request's terms for its response's body.
    private struct Terms {
        var transfer: TransferID = 0
        var bodyLimit: Int? = 0
        var sink = BodySink.nowhere
        /// True if the body is decompressed.
        var isUnpacked = false
        /// True if the caller asked for encodings of its own, and so knows what to do with those that are not decoded here.
        var asksForOwnEncodings = false
        /// Patience with the reader of a FIFO.
        var patience = Duration.zero
    }

    /// Takes nothing.
    init() {
        share = nil
        terms = Terms()
    }

    init(_ request: HTTPRequest, of transfer: TransferID, budget: BodyBudget, headerLimit: Int) {
        share = [.memory, .values].contains(request.sink) ? BodyShare(of: budget) : nil
        header = HeaderReader(limit: headerLimit)
        terms = Terms(
            transfer: transfer, bodyLimit: request.bodyLimit, sink: request.sink,
            isUnpacked: request.takesPackedBodies,
            asksForOwnEncodings: request.headers.contains { $0.isNamed("Accept-Encoding") }, patience: request.timeout)
    }

    /// Takes a raw header line, including status lines and the final empty line.
    /// - Returns: whether to continue.
    mutating func receive(header line: UnsafeRawBufferPointer) -> Bool {
        do throws(TransferError) {
            try header.receive(line, isTrailer: hasBody)
            return true
        } catch {
            failure = error
            return false
        }
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
        guard header.isWhole else { throw .network("the connection ended within the header of the response") }
    }

    /// Looks whether the response is whole, once libcurl finds it so.
    func checkEnd() throws(TransferError) {
        if let decoder, !decoder.isAtEnd { throw .undecodable("it ends in the middle") }
    }

    /// True if the body marks its own end, because it is packed.
    var isUnpacking: Bool { decoder != nil }

    /// The whole body of the last hop; nil where it went nowhere that has a name.
    mutating func takeFile() throws(TransferError) -> UnkeptBody? {
        guard let name = terms.sink.name else { return nil }
        defer { file = nil }
        return UnkeptBody(name, try openFile())
    }

    /// True if the body goes to a place that may be slow.
    var isWritten: Bool { terms.sink.name != nil }

    /// True if a part of the body was written or handed over that cannot be taken back.
    var isCommitted: Bool { file?.isCommitted == true || hasHandedOver }

    /// True if there are values to hand over.
    var hasValues: Bool { splitter.map { $0.bytesToTake > 0 } ?? false }

    /// True if there is room for more values.
    var hasRoom: Bool { splitter.map { $0.bytesToTake < Self.mostWaiting } ?? true }

    /// Hands over the values that have arrived.
    /// - Parameter isWhole: whether the body has ended.
    /// - Returns: nil unless the body is split.
    mutating func takeValues(isWhole: Bool) -> BodyValues? {
        guard splitter != nil else { return nil }
        // The values of a response that has ended keep its share.
        defer { if !isWhole { giveBackRest() } }
        hasHandedOver = hasHandedOver || hasValues
        return splitter?.take(isWhole: isWhole)
    }
}

extension ResponseCollector {
    private mutating func beginBody() throws(TransferError) {
        hasBody = true
        decoder = try makeDecoder()
        if terms.sink == .values, 200..<300 ~= header.status { splitter = ValueCollector(limit: terms.bodyLimit) }
        guard terms.sink == .memory, decoder == nil,
            let length = header.fields.first(where: { $0.isNamed("Content-Length") }).flatMap({ Int($0.value) })
        else { return }
        if let bodyLimit = terms.bodyLimit, length > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        body.reserveCapacity(min(max(0, length), Self.reservedAhead))
    }

    /// Nil where the body passes unchanged.
    private func makeDecoder() throws(TransferError) -> ContentDecoder? {
        // A part of a packed body cannot be unpacked.
        guard terms.isUnpacked, header.status != 206 else { return nil }
        let codings = ContentCodings(header.fields)
        guard !codings.foreign.isEmpty else { return codings.decoder }
        // A body that goes nowhere needs no decoding, and a caller who asked for the encoding can do it.
        if terms.sink == .nowhere || terms.asksForOwnEncodings { return nil }
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
            share?.refuse(terms.transfer)
            return false
        }
        return share?.take(bytes, for: terms.transfer) ?? true
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
        if let bodyLimit = terms.bodyLimit, size + bytes.count > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        size += bytes.count
        switch terms.sink {
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
        switch terms.sink {
        case .descriptor(let number, let name): stream(.descriptor(number), name)
        case .file(let path) where BodyStream.isMeant(by: path): stream(.path(path), path)
        case .file(let path): try PartFile(FileTarget(following: path))
        case .entry(let path): try PartFile(FileTarget(entry: path))
        case .memory, .values, .nowhere: throw .file("write a body that goes nowhere")
        }
    }

    private func stream(_ place: BodyStream.Place, _ name: String) -> BodyStream {
        BodyStream(place, name: name, isHeld: !(200..<300 ~= header.status), patience: terms.patience)
    }
}
