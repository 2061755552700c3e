import ArgumentParser
import Composition
import Platform
import Processes
import Wire

/// `viperline` without a word, in a terminal: a screen of all applications, again after each that was run.
///
/// Nothing of the working folder is read before the person has said yes, because its files run commands and may be a stranger's.
struct Launcher {
    /// The row that stands for the working folder's applications.
    private static let here = "here"

    private let viperline = Folders.current.executables + "/viperline"
    private var consent = FolderConsent()
    /// The row where the person was.
    private var last: String?

    /// Whether there is a person in front of a screen.
    static var hasTerminal: Bool { isatty(0) == 1 && isatty(1) == 1 }

    /// - Returns: the exit code.
    mutating func run() throws -> Int32 {
        while true {
            let folder = FolderFiles.here
            let isKnown = folder.map { consent.covers($0) } ?? false
            let list = ApplicationList.current(isKnown ? [.installed, .own, .folder] : [.installed, .own])
            let rows = LauncherRows(list, asking: isKnown ? nil : folder, here: Self.here)
            let outcome = try Self.show(rows.json(selecting: last))
            guard let chosen = outcome.chosen?.first.map({ String(decoding: $0, as: UTF8.self) }) else {
                // Leaving is what a launcher is for.
                return outcome.code == 130 ? 0 : outcome.code
            }
            last = chosen
            if let folder, chosen == Self.here {
                guard try agrees(to: folder) else { continue }
                consent.give(to: folder)
                last = nil
            } else if let entry = rows.entry(chosen), !launch(entry) {
                return 0
            }
        }
    }

    private func agrees(to folder: FolderFiles) throws -> Bool {
        try Self.show(folder.question).chosen?.first == Array(FolderFiles.yes.utf8)
    }

    private static func show(_ rows: [UInt8]) throws -> AppSession.Outcome {
        // Nobody reads the session's signals any more when it is over.
        defer { [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGTSTP].forEach(SignalPipe.uninstall) }
        return try AppSession(title: "Applications", source: .rows(rows)).run()
    }

    /// - Returns: whether the person is still there.
    private func launch(_ entry: ApplicationList.Entry) -> Bool {
        if let mistake = entry.mistake { return Pause.afterFailure(mistake) }
        let words = entry.isScript ? ["app", "--", entry.path] : ["run", entry.path]
        switch ForegroundChild.run([viperline] + words) {
        case .success(let outcome):
            // 130 is how a person ends a session with Ctrl-C.
            return [0, 130].contains(outcome.code) || Pause.afterFailure("\(entry.name) \(outcome)")
        case .failure(let error): return Pause.afterFailure("\(entry.name): \(error)")
        }
    }
}
