import Supervision
import Wire

/// What a person is told when a session is over.
enum SessionVerdict {
    static func tell(_ verdict: Verdict) {
        if let reason = verdict.reason { StandardStream.diagnose("viperline", reason) }
        guard let log = verdict.log else { return }
        let count = verdict.problems == 1 ? "1 thing" : "\(verdict.problems) things"
        StandardStream.diagnose("viperline", "\(count) went wrong; the log is \(log)")
    }
}
