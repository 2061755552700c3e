import Composition
import Platform
import Processes

/// The session's log, and what went wrong in it. A service that errs without end can't fill the disk: only the first
/// problems of each kind are logged.
final class DiagnosisLog {
    let log: SessionLog
    private let folder: SessionFolder
    /// The view draws on the terminal to which the log goes, so the log is held back until the end.
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
        let (isLogged, isLast) = problems.admit(kind: diagnosis.kind)
        if isLogged { log.write(SessionLog.ownName, "\(diagnosis)") }
        if isLast { log.write(SessionLog.ownName, "(further messages of this kind are counted but not logged)") }
    }

    /// The session is over: removes its folder, except for a log that the user still needs. Waits for nobody.
    /// - Returns: the path of a log with problems; nil when there is no need to read it.
    func leaveFolder() -> String? {
        let isInside = log.path?.hasPrefix(folder.path + "/") == true
        if isInside, count > 0 || isHeldBack { folder.keepLog() } else { folder.remove() }
        return count > 0 && !isHeldBack ? log.path : nil
    }

    /// Writes what waits, and shows a log that was held back.
    /// - Parameter patience: how long the log's reader may pause.
    /// - Returns: why the log is incomplete.
    func finish(patience: Duration) -> String? {
        let gap = log.finish(patience: patience).map {
            "the log \(isHeldBack ? "" : "\(log.path ?? "on stderr") ")is incomplete: \($0)"
        }
        if isHeldBack {
            log.show(patience: patience)
            folder.remove()
        }
        return gap
    }
}

/// Counts what goes wrong and decides what of it is worth a line in the log.
struct Problems {
    /// How many of one kind are logged.
    static let logged = 20
    /// How many kinds are distinguished; all further ones count as one kind.
    static let kinds = 1000

    private(set) var count = 0
    private var counts: [String: Int] = [:]

    /// Counts one more problem.
    /// - Returns: whether to log it, and whether it is the last of its kind to be logged.
    mutating func admit(kind: String) -> (isLogged: Bool, isLast: Bool) {
        count += 1
        let kind = counts.count < Self.kinds || counts[kind] != nil ? kind : "others"
        counts[kind, default: 0] += 1
        let seen = counts[kind, default: 0]
        return (seen <= Self.logged, seen == Self.logged)
    }
}
