import Platform

/// Subjects of a pool (protocols/nats.md).
///
/// A caller is two tokens: a word for permissions, and one for its session. So a permission binds a caller to its name, and no header has to
/// be believed.
package struct PoolSubjects: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// Requests, notices or answers of a caller.
        case caller(Root, SubjectName, type: Substring)
        case client(type: Substring)
        /// A question about services, such as `PING`.
        case service(Substring)
    }

    enum Root: Int, CaseIterable, Sendable {
        case calls, answers, notices
    }

    package let pool: SubjectName
    /// The beginnings of subjects, before the caller, or before a client's type.
    private let roots: [String]
    private let clientRoot: String

    /// The beginning of a pool's subjects.
    static let root = "vl"
    static let serviceRoot = "$SRV"
    static let verbs = ["PING", "INFO", "STATS"]
    /// The word of a caller without one.
    package static let anyWord = "_"
    /// The type of the notice that asks workers which of the caller's requests they have.
    static let report = "pool.input.report"

    package init(_ pool: SubjectName) {
        self.pool = pool
        roots = Root.allCases.map { "\(Self.root)-\($0).\(pool)" }
        clientRoot = "\(Self.root).\(pool)"
    }

    /// Nil if the type cannot be part of a subject.
    func make(_ root: Root, _ type: String, of caller: SubjectName) -> String? {
        SubjectWords.isType(type) ? "\(self.root(root)).\(caller).\(type)" : nil
    }

    func root(_ root: Root) -> String { roots[root.rawValue] }
    func all(_ root: Root) -> String { "\(self.root(root)).*.*.>" }
    var clients: String { "\(clientRoot).>" }
    /// The workers' queue group. The server makes one group of those that have the same name and receive the same message.
    var group: String { pool.description }
    /// The name among services (ADR-32), which has no dots.
    var serviceName: String { pool.description.replacing(".", with: "-") }

    /// The subjects of questions: to all services, to those of this name, to one of them.
    /// - Parameter id: a worker's, or `*`.
    func questions(id: String) -> [String] {
        Self.verbs.map { "\(Self.serviceRoot).\($0)" }.flatMap {
            [$0, "\($0).\(serviceName)", "\($0).\(serviceName).\(id)"]
        }
    }

    func read(_ subject: String) -> Purpose? {
        for root in Root.allCases {
            guard let rest = SubjectWords.rest(of: subject, after: self.root(root)) else { continue }
            let words = SubjectWords.split(rest, most: 3)
            guard words.count == 3, let caller = SubjectName(String(rest[..<words[1].endIndex])) else { return nil }
            return .caller(root, caller, type: words[2])
        }
        if let type = SubjectWords.rest(of: subject, after: clientRoot) { return .client(type: type) }
        let question = SubjectWords.rest(of: subject, after: Self.serviceRoot)
        return question.flatMap { SubjectWords.split($0).first }.map { .service($0) }
    }
}

/// The subjects of a caller's own messages, which come back to it: the server's status of a request, and pings.
struct Inbox: Equatable, Sendable {
    let prefix: String

    func subject(_ purpose: String, _ number: Int) -> String { "\(prefix).\(purpose).\(number)" }

    func read(_ subject: String) -> (purpose: Substring, number: Int)? {
        guard let rest = SubjectWords.rest(of: subject, after: prefix) else { return nil }
        let tokens = SubjectWords.split(rest)
        guard tokens.count == 2, let number = Int(tokens[1]) else { return nil }
        return (tokens[0], number)
    }
}

/// Headers of a pool's messages, besides those of CloudEvents (protocols/nats.md).
enum PoolHeader {
    static let position = "Viperline-Position"
    static let service = "Viperline-Service"
    static let progress = "Viperline-Progress"
    static let attempt = "Viperline-Attempt"
    static let refusals = "Viperline-Refusals"
    static let patience = "Viperline-Patience"
    /// The reason in error answers to clients that are not callers.
    static let error = "Nats-Service-Error"
    static let errorCode = "Nats-Service-Error-Code"
}
