import Declarations
import Wire
import YAML

/// Reads a ``Draft`` from a tree. Checks that every key is known and every value has the right type.
///
/// Each file is read on its own for its mistakes, the merged tree for its meaning.
struct DraftReader {
    enum TopLevelKey: String, CaseIterable {
        case name, description, services, states, forbids
        /// Read by ``IncludePass``.
        case include
        case lineLimit = "line_limit"
        case queueLimit = "queue_limit"
    }

    enum ServiceKey: String, CaseIterable {
        case command, environment, tty, receives, sends, profiles
        /// The variables in these files; ``EnvironmentFilePass`` has read them.
        case environmentFile = "env_file"
        case workingDirectory = "working_dir"
        case exitOnEnd = "exit_on_end"
        case dependsOn = "depends_on"
        case healthCheck = "healthcheck"
        case stopSignal = "stop_signal"
        case stopGracePeriod = "stop_grace_period"
        case restart, recovery, notices, progress
        /// Read by ``ExtendsPass``.
        case extends
        /// Read by ``ServiceAliases``.
        case aliases
        case successExitCodes = "success_exit_codes"
        case develop
    }

    var mistakes: [Mistake] = []
    private var draft = Draft()

    static func read(_ root: ComposeNode) -> (draft: Draft, mistakes: [Mistake]) {
        var reader = DraftReader()
        reader.composition(root)
        return (reader.draft, reader.mistakes)
    }

    private mutating func composition(_ root: ComposeNode) {
        for member in members(of: root, expecting: "a mapping with \"services\"") {
            let value = member.value
            switch TopLevelKey(rawValue: member.key) {
            case .name: draft.name = name(value)
            case .description: draft.description = description(value)
            case .services: services(value)
            case .include: break
            case .states: draft.states = patterns(value) ?? []
            case .forbids: draft.rules = rules(value)
            case .lineLimit: draft.lineLimit = bytes(value)
            case .queueLimit: draft.queueLimit = bytes(value)
            case nil:
                unknownKey(
                    member, of: root, known: TopLevelKey.allCases.map(\.rawValue) + DeclarationReader.keys, .topLevel)
            }
        }
    }

    private mutating func services(_ node: ComposeNode) {
        for member in members(of: node, expecting: "a mapping of names to services") {
            guard isName(member.key) else {
                let rule = "a service's name is made of letters, digits, \".\", \"_\" and \"-\""
                mistakes.append(
                    Mistake(
                        place: member.place, path: node.path, message: "bad service name \"\(member.key)\"; \(rule)"))
                draft.wiringIsKnown = false
                continue
            }
            draft.services.append(service(member))
        }
        if node.members == nil { draft.isWhole = false }
    }

    private mutating func service(_ member: ComposeNode.Member) -> ServiceDraft {
        var service = ServiceDraft(name: member.key, place: member.place)
        if member.value.members == nil { draft.wiringIsKnown = false }
        for entry in members(of: member.value, expecting: "a mapping with \"command\", \"receives\" and the like") {
            read(entry, into: &service, of: member.value)
        }
        return service
    }

    private mutating func read(
        _ entry: ComposeNode.Member, into service: inout ServiceDraft, of node: ComposeNode
    ) {
        let value = entry.value
        switch ServiceKey(rawValue: entry.key) {
        case .command:
            service.hasCommand = true
            service.command = command(value).map { Located(value: $0, place: value.place) }
        case .environment: service.environment = environment(value)
        case .environmentFile: if value.members != nil { service.environmentOfFiles = environment(value) }
        case .profiles: service.profiles = profileNames(value)
        case .workingDirectory: service.workingDirectory = text(value).map { Located(value: $0, place: value.place) }
        case .tty: service.tty = flag(value).map { Located(value: $0, place: value.place) }
        case .exitOnEnd: service.exitOnEnd = flag(value).map { Located(value: $0, place: value.place) }
        case .receives: service.receives = wiring(value)
        case .sends: service.sends = wiring(value)
        case .dependsOn:
            service.dependsOn = dependencies(value)
            service.optionalDependencies = optionalDependencies(value)
        case .healthCheck: service.healthCheck = healthCheck(value)
        case .stopSignal: service.stopSignal = signal(value)
        case .stopGracePeriod: service.stopGracePeriod = duration(value)
        case .restart: service.restart = restartMode(value)
        case .recovery: service.recovery = recoveryMode(value)
        case .notices: service.notices = patterns(value) ?? []
        case .progress: service.progress = patterns(value) ?? []
        case .successExitCodes: service.successExitCodes = exitCodes(value)
        case .develop: service.watch = development(value)
        case .extends: break
        case .aliases: service.aliases = names(value)
        case nil:
            draft.wiringIsKnown = false
            unknownKey(entry, of: node, known: ServiceKey.allCases.map(\.rawValue), .service)
        }
    }

    private mutating func wiring(_ node: ComposeNode) -> [Located<MessagePattern>] {
        guard let patterns = patterns(node) else {
            draft.wiringIsKnown = false
            return []
        }
        return patterns
    }

    /// - Parameter level: where Compose may have a key of that name.
    mutating func unknownKey(
        _ member: ComposeNode.Member, of node: ComposeNode, known: [String], _ level: ForeignKey.Level? = nil
    ) {
        guard member.value.instruction != .reset else { return }
        let message: String
        if let foreign = level.flatMap({ ForeignKey(member.key, $0) }) {
            message = "\(foreign)"
        } else {
            let hint = Suggestion.hint(for: member.key, among: known)
            let all = hint.isEmpty ? "; the keys here are \(known.sorted().joined(separator: ", "))" : hint
            message = "unknown key \"\(member.key)\"\(all)"
        }
        mistakes.append(Mistake(place: member.place, path: node.path, message: message))
    }
}
