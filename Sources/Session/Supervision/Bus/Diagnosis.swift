import Platform
import Processes
import Wire

/// Something that went wrong in a session; the text names the service, what happened, and why.
enum Diagnosis: Equatable, Sendable {
    case notAnEvent(sender: String, EnvelopeError, line: String)
    /// `added`: bytes that the bus adds, for the attributes that the sender has left out.
    case lineTooLong(sender: String, bytes: Int, added: Int = 0, limit: Int, beginning: String)
    /// A line over the limit that goes on and on.
    case endlessLine(sender: String, bytes: Int, limit: Int)
    case halfLine(sender: String, line: String)
    /// `because`: why the composition's rules forbid it.
    case forbidden(sender: String, type: String, allowed: [String], because: String?)
    case foreignSource(sender: String, claimed: String)
    /// An event to the supervisor does not have the form of its type.
    case malformed(sender: String, PayloadError)
    case notKept(of: String, JournalTrouble)
    case refused(by: String, reason: String, line: String)
    case undelivered(receiver: String, sender: String, type: String)
    /// The number of all events that a sender has written to a receiver that had ended.
    case undeliveredInAll(receiver: String, sender: String, count: Int)
    /// The service has ended for good, before it had read or answered everything.
    case leftUndone(service: String, Outcome, Leftover)
    /// A process that the service has started still held its output when the service had ended.
    case outlived(service: String)
    case stalled(circle: [String], limit: Int)
    case ended(service: String, Outcome)
    case restarted(service: String, Outcome, deaths: Int)
    case storm(service: String, Outcome, deaths: Int)
    /// The service's program has failed before it did anything.
    case neverBegan(service: String, Outcome)
    /// No service is left that could send it anything.
    case finished(service: String)
    /// The service closed its input and keeps running; another process is to replace it.
    case stoppedReading(service: String)
    case notStarted(service: String, SystemError)
    /// The system had no room for a successor; the supervisor tries again.
    case startPutOff(service: String, SystemError)
    case notSwapped(service: String, reason: String)
    /// A changed program has failed its rehearsal.
    case mistaken(service: String, files: String, reason: String)
    /// The service has ended, and has another process when one of its files is saved.
    case waitsForSave(service: String, Outcome)
    case neverReady(service: String, dependent: String)
    /// The service's check has failed too often in a row.
    case unhealthy(service: String, reason: String)
    case waitsForUnhealthy(service: String, dependent: String)
    case recordingBehind(path: String)
    case recordingEnded(path: String, reason: String)
}

