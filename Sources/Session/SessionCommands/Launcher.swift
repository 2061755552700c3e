import CommandBasis
import Composition
import JSON
import Platform
import Processes
import SafeText
import Wire

/// `viperline` without arguments, in a terminal: a screen of all applications, again after each that was run.
///
/// Nothing of the working folder is read before the user agrees, because its files run commands and may come from an
/// untrusted sender.
package struct Launcher {
    /// The row of the working folder's applications.
    private static let here = "here"

    private let viperline = Folders.current.executables + "/viperline"
    private var consent = FolderConsent()
    /// The row that the user left.
    private var last: String?

    /// True if there is a user in front of a screen.
    package static var hasTerminal: Bool { isatty(0) == 1 && isatty(1) == 1 }

    package init() {}

    /// - Returns: the exit code.
    package mutating func run() throws -> Int32 {
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
        // The session no longer reads its signals when it is over.
        defer { [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGTSTP].forEach(SignalPipe.uninstall) }
        return try AppSession(title: "Applications", source: .rows(rows)).run()
    }

    /// - Returns: whether the user is still there.
    private func launch(_ entry: ApplicationList.Entry) -> Bool {
        if let mistake = entry.mistake { return Pause.afterFailure(mistake) }
        let words = entry.isScript ? ["app", "--", entry.path] : ["run", entry.path]
        switch ForegroundChild.run([viperline] + words) {
        case .success(let outcome):
            // 130: the user has ended the session with Ctrl-C.
            return [0, 130].contains(outcome.code) || Pause.afterFailure("\(entry.name) \(outcome)")
        case .failure(let error): return Pause.afterFailure("\(entry.name): \(error)")
        }
    }
}

/// The applications as rows of a screen.
struct LauncherRows {
    private let entries: [ApplicationList.Entry]
    /// The working folder, if the user has not been asked about it yet.
    private let folder: FolderFiles?
    private let here: String

    /// - Parameter here: the id of the row that asks.
    init(_ list: ApplicationList, asking folder: FolderFiles?, here: String) {
        entries = list.inOrder
        self.folder = folder
        self.here = here
    }

    func entry(_ id: String) -> ApplicationList.Entry? { entries.first { Self.id(of: $0) == id } }

    /// A name may be there twice, a path is not.
    private static func id(of entry: ApplicationList.Entry) -> String { "\(entry.origin):\(entry.path)" }

    /// `{"title":…,"rows":[{"id":…,"title":…,"subtitle":…,"accessory":…}],"selected":…}`
    func json(selecting id: String?) -> [UInt8] {
        var rows = entries.map { entry in
            ScreenRow(
                id: Self.id(of: entry), title: entry.name.printable, subtitle: Self.remark(on: entry),
                accessory: Self.group(of: entry),
                tone: entry.mistake == nil ? nil : "danger")
        }
        if let folder {
            rows.append(
                ScreenRow(
                    id: here, title: "This folder…", subtitle: folder.summary, accessory: nil, tone: nil))
        }
        return ScreenRows(title: "Applications", rows: rows, selected: id).json
    }

    private static func group(of entry: ApplicationList.Entry) -> String? {
        switch entry.origin {
        case .installed: entry.isExample ? "example" : nil
        case .own: "yours"
        case .folder: "this folder"
        }
    }

    private static func remark(on entry: ApplicationList.Entry) -> String? {
        if let mistake = entry.mistake { return mistake.printable }
        if entry.namesake != nil { return "\(entry.description) – \(entry.path)".printable }
        return entry.description.isEmpty ? nil : entry.description
    }
}

/// A screen of rows, as `viperline app` takes it.
struct ScreenRows: JSONWritable {
    var title: String
    var rows: [ScreenRow]
    var selected: String?
}

struct ScreenRow: JSONWritable {
    var id: String
    var title: String
    var subtitle: String?
    var accessory: String?
    var tone: String?
}

