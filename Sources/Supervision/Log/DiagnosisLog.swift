import Composition
import Platform
import Processes

/// The session's log, and what went wrong in it. A service that errs without end can't fill the disk: of each kind of
/// problem only the first ones are told.
final class DiagnosisLog {
    let log: SessionLog
    private let folder: SessionFolder
    /// Whether the log is to go to the terminal that a view draws on, so that it is shown at the end.
    private let isHeldBack: Bool
    private var problems = Problems()

    init(_ target: LogTarget, in folder: SessionFolder, of composition: Composition) throws(SystemError) {
        self.folder = folder
        let drawsOnTerminal = composition.services.contains(where: \.tty) && isatty(0) == 1 && isatty(1) == 1
        isHeldBack = target == .diagnostics && drawsOnTerminal && isatty(2) == 1
        log = try SessionLog(
            isHeldBack ? .sessionFolder : target, in: folder, names: composition.services.map(\.name))
    }

    /// How many things went wrong.
    var count: Int { problems.count }

    func report(_ diagnosis: Diagnosis) {
        let (tell, isLast) = problems.admit(kind: diagnosis.kind)
        if tell { log.write(SessionLog.ownName, "\(diagnosis)") }
        if isLast { log.write(SessionLog.ownName, "(more of these are counted, not told)") }
    }

    /// The session is over: its folder is removed, but for a log that tells what went wrong.
    /// - Returns: where that log is; nil when there is no need to read it.
    func conclude() -> String? {
        if isHeldBack { log.show() }
        let keptLog = count > 0 && !isHeldBack ? log.path : nil
        if keptLog?.hasPrefix(folder.path + "/") == true { folder.keepLog() } else { folder.remove() }
        return keptLog
    }
}