extension Diagnosis: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnEvent(let sender, let error, let line):
            "\(sender) wrote a line that is not an event (\(error)): \(Self.quoted(line))"
                + (error.isText ? " — was this meant for stderr?" : "")
        case .lineTooLong(let sender, let bytes, let added, let limit, let beginning):
            "\(sender) wrote a line of \(bytes) bytes\(added > 0 ? ", with \(added) more of the envelope" : ""), "
                + "over the limit of \(limit) (line_limit); it was dropped: \(Self.quoted(beginning))…"
        case .endlessLine(let sender, let bytes, let limit):
            "\(sender) is writing a line that does not end: \(bytes >> 20) MiB so far, over the limit of \(limit) bytes "
                + "(line_limit); it is dropped"
        case .halfLine(let sender, let line):
            "\(sender) ended in the middle of a line; it was dropped: \(Self.quoted(line))"
        case .forbidden(let sender, let type, let allowed, let reason):
            "\(sender) may not send \"\(type)\"\(reason.map { ": \($0)" } ?? ""); it was dropped (its sends: "
                + "\(allowed.isEmpty ? "nothing" : allowed.joined(separator: ", ")))"
        case .foreignSource(let sender, let claimed):
            "\(sender) wrote a line that claims the source \"\(claimed)\"; it was dropped"
        case .malformed(let sender, let error): "\(sender) wrote a line that can't be read (\(error)); it was dropped"
        case .notKept(let service, let trouble): "\(service) \(trouble)"
        case .refused(let service, let reason, let line):
            "\(service) could not take a line (\(reason)): \(Self.quoted(line))"
        case .undelivered(let receiver, let sender, let type):
            "\(receiver) is gone: \"\(type)\" from \(sender) can't be delivered (what else it sends is counted)"
        case .undeliveredInAll(let receiver, let sender, let count):
            "\(count) event\(count == 1 ? "" : "s") from \(sender) came after \(receiver) had ended, and "
                + "\(count == 1 ? "was" : "were") not delivered"
        case .leftUndone(let service, let outcome, let leftover): "\(service) \(outcome); \(leftover)"
        case .outlived(let service):
            "\(service) has ended, but a process that it has started still held its output: what that process writes from now "
                + "on is lost. It is ended too, unless it has a session of its own (setsid)"
        case .stalled(let circle, let limit):
            "the session is stuck: each of these waits for the next to read, with \(limit) bytes (queue_limit) full: "
                + (circle + circle.prefix(1)).joined(separator: " → ")
        case .ended(let service, let outcome): "\(service) \(outcome)"
        case .restarted(let service, let outcome, let deaths):
            "\(service) \(outcome); it is started again (\(outcome == .exited(0) ? "end" : "death") \(deaths) in a row)"
        case .storm(let service, let outcome, let deaths):
            "\(service) has died \(deaths) times in a row (restart), the last time it \(outcome)"
        case .neverBegan(let service, let outcome):
            "\(service) \(outcome) before it had read or written anything; such a program is not started again "
                + "(restart)"
        case .finished(let service):
            "\(service) has nothing left to do: all services that could send to it have ended; it is not started again"
        case .stoppedReading(let service):
            "\(service) has closed its standard input but keeps running; it is ended, so that another process can read what "
                + "waits for it (restart)"
        case .notStarted(let service, let error): "\(service) could not be started: \(error)"
        case .startPutOff(let service, let error): "\(service) could not be started again (\(error)); it is tried later"
        case .notSwapped(let service, let reason):
            "what was to take the place of \(service) \(reason); the old command is started again"
        case .mistaken(let service, let files, let reason):
            "\(files) was saved, but the new \(service) \(reason); the old one keeps running"
        case .waitsForSave(let service, let outcome):
            "\(service) \(outcome); it is started again when one of its files is saved"
        case .neverReady(let service, let dependent):
            "\(dependent) was not started: it depends on \(service), which ended before it was ready"
        case .unhealthy(let service, let reason): "\(service) is unhealthy; the last healthcheck failed: \(reason)"
        case .waitsForUnhealthy(let service, let dependent):
            "\(dependent) was not started: it depends on \(service), which is unhealthy (healthcheck)"
        case .recordingBehind(let path):
            "events come faster than they can be written to \(path); it has the number of those left out"
        case .recordingEnded(let path, let reason):
            "the recording in \(path) is incomplete (\(reason)); what it has can be read, and the session continues"
        }
    }

    /// The log gets no secrets of a form.
    private static func quoted(_ line: String) -> String { EnteredSecrets.withheld(fromBeginning: line) }
}

extension Diagnosis {
    static func forbidden(_ type: String, to sender: Port) -> Diagnosis {
        .forbidden(
            sender: sender.name, type: type, allowed: sender.sends.map(\.description),
            because: sender.reason(against: type))
    }

    /// Diagnoses of one kind are counted together, so that the same mistake is not reported without end.
    var kind: String {
        switch self {
        case .notAnEvent(let sender, _, _): "notAnEvent \(sender)"
        case .lineTooLong(let sender, _, _, _, _): "lineTooLong \(sender)"
        case .endlessLine(let sender, _, _): "endlessLine \(sender)"
        case .halfLine(let sender, _): "halfLine \(sender)"
        case .forbidden(let sender, _, _, _): "forbidden \(sender)"
        case .foreignSource(let sender, _): "foreignSource \(sender)"
        case .malformed(let sender, _): "malformed \(sender)"
        case .notKept(let service, _): "notKept \(service)"
        case .refused(let service, _, _): "refused \(service)"
        case .undelivered(let receiver, let sender, _): "undelivered \(receiver) \(sender)"
        case .restarted(let service, _, _): "restarted \(service)"
        case .startPutOff(let service, _): "startPutOff \(service)"
        case .stoppedReading(let service): "stoppedReading \(service)"
        case .mistaken(let service, _, _): "mistaken \(service)"
        case .waitsForSave(let service, _): "waitsForSave \(service)"
        case .unhealthy(let service, _): "unhealthy \(service)"
        case .stalled, .ended, .undeliveredInAll, .leftUndone, .outlived, .storm, .neverBegan, .finished, .notStarted,
            .notSwapped,
            .neverReady,
            .waitsForUnhealthy, .recordingBehind,
            .recordingEnded:
            description
        }
    }
}
