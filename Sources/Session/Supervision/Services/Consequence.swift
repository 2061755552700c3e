import Wire

/// A consequence for the session of an event in a service's life; the loop carries consequences out, in order.
enum Consequence {
    /// A line of the service's stderr.
    case log(service: String, text: String)
    case report(Diagnosis)
    /// A message for the user at the terminal.
    case notify(String, isGood: Bool = false)
    case endSession(because: String?)
    /// The session cannot continue.
    case fail(ExitStatus, Diagnosis, because: [String])
    /// A swap has succeeded.
    case swapped(service: String, pid: Int32, gap: Duration, requester: Int?)
    /// A swap has failed, as was reported.
    case notSwapped(Diagnosis, requester: Int?)

    static func text(_ diagnosis: Diagnosis, because words: [String]) -> String {
        ([diagnosis.description] + words.map { "    \($0)" }).joined(separator: "\n")
    }
}
