import JSON
import Platform

/// A sign of a worker about a request, besides answers: an answer of the type `pool.output.STATE`. It goes to no bus.
package struct WorkerSign: JSONCodable, Equatable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// The request is under way.
        case working
        /// The worker is full; another one may take the request.
        case busy
        /// The worker ends, so another one has to take the request.
        case returned
        /// The program has died of the request, or was too slow.
        case failed
        /// The request cannot be answered, by any worker.
        case refused

        private static let prefix = "pool.output."

        var type: String { Self.prefix + rawValue }

        init?(type: some StringProtocol) {
            guard type.hasPrefix(Self.prefix) else { return nil }
            self.init(rawValue: String(type.dropFirst(Self.prefix.count)))
        }
    }

    /// Bytes of a worker's name.
    static let longestWorker = 64

    package var worker: String
    /// The request's.
    package var source: String
    package var id: String
    package var reason: String?
}

/// Why a NATS client gets no answer, by the services API.
struct ServiceError: Error, Equatable {
    let code: Int
    let reason: String

    static func mistake(_ reason: String) -> Self { Self(code: 400, reason: reason) }
    static let busy = Self(code: 429, reason: "the worker has no room")
    static func failure(_ reason: String) -> Self { Self(code: 500, reason: reason) }

    /// Headers have no line ends.
    func message(to reply: String) -> NATSMessage {
        let line = String(reason.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }.prefix(500))
        let headers = [NATSHeader(PoolHeader.error, line), NATSHeader(PoolHeader.errorCode, "\(code)")]
        return NATSMessage(reply, headers: headers)
    }
}

/// An answer of the services API.
package struct ServiceAnswer: JSONCodable, Equatable, Sendable {
    package struct Metadata: JSONCodable, Equatable, Sendable {
        package var pool: String
        package var program: String
    }

    package struct Endpoint: JSONCodable, Equatable, Sendable {
        package var name: String
        package var subject: String
        package var group: String  // JSON: queue_group
        package var requests: Int = 0  // JSON: num_requests
        package var errors: Int = 0  // JSON: num_errors
        package var lastError: String = ""  // JSON: last_error
        /// Nanoseconds.
        package var time: Int = 0  // JSON: processing_time
        package var averageTime: Int = 0  // JSON: average_processing_time
    }

    package var type: String
    package var name: String
    package var id: String
    package var version: String
    package var metadata: Metadata
    package var description: String?
    /// RFC 3339.
    package var started: String?
    package var endpoints: [Endpoint]?
}

/// A worker as a NATS service (ADR-32): what it is, and what it has done.
struct WorkerService: Sendable {
    private let settings: PoolWorkerSettings
    let subjects: PoolSubjects
    /// They count the worker's requests: of other clients, and of callers.
    private var endpoints: [ServiceAnswer.Endpoint]

    init(_ settings: PoolWorkerSettings) {
        let subjects = PoolSubjects(settings.pool)
        (self.settings, self.subjects) = (settings, subjects)
        endpoints = [
            ServiceAnswer.Endpoint(name: "clients", subject: subjects.clients, group: subjects.group),
            ServiceAnswer.Endpoint(name: "calls", subject: subjects.all(.calls), group: subjects.group),
        ]
    }

    /// - Parameter error: why it was not answered.
    mutating func count(_ requester: PoolRequest.Requester, time: Duration = .zero, error: String? = nil) {
        let place = requester.caller == nil ? 0 : 1
        endpoints[place].requests += 1
        endpoints[place].time += Int(time / .nanoseconds(1))
        endpoints[place].averageTime = endpoints[place].time / endpoints[place].requests
        guard let error else { return }
        endpoints[place].errors += 1
        endpoints[place].lastError = String(error.prefix(200))
    }

    func answer(_ verb: Substring) -> ServiceAnswer? {
        guard PoolSubjects.verbs.contains(String(verb)) else { return nil }
        var answer = ServiceAnswer(
            type: "io.nats.micro.v1.\(verb.lowercased())_response", name: subjects.serviceName,
            id: settings.incarnation, version: settings.version,
            metadata: ServiceAnswer.Metadata(pool: settings.pool.description, program: "viperline-nats"))
        if verb == "INFO" { answer.description = "Workers of the pool \(settings.pool)" }
        if verb == "STATS" { answer.started = settings.started }
        if verb != "PING" { answer.endpoints = endpoints }
        return answer
    }
}