/// Another program in this terminal, and the wait for its end. Ctrl-C and Ctrl-Z are its own; when it stops, so do we,
/// for the shell to have the terminal.
enum ForegroundChild {
    static func run(_ command: [String]) -> Result<Outcome, SystemError> {
        // The terminal sends these to all its processes; a child starts with the default actions.
        let ignored = [SIGINT, SIGQUIT].map { (number: $0, action: signal($0, SIG_IGN)) }
        defer { for (number, action) in ignored { signal(number, action) } }
        let pid: pid_t
        do throws(SystemError) { pid = try Launch(command).start() } catch { return .failure(error) }
        while true {
            var status: Int32 = 0
            guard waitpid(pid, &status, WUNTRACED) == pid else {
                if errno == EINTR { continue }
                return .failure(SystemError("wait for \(command[0])"))
            }
            guard let stopped = Outcome.stopSignal(waitStatus: status) else {
                return .success(Outcome(waitStatus: status))
            }
            signal(stopped, SIG_DFL)
            kill(getpid(), stopped == SIGSTOP ? SIGSTOP : SIGTSTP)
            kill(pid, SIGCONT)
        }
    }
}

/// Errors stay in sight until the user has read them.
enum Pause {
    /// - Returns: whether the user continues; false at the end of the input.
    static func afterFailure(_ message: String) -> Bool {
        StandardStream.diagnose("viperline", message.printable)
        try? StandardStream.write(Array("Press Enter to go back. ".utf8), to: StandardStream.diagnostics)
        tcflush(0, TCIFLUSH)
        var byte: UInt8 = 0
        while true {
            let count = read(0, &byte, 1)
            if count == 1, byte != 0x0A { continue }
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }
}

/// The compose files of the working folder, by name: they are not read before the user agrees, except for a digest.
struct FolderFiles: Equatable {
    static let yes = "yes"
    private static let no = "no"
    /// The number of files that a question names.
    private static let mostNamed = 5

    let path: String
    /// Sorted.
    let names: [String]
    /// Changes when one of the files does.
    let state: Int

    /// Nil if there are none.
    static var here: FolderFiles? {
        guard let path = WorkingFolder.path else { return nil }
        let names = FileSystem.local.names(path)
            .filter { ($0.hasSuffix(".yaml") || $0 == "compose.yml") && !$0.hasPrefix(".") }.sorted()
        guard !names.isEmpty else { return nil }
        var hasher = Hasher()
        for name in names { combine("\(path)/\(name)", into: &hasher) }
        return FolderFiles(path: path, names: names, state: hasher.finalize())
    }

    /// The size and the times show a change: a program that resets them could as well write where the user has agreed
    /// already.
    private static func combine(_ path: String, into hasher: inout Hasher) {
        hasher.combine(path)
        guard let status = FileStatus(at: path)?.system else { return }
        hasher.combine(status.st_ino)
        hasher.combine(status.st_size)
        hasher.combine(status.st_ctim.tv_sec)
        hasher.combine(status.st_ctim.tv_nsec)
    }

    /// `/home/ada/clone: compose.yaml, x.yaml and 3 more`.
    var summary: String {
        let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
        return "\(path): \(names.prefix(Self.mostNamed).joined(separator: ", "))\(more)".printable
    }

    /// A screen that asks.
    var question: [UInt8] {
        ScreenRows(
            title: "List the applications of this folder?",
            rows: [
                ScreenRow(id: Self.no, title: "No", subtitle: summary),
                ScreenRow(
                    id: Self.yes, title: "Yes", subtitle: "They run commands. Choose this if you trust their author."),
            ]
        ).json
    }
}

/// The folders whose applications the user wants to see, while the launcher runs.
struct FolderConsent {
    private var given: [FolderFiles] = []

    func covers(_ files: FolderFiles) -> Bool { given.contains(files) }
    mutating func give(to files: FolderFiles) { given.append(files) }
}
