/// Subjects of a pool.
///
/// | subject | what | who publishes |
/// |---|---|---|
/// | `vl-calls.POOL.CALLER.TYPE` | requests, to one of the workers | callers |
/// | `vl-notices.POOL.CALLER.TYPE` | notices, to all workers | callers |
/// | `vl-answers.POOL.CALLER.TYPE` | answers and signs | workers |
/// | `vl.POOL.TYPE` | requests of any NATS client, to one of the workers | clients |
///
/// A caller is two tokens: a word for permissions, and one for its session. So a permission binds a caller to its name, and no header has to
/// be believed.
package struct PoolSubjects: Equatable, Sendable {
    /// What a subject is about.
    enum Purpose: Equatable, Sendable {
        case call(SubjectName, type: Substring)
        case notice(SubjectName, type: Substring)
        case answer(SubjectName, type: Substring)
        case client(type: Substring)
        /// A question about the service, such as `PING`.
        case service(Substring)
    }

    package let pool: SubjectName

    /// The queue group of a pool's workers.
    static let group = "workers"
    /// The word of a caller without one.
    package static let anyWord = "_"
    /// The type of the notice that asks workers which of the caller's requests they have.
    static let report = "pool.input.report"

    package init(_ pool: SubjectName) {
        self.pool = pool
    }

    /// Nil if the type cannot be part of a subject.
    package func call(_ type: String, from caller: SubjectName) -> String? {
        EventSubject.make("\(root(.calls)).\(caller)", type: type)
    }

    package func notice(_ type: String, from caller: SubjectName) -> String? {
        EventSubject.make("\(root(.notices)).\(caller)", type: type)
    }

    package func answer(_ type: String, to caller: SubjectName) -> String? {
        EventSubject.make("\(root(.answers)).\(caller)", type: type)
    }

    package var calls: String { "\(root(.calls)).*.*.>" }
    package var notices: String { "\(root(.notices)).*.*.>" }
    package var clients: String { "\(EventSubject.root).\(pool).>" }
    package func answers(to caller: SubjectName) -> String { "\(root(.answers)).\(caller).>" }

    // MARK: - Reading

    func read(_ subject: String) -> Purpose? {
        if let rest = Self.rest(of: subject, after: root(.calls)) {
            return Self.split(rest).map { .call($0, type: $1) }
        }
        if let rest = Self.rest(of: subject, after: root(.answers)) {
            return Self.split(rest).map { .answer($0, type: $1) }
        }
        if let rest = Self.rest(of: subject, after: root(.notices)) {
            return Self.split(rest).map { .notice($0, type: $1) }
        }
        if let type = Self.rest(of: subject, after: "\(EventSubject.root).\(pool)") { return .client(type: type) }
        return Self.rest(of: subject, after: ServiceSubjects.root).flatMap {
            $0.split(separator: ".").first.map { .service($0) }
        }
    }

    private static func rest(of subject: String, after root: String) -> Substring? {
        guard subject.hasPrefix(root), subject.utf8.dropFirst(root.utf8.count).first == UInt8(ascii: ".") else {
            return nil
        }
        return subject.dropFirst(root.count + 1)
    }

    private static func split(_ rest: Substring) -> (SubjectName, Substring)? {
        guard let word = rest.firstIndex(of: "."),
            let end = rest[rest.index(after: word)...].firstIndex(of: "."),
            let caller = SubjectName(String(rest[..<end]))
        else { return nil }
        return (caller, rest[rest.index(after: end)...])
    }

    // MARK: - Permissions

    enum Root: String {
        case calls, notices, answers
    }

    /// What subjects of that kind begin with, before the caller.
    func root(_ root: Root) -> String { "\(EventSubject.root)-\(root.rawValue).\(pool)" }
}

/// Headers of a pool's messages, besides those of CloudEvents.
package enum PoolHeader {
    /// Of requests and notices: the caller's incarnation, a dot, and how many lines it has read.
    package static let position = "Viperline-Position"
    /// Of requests: the service's name on the caller's bus. A worker's child has the same name.
    package static let service = "Viperline-Service"
    /// Of requests: patterns of types that do not answer them, separated by commas.
    package static let progress = "Viperline-Progress"
    /// Of requests from the second attempt on, and of their answers: how often a worker may have got it.
    package static let attempt = "Viperline-Attempt"
    /// Of requests: how often a busy worker has sent this attempt away.
    package static let refusals = "Viperline-Refusals"
    /// Of requests, in milliseconds: after this time without a sign of life, the caller sends the request again.
    package static let patience = "Viperline-Patience"
    /// Of answers to clients that are not callers: why there is none.
    package static let error = "Nats-Service-Error"
    package static let errorCode = "Nats-Service-Error-Code"
}

/// A word and a number, in a header: `word.number`.
struct PoolPlace: Equatable, Sendable {
    let word: Substring
    let number: Int

    private static let longest = 64

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.longest, let dot = text.lastIndex(of: "."), dot > text.startIndex,
            let number = Int(text[text.index(after: dot)...]), number >= 0
        else { return nil }
        word = text[..<dot]
        self.number = number
    }
}
