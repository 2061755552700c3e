import CommandBasis
import Commands
import Composition
import Platform
import SafeText
import Templates

struct InstallCommand: Command {
    static let configuration = CommandConfiguration(
        name: "install",
        abstract: "Install an application, so that viperline run NAME starts it.",
        discussion: """
            PATH is a folder with a compose file, one compose file, or one script that begins with #!. Viperline checks it, shows everything \
            that it will run, and asks. Then the application is in ~/.local/share/viperline/apps (in XDG_DATA_HOME, if that is set), and \
            `viperline run NAME` starts it.

              viperline install ./todo
              viperline run todo
              viperline install ./todo --force     a new version; files that the application has made since stay
              viperline uninstall todo

            The copy of a folder omits version control. Viperline refuses a link out of the folder, a device, and more than 128 MiB \
            or 20,000 files. The application appears as a whole, or not at all.

            Exit codes: 0 installed; 1 the answer was no; 64 usage, or neither a terminal nor --yes; 65 it cannot be installed; 69 the system \
            refused.
            """)

    var path = ""
    var name: String?
    var yes = false
    var force = false

    static var table: OptionTable<Self> {
        [
            .argument("path", \.path, "A folder, a compose file or a script."),
            .option("name", \.name, "The name of the application; by default, that of the file or the folder."),
            .flag("yes", letter: "y", \.yes, "Do not ask."),
            .flag(
                "force", \.force, "Replace an installed application of that name. Files that it has made since stay."),
        ]
    }

    func run() throws {
        let offered = try OfferedApplication(at: path, named: name)
        if let namesake = ApplicationFolders().namesake(of: offered.name) {
            throw InstallRefusal(
                "\(offered.name) is the name of \(namesake), which would be run in its place; choose another one with --name"
            )
        }
        let store = try ApplicationStore()
        if store.has(offered.name), !force { throw store.isPresent(offered.name) }
        let staged = store.preparedPath(of: offered.name)
        try offered.copy(to: staged)
        let target = store.path(of: offered.name)
        let summary = try summary(of: offered, at: staged, target)
        if offered.kind != .script { try InstalledFiles.record(staged) }
        guard let text = summary.text else {
            throw InstallRefusal("\(path) runs more than can be shown before you are asked")
        }
        let replaced = store.has(offered.name) ? ", in place of the one that is there" : ""
        try Output.report("\(offered.name): from \(path) to \(target)\(replaced)\n".printable(keeping: "\n") + text)
        try Consent.confirm("Install it?", isGiven: yes)
        try store.put(offered.name, replaces: force)
        try Output.report("Installed. viperline run \(offered.name) starts it.\n")
    }

    /// The copy is checked, and not the original, which may have changed since.
    private func summary(
        of offered: OfferedApplication, at staged: String, _ target: String
    ) throws -> InstallSummary {
        if offered.kind == .script { return InstallSummary(ofScript: offered.firstLine, at: target) }
        var options = CompositionOptions()
        options.names = ["\(staged)/"]
        do {
            let composition = try options.load(sessionFolder: "$\(SessionVariable.folder)")
            return try InstallSummary(of: composition) { $0.replacing(staged, with: target) }
        } catch let error as ComposeError {
            let original = offered.kind == .folder ? path : Folders.parent(of: path)
            let mistakes = error.mistakes.map { "\n  \($0)".replacing(staged, with: original) }.joined()
            let hint = offered.kind == .composeFile ? "\nIf it needs other files, install its folder." : ""
            throw InstallRefusal("\(path) has mistakes:\(mistakes)\(hint)")
        }
    }
}

struct UninstallCommand: Command {
    static let configuration = CommandConfiguration(
        name: "uninstall",
        abstract: "Remove an application that viperline install has installed.",
        discussion: """
            Shows what it will remove, and asks. Files that the application has created since its installation are \
            its data: the question lists them, and without a terminal only --force removes them.

            Exit codes: 0 removed; 1 the answer was no; 64 usage, or neither a terminal nor --yes; 65 it is not installed, or has data; 69 the \
            system refused.
            """)

    /// The number of files that the question names.
    private static let mostNamed = 10

    var name = ""
    var yes = false
    var force = false

    static var table: OptionTable<Self> {
        [
            .argument("name", \.name, "The name of the application."),
            .flag("yes", letter: "y", \.yes, "Do not ask."),
            .flag("force", \.force, "With --yes: remove its data, too."),
        ]
    }

    func run() throws {
        let store = try ApplicationStore()
        guard let name = try? NewName(name).text, store.has(name) else {
            let isOther = (try? NewName(name)).flatMap { ApplicationFolders().namesake(of: $0.text) }
            throw InstallRefusal(
                "\(self.name) was not installed with viperline install" + (isOther.map { "; it is \($0)" } ?? ""))
        }
        let data = try store.data(of: name)
        try Output.report("\(store.path(of: name)) is removed.\n".printable(keeping: "\n"))
        if !data.isEmpty {
            let more = data.count > Self.mostNamed ? " and \(data.count - Self.mostNamed) more" : ""
            let names = data.prefix(Self.mostNamed).joined(separator: ", ") + more
            try Output.report(
                "With it go files that are newer than the installation: \(names)\n".printable(keeping: "\n"))
            if yes, !force {
                throw InstallRefusal("\(name) has data (above): move it away, or add --force")
            }
        }
        try Consent.confirm("Remove it?", isGiven: yes)
        try store.remove(name)
    }
}
