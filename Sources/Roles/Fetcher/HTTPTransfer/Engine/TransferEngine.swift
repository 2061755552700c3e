import CCurl

/// Identifies a transfer. Chosen by the caller, and unique among running transfers.
package typealias TransferID = UInt64

/// Runs HTTP transfers concurrently on the calling thread. Transfers start at once.
///
/// The engine follows redirects itself, hop by hop, so that secrets for one origin are not sent to another.
struct TransferEngine: ~Copyable {
    struct End {
        let id: TransferID
        let result: Result<HTTPResponse, TransferError>
        /// A response without its body, which is refused.
        let refused: HTTPResponse?
    }

    struct Transfer {
        /// The hop under way.
        var request: HTTPRequest
        let easy: EasyHandle
        var redirects = 0
        /// The time that earlier hops took.
        var elapsed = Duration.zero
        /// The part of it during which they were paused for lack of room.
        var waited = Duration.zero
    }

    private let settings: ClientSettings
    private let budget: BodyBudget
    private let now: () -> Int
    private let cookies: CookieJar?
    private var multi: MultiHandle
    private var names = NameMemory()
    private var running: [TransferID: Transfer] = [:]
    private var idle: [EasyHandle] = []
    private var completed: [End] = []
    /// The transfer whose answer is next; nil without an order.
    var awaited: TransferID?
    /// Transfers paused for lack of room.
    private(set) var paused: Set<TransferID> = []
    /// The transfer whose values were taken last.
    private var lastWithValues: TransferID = 0

    /// - Parameter now: seconds since 1970, for headers that give a date.
    init(_ settings: ClientSettings, budget: BodyBudget, now: @escaping () -> Int) throws(TransferError) {
        let jar = settings.connection.keepsCookies ? try CookieJar() : nil
        self.settings = settings
        self.budget = budget
        self.now = now
        cookies = jar
        multi = MultiHandle(keptConnections: settings.parallel)
    }

    mutating func keepConnections(_ count: Int) { multi.keepConnections(count) }

    /// Transfers under way.
    var inFlight: Int { running.count }

    /// The number of times that a handle's options were all set.
    var setups: Int { idle.reduce(0) { $0 + $1.setups } + running.values.reduce(0) { $0 + $1.easy.setups } }

    /// Starts a transfer, to be returned once by ``perform()`` unless it is cancelled.
    /// - Parameter earlier: the hops that have led to this request.
    mutating func start(_ request: HTTPRequest, as id: TransferID, after earlier: Transfer? = nil) {
        var easy = earlier?.easy
        do throws(TransferError) {
            try request.check()
            let handle = if let easy { easy } else { try idleHandle() }
            easy = handle
            var transfer = earlier ?? Transfer(request: request, easy: handle)
            transfer.request = request
            let left = request.timeout - (transfer.elapsed - transfer.waited)
            guard left > .zero else { throw .timeout(request.timeout, from: request.url.place) }
            try handle.prepare(request, of: id, timeout: left, settings, budget: budget, names: &names)
            try multi.add(handle)
            running[id] = transfer
        } catch {
            finish(easy, as: id, .failure(error))
        }
    }

    /// Cancels a transfer. It is not returned.
    mutating func cancel(_ id: TransferID) {
        completed.removeAll { $0.id == id }
        paused.remove(id)
        guard let transfer = running.removeValue(forKey: id) else { return }
        multi.remove(transfer.easy)
        transfer.easy.forgetSetup()
        rest(transfer.easy)
    }

    /// True if a transfer has ended that was not returned yet.
    var hasEnded: Bool { !completed.isEmpty }

    mutating func perform() -> [End] {
        resume()
        for (easy, failure) in multi.perform() { settle(easy, failure) }
        resume()
        defer { completed.removeAll(keepingCapacity: true) }
        return completed
    }

    mutating func wait(reading: [Int32], own: [Int32], writing: [Int32], for time: Duration?) -> [Int32] {
        multi.wait(reading: reading, own: own, writing: writing, for: time)
    }
}

extension TransferEngine {
    private mutating func idleHandle() throws(TransferError) -> EasyHandle {
        if let easy = idle.popLast() { return easy }
        return try EasyHandle(cookies: cookies)
    }

    /// Keeps a handle for the next transfer.
    private mutating func rest(_ easy: EasyHandle) {
        easy.clear()
        idle.append(easy)
    }

    /// Handles the end of a hop, which may be the end of its transfer.
    private mutating func settle(_ easy: EasyHandle, _ failure: CURLcode?) {
        let id = easy.hop.transfer
        guard var transfer = running.removeValue(forKey: id) else { return }
        paused.remove(id)
        let before = transfer.elapsed
        transfer.elapsed += easy.elapsed
        transfer.waited += easy.waited
        do throws(TransferError) {
            if let failure {
                easy.forgetSetup()
                throw easy.error(
                    failure, of: transfer.request.url, elapsed: transfer.elapsed - transfer.waited,
                    timeout: transfer.request.timeout)
            }
            try easy.hop.collector.checkHeader()
            if let limit = settings.connection.redirectLimit, let target = easy.redirectTarget {
                guard transfer.redirects < limit else { throw .tooManyRedirects(limit: limit) }
                transfer.redirects += 1
                start(try transfer.request.redirected(to: target, status: easy.status), as: id, after: transfer)
            } else {
                try easy.hop.collector.checkEnd()
                finish(easy, as: id, .success(try response(to: transfer, before: before)))
            }
        } catch {
            let isSplit = easy.hop.collector.hasHandedOver || easy.hop.collector.hasValues
            var refused: HTTPResponse?
            if isSplit || error.refusesBody, easy.hop.collector.header.isWhole {
                refused = head(of: transfer, before: before)
                refused?.values = easy.takeValues(isWhole: false)
                refused?.share = easy.hop.collector.share
            }
            finish(easy, as: id, .failure(error), refused: refused)
        }
    }

