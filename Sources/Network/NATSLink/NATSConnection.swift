import CNATS
package import NATSBridge
package import Platform

/// A connection to a NATS server, driven by the caller's poll loop. libnats is configured with an event loop, so it has
/// no thread that reads: the loop's own thread reads and writes, and takes messages from subscriptions without waiting
/// for them. That saves two thread switches per message. libnats's own threads send pings; they talk to the loop through
/// ``LibraryConnection``.
///
/// A lost connection is made again, each time with a fresh libnats connection: with an event loop, libnats keeps part of a message when a
/// connection is lost, and takes the next connection's bytes for the rest ([nats.c #1007](https://github.com/nats-io/nats.c/issues/1007)).
/// libnats would also wait between its attempts until a time of day, and an hour longer if the clock is set back.
package final class NATSConnection {
    private let settings: ConnectionSettings
    private let wakeup: Wakeup
    /// The last one, which may be an attempt or lost.
    private var library: LibraryConnection
    /// Nil while there is no connection.
    private var handle: OpaquePointer?
    /// When to make the next attempt, or to give up on the current one.
    private var nextAttempt: Instant?
    /// By subject; without a connection, none has a handle.
    private var subscriptions: [String: (group: String?, handle: OpaquePointer?)] = [:]
    /// Ended ones, for which the server may have sent messages before it knew.
    private var draining: [OpaquePointer] = []
    /// The places of the connection's descriptors in the last poll set.
    private var places: (wakeup: Int?, socket: Int?)?
    private var wasConnected = false
    /// Attempts since the last connection that a server has answered, but not with a connection.
    private var refusals = 0
    private var failure: LinkError?
    /// Why no further attempt is made, for example because the server has refused the credentials twice.
    package private(set) var end: LinkError?
    /// While disconnected: when to report why.
    private var nextLook: Instant? = .now + lookInterval
    private var reason = ""

    /// Milliseconds for one attempt to connect to one server.
    static let patience: Int64 = 2000
    /// The pause between two attempts, and the most added to that at random.
    private static let (pause, jitter) = (Duration.milliseconds(250), 100)
    /// Milliseconds between two pings, and unanswered pings after which the server counts as gone.
    static let (pingInterval, mostPings): (Int64, Int32) = (5000, 2)
    /// Other failures of a server's greeting, after which a client that was never connected gives up.
    private static let mostFailures = 3
    private static let lookInterval = Duration.seconds(3)
    /// An attempt that takes this long beyond its patience is left alone.
    private static let attemptGrace = Duration.seconds(5)

    /// Begins to connect. ``takeStatus()`` reports the result.
    package init(_ settings: ConnectionSettings) throws {
        self.settings = settings
        wakeup = try Wakeup()
        library = LibraryConnection(settings, wakeup)
        nextAttempt = attemptEnd
    }

    // No deinit: with an event loop, libnats takes half a second to close a connection, and this one lasts as long as its process.

    private var attemptEnd: Instant {
        .now + .milliseconds(Self.patience) * settings.servers.count + Self.attemptGrace
    }

    private func connectLater() {
        nextAttempt = .now + Self.pause + .milliseconds(Int.random(in: 0...Self.jitter))
        nextLook = nextLook ?? .now + Self.lookInterval
    }

    // MARK: - The loop

    /// Adds the connection's descriptors to a poll set.
    /// - Parameter reads: whether to read messages; otherwise they wait at the server.
    package func add(to set: inout PollSet, reading reads: Bool = true) {
        let (socket, writes) = handle == nil ? (nil, false) : library.interest
        let interest: PollSet.Interest? = reads ? (writes ? .readingAndWriting : .reading) : writes ? .writing : nil
        places = (set.add(wakeup.descriptor), interest.flatMap { set.add(socket, for: $0) })
    }

    /// Reads available messages, without waiting. If a request has no receiver, its answer has the status 503.
    package func receive(after set: PollSet) -> [NATSMessage] {
        guard let place = places?.socket, set.canRead(place), handle != nil, !library.isLost else { return [] }
        natsConnection_ProcessReadEvent(handle)
        var messages: [NATSMessage] = []
        for case let handle? in subscriptions.values.lazy.map(\.handle) { Self.takeAll(of: handle, &messages) }
        draining.removeAll { subscription in
            Self.takeAll(of: subscription, &messages)
            guard !natsSubscription_IsValid(subscription) else { return false }
            natsSubscription_Destroy(subscription)
            return true
        }
        return messages
    }

    private static func takeAll(of subscription: OpaquePointer, _ messages: inout [NATSMessage]) {
        var message: OpaquePointer?
        var (count, bytes): (Int32, Int32) = (0, 0)
        // libnats makes the text of an error where no message waits.
        while natsSubscription_GetPending(subscription, &count, &bytes) == NATS_OK, count > 0,
            natsSubscription_NextMsg(&message, subscription, 0) == NATS_OK, let message
        {
            messages.append(NATSMessage(message))
            viperline_freeMessage(message)
        }
    }

    /// Writes published messages, as far as there is room.
    package func flush() {
        if !hasSent { natsConnection_ProcessWriteEvent(handle) }
    }

    /// True if ``takeStatus()`` or ``takeComplaints(at:)`` may have something new.
    package func hasChanged(after set: PollSet) -> Bool {
        places.map { set.isReady($0.wakeup) } ?? true || deadline.map { $0 <= .now } ?? false
    }

    package func takeStatus() -> [LinkStatus] {
        wakeup.take()
        var statuses: [LinkStatus] = []
        if handle != nil, library.isLost {
            endConnection()
            connectLater()
            statuses.append(.disconnected)
        }
        if let outcome = library.takeOutcome() {
            switch outcome {
            case .success(let connection): statuses.append(begin(connection))
            case .failure(let error) where isFinal(error): end = error
            case .failure(let error):
                failure = error
                connectLater()
            }
        }
        if let nextAttempt, nextAttempt <= .now {
            library.abandon()
            library = LibraryConnection(settings, wakeup)
            self.nextAttempt = attemptEnd
        }
        return statuses
    }

    private func begin(_ connection: LibraryConnection.Handle) -> LinkStatus {
        (handle, wasConnected, refusals) = (connection.pointer, true, 0)
        (nextAttempt, nextLook, reason, failure) = (nil, nil, "", nil)
        do throws(LinkError) {
            for subject in subscriptions.keys { try subscribeNow(subject) }
        } catch {
            library.complain(error.description)
        }
        return .connected(server: server, limit: Int(clamping: natsConnection_GetMaxPayload(handle)))
    }

    /// True if another attempt makes no sense.
    private func isFinal(_ error: LinkError) -> Bool {
        guard error.kind != .absence else { return false }
        refusals += 1
        // A server that is stopped may end in the middle of its greeting.
        return error.kind == .refusal ? refusals >= mostRefusals : !wasConnected && refusals >= Self.mostFailures
    }

    /// Before version 3.8, libnats sometimes leaves out a signature (https://github.com/nats-io/nats.c/pull/705).
    private var mostRefusals: Int { settings.signs ? 3 : wasConnected ? 2 : 1 }

    private func endConnection() {
        for (subject, subscription) in subscriptions {
            natsSubscription_Destroy(subscription.handle)
            subscriptions[subject]?.handle = nil
        }
        for subscription in draining { natsSubscription_Destroy(subscription) }
        draining = []
        if let handle { LibraryConnection.Handle(pointer: handle).destroy() }
        handle = nil
    }

    /// When ``takeStatus()`` or ``takeComplaints(at:)`` may have more to report.
    package var deadline: Instant? { earliest(nextLook, nextAttempt) }

    /// Complaints of the server or libnats since the last call, and why there is no connection.
    package func takeComplaints(at now: Instant) -> [String] {
        let complaints = library.takeComplaints().map { "the server reports: \($0)" }
        guard let look = nextLook, look <= now else { return complaints }
        nextLook = now + Self.lookInterval
        let absence = "no server answers at \(settings.publicServers); retrying"
        let reason = failure.map { $0.kind == .absence ? absence : $0.description } ?? absence
        guard reason != self.reason else { return complaints }
        self.reason = reason
        return complaints + [reason]
    }

    // MARK: - Messages

    /// Bytes published but not written. While connected, libnats does not limit them.
    package var unwritten: Int { handle == nil ? 0 : Int(max(0, natsConnection_Buffered(handle))) }

    /// True if everything published is written, or there is no connection to write to.
    package var hasSent: Bool { handle == nil || !library.interest.writes }

    /// Publishes a message. Anything published while disconnected is lost.
    package func publish(_ message: borrowing NATSMessage) throws(LinkError) {
        guard handle != nil else { return }
        let count = Int32(clamping: message.payload.count)
        let (subject, reply) = (message.subject, message.reply)
        if message.headers.isEmpty, reply == nil {
            // libnats creates no message of its own for these.
            let status = message.payload.withUnsafeBytes {
                natsConnection_Publish(handle, subject, $0.baseAddress, count)
            }
            return try LinkError.check("publish \(subject)", status)
        }
        var created: OpaquePointer?
        let status = message.payload.withUnsafeBytes { payload in
            natsMsg_Create(
                &created, subject, reply, payload.baseAddress?.assumingMemoryBound(to: CChar.self), count)
        }
        try LinkError.check("make a message", status)
        defer { if let created { viperline_freeMessage(created) } }
        for header in message.headers {
            try LinkError.check("set a header", natsMsgHeader_Set(created, header.name, header.value))
        }
        try LinkError.check("publish \(subject)", natsConnection_PublishMsg(handle, created))
    }

    /// - Parameter group: the queue group; each message goes to one of its members.
    package func subscribe(_ subject: String, group: String? = nil) throws(LinkError) {
        guard subscriptions[subject] == nil else { return }
        subscriptions[subject] = (group, nil)
        if handle != nil { try subscribeNow(subject) }
    }

    private func subscribeNow(_ subject: String) throws(LinkError) {
        var subscription: OpaquePointer?
        let status =
            if let group = subscriptions[subject]?.group {
                natsConnection_QueueSubscribeSync(&subscription, handle, subject, group)
            } else {
                natsConnection_SubscribeSync(&subscription, handle, subject)
            }
        try LinkError.check("subscribe to \(subject)", status)
        // Everything is taken after each read, so no more than one read's worth ever waits.
        _ = natsSubscription_SetPendingLimits(subscription, -1, -1)
        subscriptions[subject]?.handle = subscription
    }

    /// Messages that the server has already sent arrive nevertheless.
    package func unsubscribe(_ subject: String) {
        guard let handle = subscriptions.removeValue(forKey: subject)?.handle else { return }
        guard natsSubscription_Drain(handle) == NATS_OK else { return natsSubscription_Destroy(handle) }
        draining.append(handle)
    }

    // MARK: -

    private var server: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            guard natsConnection_GetConnectedUrl(handle, buffer.baseAddress, buffer.count) == NATS_OK,
                let start = buffer.baseAddress
            else { return "" }
            return ConnectionSettings.withoutUser(String(cString: start))
        }
    }
}

extension NATSMessage {
    /// The most headers read; each name counts once, with its first value.
    private static let mostHeaders = 64

    /// A copy of a message of libnats.
    fileprivate init(_ message: OpaquePointer) {
        let payload = natsMsg_GetData(message).map { start in
            Array(UnsafeRawBufferPointer(start: start, count: Int(max(0, natsMsg_GetDataLength(message)))))
        }
        self.init(
            natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
            reply: natsMsg_GetReply(message).map { String(cString: $0) }, payload: payload ?? [])
        var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return }
        defer { free(names) }
        for place in 0..<min(Int(count), Self.mostHeaders) {
            var value: UnsafePointer<CChar>?
            guard let name = names[place], natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else {
                continue
            }
            headers.append(NATSHeader(String(cString: name), String(cString: value)))
        }
    }
}

/// Replaces the libnats function of this name, which makes it discard every message that looks like the server's "no responders": an
/// empty one with the status 503. Anybody who may publish can send such a message, and a stream redelivers it for ever.
///
/// So all messages arrive unchanged, with their subjects; ``NATSMessage/hasNoResponders`` recognizes the server's.
@c(natsMsg_IsNoResponders)
package func neverSaysThatNobodyResponds(_ message: OpaquePointer?) -> Bool { false }
