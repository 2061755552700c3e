import Spelling
import YAML

/// The last pass: makes a ``Composition`` of a checked ``Draft``, with absolute paths and no value missing.
struct DraftResolver {
    private let variable: (String) -> String?
    private let overrides: [String: String]
    private let folders: Folders
    private let fileSystem: FileSystem
    private let commands: CommandLookup
    private(set) var mistakes: [Mistake] = []

    init(
        variable: @escaping (String) -> String?, overrides: [String: String], folders: Folders, fileSystem: FileSystem
    ) {
        self.variable = variable
        self.overrides = overrides
        self.folders = folders
        self.fileSystem = fileSystem
        commands = CommandLookup(folders: folders, files: fileSystem, path: variable("PATH"))
    }

    mutating func resolve(_ draft: Draft) -> Composition {
        var services: [Service] = []
        for service in draft.services { services.append(resolve(service)) }
        var composition = Composition(
            name: draft.name ?? ApplicationName.ofFile(draft.place.origin, in: folders.working),
            description: draft.description, services: services, states: draft.states.map(\.value),
            rules: draft.rules.map(\.rule))
        if let limit = draft.lineLimit { composition.lineLimit = limit }
        if let limit = draft.queueLimit { composition.queueLimit = limit }
        return composition
    }

    private mutating func resolve(_ draft: ServiceDraft) -> Service {
        var service = Service(name: draft.name, command: command(of: draft))
        for (name, value) in draft.environmentOfFiles { service.environment[name] = value }
        for (name, value) in draft.environment {
            // As in Compose, a name without a value is left out when the variable is not set.
            if let value = value ?? variable(name) { service.environment[name] = value }
        }
        service.environment.merge(overrides) { $1 }
        service.workingDirectory = workingDirectory(of: draft)
        checkScript(of: draft, in: service.workingDirectory)
        service.tty = draft.tty?.value ?? false
        service.exitOnEnd = draft.exitOnEnd?.value ?? false
        service.receives = draft.receives.map(\.value)
        service.sends = draft.sends.map(\.value)
        service.dependsOn = draft.dependsOn.map(\.value)
        if let signal = draft.stopSignal { service.stopSignal = signal }
        if let period = draft.stopGracePeriod { service.stopGracePeriod = period }
        if let restart = draft.restart { service.restart = restart }
        service.successExitCodes = draft.successExitCodes
        service.recovery = recovery(of: draft)
        service.healthCheck = healthCheck(of: draft)
        service.aliases = draft.aliases
        service.isTested = draft.isTested
        service.watch = watch(of: draft, in: service.workingDirectory)
        return service
    }

    /// The service's own rules, or else rules for the files that its command names. A path is relative to the file that names it.
    private func watch(of draft: ServiceDraft, in workingDirectory: String?) -> [WatchRule] {
        guard let rules = draft.watch else {
            let named = CommandFiles(folders: folders, files: fileSystem)
                .named(in: draft.command?.value ?? [], workingDirectory: workingDirectory)
            return named.map { WatchRule(path: Folders.plain($0)) }
        }
        return rules.map { WatchRule(path: path($0.path), ignore: $0.ignore, include: $0.include) }
    }

    private func recovery(of draft: ServiceDraft) -> Recovery {
        switch draft.recovery {
        case .redeliver: .redeliver(notices: draft.notices.map(\.value), progress: draft.progress.map(\.value))
        case .replay: .replay
        case .latest: .latest
        case nil, .some(.none): .none
        }
    }

    /// The command, its program as an absolute path; empty commands are reported by another check.
    private mutating func command(of service: ServiceDraft) -> [String] {
        guard let command = service.command, command.value.first?.isEmpty == false else { return [] }
        return resolved(command, of: service, key: "command")
    }

    private mutating func resolved(_ command: Located<[String]>, of service: ServiceDraft, key: String) -> [String] {
        guard let program = command.value.first else { return [] }
        let own = service.isReplaced ? nil : service.workingDirectory.map(path)
        do throws(CommandLookup.Failure) {
            let bases = own.map { [$0, command.place.folder] } ?? [command.place.folder]
            return [try commands.path(of: program, in: bases)] + command.value.dropFirst()
        } catch {
            mistakes.append(service.mistake(error.description, key: key, at: command.place))
            return []
        }
    }

    /// The script of an interpreter exists, unless another service may have to make it first.
    private mutating func checkScript(of service: ServiceDraft, in workingDirectory: String?) {
        guard let command = service.command, let script = ScriptArgument.of(command.value),
            !service.dependsOn.contains(where: { $0.value.condition == .completedSuccessfully })
        else { return }
        let path = Folders.plain(Folders.absolute(script, in: workingDirectory ?? folders.working))
        let isOwn = variable(SessionVariable.folder).map { path.hasPrefix($0) } ?? false
        guard !isOwn, !fileSystem.exists(path) else { return }
        let folder = Folders.parent(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let similar = Suggestion.nearest(to: name, among: fileSystem.names(folder).sorted())
        let hint = similar.map { " (did you mean \"\($0)\"?)" } ?? ""
        mistakes.append(service.mistake("no file \"\(path)\"\(hint)", key: "command", at: command.place))
    }

    private mutating func healthCheck(of service: ServiceDraft) -> HealthCheck? {
        guard let draft = service.healthCheck, !draft.isDisabled, let test = draft.test else { return nil }
        var check = HealthCheck(command: resolved(test, of: service, key: "healthcheck.test"))
        if let interval = draft.interval { check.interval = interval }
        if let timeout = draft.timeout { check.timeout = timeout }
        if let retries = draft.retries { check.retries = retries }
        if let period = draft.startPeriod { check.startPeriod = period }
        if let interval = draft.startInterval { check.startInterval = interval }
        return check
    }

    /// The folder in which the service runs: its `working_dir`, or else the folder of the file that its command comes from. The user's own
    /// command (`--replace`) runs in the working folder, since its arguments are relative to that.
    private mutating func workingDirectory(of service: ServiceDraft) -> String? {
        guard !service.isReplaced else { return nil }
        guard let folder = service.workingDirectory else {
            return (service.command?.place.folder).flatMap { isWorkingFolder($0) ? nil : $0 }
        }
        let path = path(folder)
        // A folder in the session's own folder may be made later.
        let isOwn = variable(SessionVariable.folder).map { folder.value.hasPrefix($0) } ?? false
        if !isOwn, !fileSystem.isFolder(path) {
            mistakes.append(service.mistake("no folder \"\(path)\"", key: "working_dir", at: folder.place))
        }
        return isWorkingFolder(path) ? nil : path
    }

    private func isWorkingFolder(_ path: String) -> Bool { path == Folders.plain(folders.working) }

    /// An absolute path of a value that may be a relative one.
    private func path(_ value: Located<String>) -> String {
        Folders.plain(Folders.absolute(value.value, in: value.place.folder ?? folders.working))
    }
}

/// The private folder of a session, for sockets and the like. It is removed with the session.
package enum SessionVariable {
    /// The variable for the session's folder, in compose files and in the environment of every service.
    package static let folder = "VIPERLINE_SESSION_DIR"
}
