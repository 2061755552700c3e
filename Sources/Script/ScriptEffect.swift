import Wire
import SessionResult

/// What is to be done outside of the role's logic.
enum ScriptEffect: Equatable, Sendable {
    case send(Event)
    /// Calls the program; an older call is ended.
    case call(ScriptCall)
    /// Ends the call that is under way.
    case stop
    /// Writes a line to the program that keeps running.
    case feed([UInt8])
    /// Tells whoever has started the session that rows are there to be chosen, or what was chosen.
    case tell(SessionResult)
    /// A word for the log.
    case remark(String)
}