    private func response(to transfer: Transfer, before: Duration) throws(TransferError) -> HTTPResponse {
        var response = head(of: transfer, before: before)
        response.values = transfer.easy.takeValues(isWhole: true)
        let collector = transfer.easy.hop.collector
        response.body = collector.body
        response.size = collector.size
        response.share = collector.share
        response.hop.isUnpacked = collector.isUnpacking
        response.unkept = try transfer.easy.takeFile()
        return response
    }

    /// A response without its body.
    /// - Parameter before: the time that earlier hops took.
    private func head(of transfer: Transfer, before: Duration) -> HTTPResponse {
        let easy = transfer.easy
        var response = HTTPResponse(
            url: transfer.request.url, status: easy.status, headers: easy.hop.collector.header.fields,
            receivedAt: now(), duration: transfer.elapsed)
        response.hop.timeToFirstByte = before + easy.timeToFirstByte
        response.hop.lookup = easy.lookup.map { before + $0 }
        response.hop.connect = easy.connect.map { before + $0 }
        response.hop.handshake = easy.handshake.map { before + $0 }
        response.hop.receivedBytes = easy.receivedBytes
        response.hop.httpVersion = easy.httpVersion
        response.hop.remoteAddress = easy.remoteAddress
        response.redirects = transfer.redirects
        return response
    }

    private mutating func finish(
        _ easy: EasyHandle?, as id: TransferID, _ result: Result<HTTPResponse, TransferError>,
        refused: HTTPResponse? = nil
    ) {
        if let easy { rest(easy) }
        completed.append(End(id: id, result: result, refused: refused))
    }
}

/// Values that arrive before their response is whole.
extension TransferEngine {
    /// True if a transfer may hand values over: in an order, only the awaited one.
    var hasValues: Bool { nextWithValues != nil }

    /// Takes the values of one transfer, with what is known of its response.
    mutating func takeValues() -> (id: TransferID, response: HTTPResponse)? {
        guard let id = nextWithValues, var transfer = running[id] else { return nil }
        lastWithValues = id
        let before = transfer.elapsed
        transfer.elapsed += transfer.easy.elapsed
        var response = head(of: transfer, before: before)
        response.size = transfer.easy.hop.collector.size
        response.values = transfer.easy.takeValues(isWhole: false)
        return (id, response)
    }

    /// The transfer whose turn it is; another one than before, if there are several.
    private var nextWithValues: TransferID? {
        if let awaited { return running[awaited]?.easy.hop.collector.hasValues == true ? awaited : nil }
        let ready = running.filter { $1.easy.hop.collector.hasValues }.keys
        return ready.filter { $0 > lastWithValues }.min() ?? ready.min()
    }
}

/// Room for bodies.
extension TransferEngine {
    /// Resumes paused transfers in order, as far as there is room.
    private mutating func resume() {
        paused.formUnion(budget.takeRefused().filter { running[$0] != nil })
        guard !paused.isEmpty else { return }
        let favourite = favourite
        budget.favour(favourite)
        for id in paused.sorted() where id == favourite || budget.hasRoom {
            guard running[id]?.easy.hop.collector.hasRoom != false else { continue }
            paused.remove(id)
            running[id]?.easy.resume()
        }
        // Transfers refused again are noted for the next time.
        paused.formUnion(budget.takeRefused().filter { running[$0] != nil })
    }

    /// The transfer that may exceed the budget: the awaited one, or else the first, once all memory belongs to running
    /// transfers, none of which could end otherwise.
    private var favourite: TransferID? {
        if let awaited { return running[awaited] == nil ? nil : awaited }
        let underWay = running.values.reduce(0) { $0 + ($1.easy.hop.collector.share?.held ?? 0) }
        return underWay >= budget.held ? running.keys.min() : nil
    }
}

/// The time for which libcurl caches host addresses. It scans its whole cache whenever a transfer ends, which would take nearly
/// all its time with very many hosts.
struct NameMemory {
    private var hosts: Set<String> = []
    /// libcurl also scans all hosts that it had connections to whenever it closes one to make room. So with many hosts,
    /// connections are closed at once unless another request is about to use them.
    private(set) var areMany = false
    private static let few = 500

    /// - Returns: seconds, as `CURLOPT_DNS_CACHE_TIMEOUT` takes them.
    mutating func seconds(for host: String) -> Int {
        if !areMany, hosts.insert(host).inserted, hosts.count > Self.few {
            areMany = true
            hosts = []
        }
        return areMany ? 1 : 60
    }
}
