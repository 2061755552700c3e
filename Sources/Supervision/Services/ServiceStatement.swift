import Wire

/// What a service says to the supervisor itself (`process.output.*`).
enum ServiceStatement: Equatable {
    case ready
    /// Its state, as it is after the event with that id and source.
    case snapshot([UInt8], after: String, from: String?)
    /// What a person has entered; for the recording.
    case entered
    /// How it is.
    case status(ProcessOutput.Status)
    /// It could not take a line.
    case refused(reason: String, line: String)
    /// Nothing that a service says to the supervisor.
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
}
