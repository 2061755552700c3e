import SafeText
import Secrecy
import SupervisorMessages
import Wire

/// What a service says of itself (`process.output.status`), and what of it the person is told: that there is trouble, and that
/// it is over.
///
/// It knows no clock; callers pass the time.
struct ServiceStatus {
    typealias Instant = ContinuousClock.Instant

    /// A word to the person.
    struct News: Equatable {
        let text: String
        let isGood: Bool
    }

    /// Between two words to the person; what was true for a shorter time is not told.
    static let interval = Duration.seconds(1)
    /// Unicode scalars of a text that are looked at.
    private static let longestText = 1000

    /// Nil if its process has said nothing.
    private(set) var newest: ServiceReport.Status?
    private var takenAt: Instant?
    /// The trouble that the person knows of, perhaps by an earlier process.
    private var toldTrouble: String?
    private var toldAt: Instant?

    mutating func take(_ status: ProcessOutput.Status, at now: Instant) {
        let text = Self.harmless(status.text)
        newest = text.isEmpty ? nil : ServiceReport.Status(text: text, trouble: status.trouble == true)
        takenAt = now
    }

    mutating func processEnded() { newest = nil }

    /// When the person is to be told something.
    var nextDeadline: Instant? {
        guard news != nil, let takenAt else { return nil }
        return toldAt.map { max(takenAt, $0 + Self.interval) } ?? takenAt
    }

    /// - Returns: nil where there is nothing to tell, or not yet.
    mutating func takeNews(at now: Instant) -> News? {
        guard let deadline = nextDeadline, deadline <= now, let news else { return nil }
        toldTrouble = news.isGood ? nil : news.text
        toldAt = now
        return news
    }

    private var news: News? {
        guard let newest else { return nil }
        if newest.trouble { return newest.text == toldTrouble ? nil : News(text: newest.text, isGood: false) }
        return toldTrouble == nil ? nil : News(text: newest.text, isGood: true)
    }

    private static func harmless(_ text: String) -> String {
        let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
        let line = StrippedText.strip(beginning, newline: " ", tab: " ")
        return SecretText.holdsSecret(line) ? "(withheld: it looks as if it held a secret)" : Bounds.text(line)
    }
}
