package import Wire

package struct PoolCallerSettings: Sendable {
    package var pool: SubjectName
    /// The name in the caller's subjects: a word for permissions, a dot, and a word for its session. A replacement process has the same.
    package var caller: SubjectName
    /// The name of this service on the bus; answers are written under it.
    package var service: String
    /// Distinguishes this process from its predecessors.
    package var incarnation: String
    package var servers = ""
    /// Types that answers may have; nil for all.
    package var sends: [MessagePattern]?
    /// Types that get no answer.
    package var notices: [MessagePattern] = []
    /// Types of answers before the last one.
    package var progress: [MessagePattern] = []
    package var lineLimit = LineBuffer.standardLimit
    package var isSupervised = false
    package var underWay = 1024
    /// A request is sent again after this time without a sign of life from its worker.
    package var patience = PoolPatience.standard

    package init(pool: SubjectName, caller: SubjectName, service: String, incarnation: String) {
        (self.pool, self.caller, self.service, self.incarnation) = (pool, caller, service, incarnation)
    }
}

/// How long a caller waits for a sign of life.
package enum PoolPatience {
    package static let standard = Duration.seconds(5)
    package static let milliseconds = 300...3_600_000
    /// A worker sends that many signs in that time.
    static let signs = 3
}

package struct PoolWorkerSettings: Sendable {
    package var pool: SubjectName
    /// Distinguishes this process from all others; the service's id.
    package var incarnation: String
    /// The version of this program, as the services API shows it: three numbers with dots between them.
    package var version = "0.0.0"
    /// The start of the worker, RFC 3339.
    package var started = ""
    package var lineLimit = LineBuffer.standardLimit
    /// Requests under way at once; as many others may wait.
    package var parallel = 8
    /// Children at once. Each caller has its own.
    package var children = 16
    /// The time for an answer: if a request is not answered in it, its child is killed.
    package var answerWithin = Duration.seconds(60)
    /// A child without a request ends after this time.
    package var idle = Duration.seconds(60)

    package init(pool: SubjectName, incarnation: String) {
        (self.pool, self.incarnation) = (pool, incarnation)
    }
}
