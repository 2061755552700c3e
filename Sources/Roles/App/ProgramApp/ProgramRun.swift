import Platform
import Processes
import Wire

/// The process of one call, in its own process group. Once it is stopped, everything that it started ends with it; otherwise that
/// may be an independent program, such as a browser. What a preview has started always ends with it.
enum ProgramRun {
    /// The most bytes that wait for the program. An event that does not fit is lost.
    private static let mostUnread = 1 << 20
    /// The most bytes of stderr that an alert quotes.
    private static let mostWords = 2000

    /// - Parameters:
    ///   - command: searched for in PATH.
    ///   - input: the complete input; nil if events may follow.
    ///   - variables: of the call.
    ///   - hasTerminal: whether it may use the session's terminal.
    ///   - leavesGroup: whether what it has started lives on after its end.
    static func start(
        _ command: [String], input: [UInt8]?, variables: [String: String], hasTerminal: Bool = true,
        leavesGroup: Bool = true
    ) throws(SystemError) -> PipedProcess {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = hasTerminal ? .own : .ownSession
        launch.environment = RoleEnvironment.withoutRole(OwnEnvironment.variables).merging(variables) { $1 }
        let run = try PipedProcess(
            launch, [.input, .output, .diagnostics], mostUnread: max(mostUnread, input?.count ?? 0),
            mostWords: mostWords, leavesGroup: leavesGroup)
        if let input {
            _ = run.give(input)
            run.endInput()
        }
        return run
    }
}
