import Composition
import FoundationEssentials
import Processes
import Wire

/// What is left to say when all have gone.
extension Supervisor {
    func verdict() -> Verdict {
        let wentWrong = problems.count > 0
        if holdsLogBack { showHeldLog() }
        let keepsLog = wentWrong && !holdsLogBack
        let logPath = log.path
        if keepsLog, logPath?.hasPrefix(folder.path + "/") == true { folder.keepLog() } else { folder.remove() }
        return Verdict(
            code: exitCode, reason: failure?.reason, problems: problems.count, log: keepsLog ? logPath : nil)
    }

    /// The failure's, the signal's, that of the service marked `exit_on_end`; without one, that of the last service
    /// that failed, as a shell's `pipefail` has it.
    private var exitCode: Int32 {
        if let failure { return failure.code.rawValue }
        if let endingSignal { return 128 + endingSignal }
        let deciding = children.first(where: \.service.exitOnEnd)
        return deciding?.outcome?.code ?? children.compactMap { $0.outcome?.code }.last { $0 != 0 } ?? 0
    }

    private func showHeldLog() {
        for path in log.paths {
            guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
            try? StandardStream.write(Array(bytes), to: StandardStream.diagnostics)
        }
    }
}
