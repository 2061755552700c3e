import Platform
import SafeText
import Secrecy
import SupervisorMessages
import Wire

/// The status that a service reports (`process.output.status`), and the news about it for the user: a problem, and its
/// end.
///
/// A status knows no clock; callers pass the time.
struct ServiceStatus {

    /// A notice for the user.
    struct News: Equatable {
        let text: String
        let isGood: Bool
    }

    /// The least time between two notices; a status that lasts for a shorter time is not shown.
    static let interval = Duration.seconds(1)
    /// The time between two inspections of a text, which cost more than to keep it: a service may report a million times a
    /// second, and only the newest report counts.
    static let frame = Duration.milliseconds(16)
    /// Unicode scalars of a text that are inspected.
    private static let longestText = 1000

    /// The latest report, unchanged but cut to a length.
    private var reported: Report?
    private var takenAt: Instant?
    /// The form of ``reported`` that is shown; nil until it is needed.
    private var inspected: Inspected?
    private var inspectedAt: Instant?
    /// The number of texts that were inspected, for tests.
    private(set) var inspections = 0
    /// The problem that the user knows of, perhaps from an earlier process.
    private var shownTrouble: String?
    private var shownAt: Instant?

    private struct Report: Equatable {
        let text: String
        let trouble: Bool
    }

    private struct Inspected {
        /// Nil without a visible character.
        let status: ServiceReport.Status?
    }

    mutating func note(_ status: ProcessOutput.Status, at now: Instant) {
        let beginning = String.UnicodeScalarView(status.text.unicodeScalars.prefix(Self.longestText))
        let reported = Report(text: String(beginning), trouble: status.trouble == true)
        if reported != self.reported { inspected = nil }
        self.reported = reported
        takenAt = now
    }

    mutating func processEnded() { (reported, inspected) = (nil, nil) }

    /// The newest report; nil if the process has reported nothing.
    var newest: ServiceReport.Status? { mutating get { inspect() } }

    private mutating func inspect() -> ServiceReport.Status? {
        guard let reported else { return nil }
        if let inspected { return inspected.status }
        inspections += 1
        let text = Self.harmless(reported.text)
        let status = text.isEmpty ? nil : ServiceReport.Status(text: text, trouble: reported.trouble)
        inspected = Inspected(status: status)
        return status
    }

    /// When to show the user a notice, or when to find out whether there is one.
    var nextDeadline: Instant? {
        guard let reported, let takenAt,
            inspected.map({ news(of: $0.status) != nil }) ?? (reported.trouble || shownTrouble != nil)
        else {
            return nil
        }
        let next = [shownAt.map { $0 + Self.interval }, inspected == nil ? inspectedAt.map { $0 + Self.frame } : nil]
        return next.compactMap(\.self).reduce(takenAt, max)
    }

    /// - Returns: nil if there is nothing to show, or not yet.
    mutating func takeNews(at now: Instant) -> News? {
        guard let deadline = nextDeadline, deadline <= now else { return nil }
        if inspected == nil { inspectedAt = now }
        guard let news = news(of: inspect()) else { return nil }
        shownTrouble = news.isGood ? nil : news.text
        shownAt = now
        return news
    }

    private func news(of newest: ServiceReport.Status?) -> News? {
        guard let newest else { return nil }
        if newest.trouble { return newest.text == shownTrouble ? nil : News(text: newest.text, isGood: false) }
        return shownTrouble == nil ? nil : News(text: newest.text, isGood: true)
    }

    private static func harmless(_ text: String) -> String {
        let line = StrippedText.strip(text, newline: " ", tab: " ")
        return SecretText.holdsSecret(line) ? "(withheld: it looks as if it held a secret)" : Bounds.text(line)
    }
}

/// An event from a service to the supervisor itself (`process.output.*`).
enum ServiceStatement: Equatable {
    case ready
    /// The state of the service after the event with that id and source.
    case snapshot([UInt8], after: String, from: String?)
    /// Input of the user; for the recording.
    case entered
    /// The status of the service, for the user.
    case status(ProcessOutput.Status)
    /// The service could not take a line.
    case refused(reason: String, line: String)
    /// An event that is not for the supervisor.
    case unknown(type: String)
    case malformed(PayloadError)

    init(_ event: Event) {
        switch event.type {
        case ProcessOutput.Ready.type: self = .ready
        case ProcessOutput.Snapshot.type:
            self = .snapshot(event.data, after: event.causationID ?? "", from: event.causationSource)
        case ProcessOutput.Entered.type: self = .entered
        case ProcessOutput.Status.type:
            do throws(PayloadError) {
                self = .status(try event.decode(ProcessOutput.Status.self))
            } catch {
                self = .malformed(error)
            }
        case ProcessOutput.Refused.type:
            let refused = try? event.decode(ProcessOutput.Refused.self)
            self = .refused(reason: refused?.reason ?? "no reason given", line: refused?.line ?? "")
        default: self = .unknown(type: event.type)
        }
    }

    var isUnderstood: Bool {
        switch self {
        case .unknown, .malformed: false
        case .ready, .snapshot, .entered, .status, .refused: true
        }
    }
}
