import Platform
import Declarations
import SafeText
import Wire
import YAML
import Spelling

/// Reads a ``Draft`` from a tree. Checks that every key is known and every value has the right type.
///
/// Each file is read on its own for its mistakes, the merged tree for its meaning.
struct DraftReader: NodeReader {
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
        case develop, test
    }

    /// Keys of a service in `depends_on`.
    enum DependencyKey: String, CaseIterable {
        case condition, required
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
                    member, of: root, known: TopLevelKey.names + DeclarationReader.Key.names, .topLevel)
            }
        }
    }

    private mutating func services(_ node: ComposeNode) {
        for member in members(of: node, expecting: "a mapping of names to services") {
            guard member.key.utf8.isWord(with: "._-") else {
                let rule = "a service's name is made of ASCII letters, digits, \".\", \"_\" and \"-\""
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
        case .profiles: service.profiles = names(value, areFree: false)
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
        case .test: service.isTested = flag(value) ?? true
        case .extends: break
        case .aliases: service.aliases = names(value, areFree: true)
        case nil:
            draft.wiringIsKnown = false
            unknownKey(entry, of: node, known: ServiceKey.names, .service)
        }
    }

    private mutating func wiring(_ node: ComposeNode) -> [Located<MessagePattern>] {
        guard let patterns = patterns(node) else {
            draft.wiringIsKnown = false
            return []
        }
        return patterns
    }

    /// - Parameter level: the level at which Compose may have a key of that name.
    mutating func unknownKey(
        _ member: ComposeNode.Member, of node: ComposeNode, known: [String], _ level: ForeignKey.Level
    ) {
        if member.value.instruction != .reset, let foreign = ForeignKey(member.key, level) {
            report("\(foreign)", at: member, of: node)
        } else {
            unknownKey(member, of: node, known: known)
        }
    }
}

/// Readers for the lists and mappings of a service.
extension DraftReader {
    /// Message patterns; nil when the list, or one of its items, cannot be read.
    mutating func patterns(_ node: ComposeNode) -> [Located<MessagePattern>]? {
        guard let items = items(of: node, expecting: "a list of protocols or message types") else { return nil }
        var patterns: [Located<MessagePattern>] = []
        var isReadable = true
        for item in items {
            guard let text = text(item, expecting: "a protocol or a message type") else {
                isReadable = false
                continue
            }
            if !MessagePattern.isWellFormed(text) {
                let rule = "a pattern is words joined by dots, such as view.input or view.input.show, or view.*"
                mistakes.append(item.mistake("bad pattern \"\(text)\"; \(rule)"))
                isReadable = false
            } else if isNew(text, in: patterns.map(\.value.description), at: item) {
                patterns.append(Located(value: MessagePattern(text), place: item.place))
            }
        }
        return isReadable ? patterns : nil
    }

    /// A list of names, each once.
    /// - Parameter areFree: whether a name may have any characters.
    mutating func names(_ node: ComposeNode, areFree: Bool) -> [String] {
        var names: [String] = []
        for item in items(of: node, expecting: "a list of names") ?? [] {
            guard let name = areFree ? text(item, expecting: "a name") : name(item), isNew(name, in: names, at: item)
            else { continue }
            names.append(name)
        }
        return names
    }

    /// A mapping of names to values, or a list of `NAME=VALUE`.
    mutating func environment(_ node: ComposeNode) -> [(name: String, value: String?)] {
        var variables: [(name: String, value: String?)] = []
        if let items = node.items {
            for item in items {
                guard let text = text(item, expecting: "NAME=VALUE") else { continue }
                let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard isVariable(parts[0], at: item), isNew(parts[0], in: variables.map(\.name), at: item) else {
                    continue
                }
                variables.append((parts[0], parts.count > 1 ? parts[1] : nil))
            }
            return variables
        }
        for member in members(of: node, expecting: "a mapping of names to values, or a list of NAME=VALUE") {
            guard isVariable(member.key, at: member.value) else { continue }
            if case .null = member.value.content {
                variables.append((member.key, nil))
            } else if let value = text(member.value) {
                variables.append((member.key, value))
            }
        }
        return variables
    }

    /// A list of services, or a mapping of services to `condition:`.
    mutating func dependencies(_ node: ComposeNode) -> [Located<Dependency>] {
        var dependencies: [Located<Dependency>] = []
        if let items = node.items {
            for item in items {
                guard let service = text(item, expecting: "the name of a service"),
                    isNew(service, in: dependencies.map(\.value.service), at: item)
                else { continue }
                dependencies.append(Located(value: Dependency(service: service), place: item.place))
            }
            return dependencies
        }
        for member in members(of: node, expecting: "a list of services, or a mapping of services to a condition") {
            let condition = condition(member.value) ?? .started
            let dependency = Dependency(service: member.key, condition: condition)
            dependencies.append(Located(value: dependency, place: member.place))
        }
        return dependencies
    }

    private mutating func condition(_ node: ComposeNode) -> Dependency.Condition? {
        var condition: Dependency.Condition?
        for member in members(of: node, expecting: "a mapping with \"condition\"") {
            let key = DependencyKey(rawValue: member.key)
            if key == .required { continue }
            guard key == .condition else {
                if member.key == "restart" {
                    let advice = "a service that comes back regains what it needs (recovery)"
                    report("Compose has \"restart\" here, Viperline does not; \(advice)", at: member, of: node)
                } else {
                    unknownKey(member, of: node, known: DependencyKey.names)
                }
                continue
            }
            guard let text = text(member.value, expecting: "a condition") else { continue }
            condition = Dependency.Condition(rawValue: text)
            if condition == nil {
                let known = Dependency.Condition.allCases.map(\.rawValue)
                let hint = Suggestion.hint(for: text, among: known)
                let all = hint.isEmpty ? "; it is one of \(known.joined(separator: ", "))" : hint
                mistakes.append(member.value.mistake("unknown condition \"\(text)\"\(all)"))
            }
        }
        return condition
    }

    /// The services that need not be part of the session.
    mutating func optionalDependencies(_ node: ComposeNode) -> Set<String> {
        var names: Set<String> = []
        for member in node.members ?? [] {
            if let required = member.value["required"], flag(required) == false { names.insert(member.key) }
        }
        return names
    }

    private mutating func isVariable(_ name: String, at node: ComposeNode) -> Bool {
        if !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) { return true }
        mistakes.append(node.mistake("bad variable name \"\(name)\""))
        return false
    }

    mutating func isNew(_ name: String, in earlier: [String], at node: ComposeNode) -> Bool {
        guard earlier.contains(name) else { return true }
        mistakes.append(node.mistake("\"\(name)\" is listed twice"))
        return false
    }
}

/// Readers for types of values. Each reports what is wrong, and returns nil or what could be read.
extension DraftReader {
    /// The text of a scalar, as written.
    mutating func text(_ node: ComposeNode, expecting expected: String = "a text") -> String? {
        guard let text = scalar(node, expecting: expected) else { return nil }
        // A program's arguments and environment end at the first NUL.
        guard !text.utf8.contains(0) else { return refuse("a NUL character cannot be passed to a program", at: node) }
        return text
    }

    mutating func name(_ node: ComposeNode) -> String? {
        guard let name = text(node, expecting: "a name") else { return nil }
        if name.utf8.isWord(with: "._-") { return name }
        return refuse("bad name \"\(name)\"; it is made of ASCII letters, digits, \".\", \"_\" and \"-\"", at: node)
    }

    /// The description of an application, on one line, for lists.
    mutating func description(_ node: ComposeNode) -> String? {
        guard let text = text(node, expecting: "a line of text") else { return nil }
        let line = StrippedText.strip(text, newline: " ", tab: " ").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        if line.isEmpty {
            return refuse("an empty description; describe the application in a few words", at: node)
        }
        guard line.utf8.count <= ComposeLimits.longestDescription else {
            let length = "\(line.utf8.count) bytes of description are too many"
            return refuse("\(length); at most \(ComposeLimits.longestDescription)", at: node)
        }
        return line
    }

    /// YAML 1.1's truth values, as Compose accepts them.
    mutating func flag(_ node: ComposeNode) -> Bool? {
        if case .scalar(let text, isPlain: true) = node.content {
            switch text.lowercased() {
            case "true", "yes", "on": return true
            case "false", "no", "off": return false
            default: break
            }
        }
        wrongType(node, "true or false")
        return nil
    }

    mutating func duration(_ node: ComposeNode) -> Duration? {
        guard let text = text(node, expecting: "a duration such as 1m30s or 500ms") else { return nil }
        if let duration = ComposeDuration.parse(text) {
            if duration <= ComposeLimits.longestDuration { return duration }
            return refuse("\(text) is too long; at most 24h", at: node)
        }
        let isBare = Int(text) != nil && ComposeDuration.parse(text + "s") != nil
        let hint = isBare ? " (did you mean \"\(text)s\"?)" : ""
        return refuse("bad duration \"\(text)\"\(hint); write it as 1m30s or 500ms (us, ms, s, m, h)", at: node)
    }

    mutating func bytes(_ node: ComposeNode) -> Int? {
        guard let text = text(node, expecting: "a number of bytes such as 64kb or 1mb") else { return nil }
        if let bytes = ComposeBytes.parse(text), bytes > 0 {
            if bytes <= ComposeLimits.mostBytes { return bytes }
            return refuse("\(text) is too much; at most 1gb", at: node)
        }
        return refuse("bad number of bytes \"\(text)\"; write it as 65536, 64kb, 1mb or 1gb", at: node)
    }

    mutating func signal(_ node: ComposeNode) -> Int32? {
        guard let text = text(node, expecting: "a signal such as SIGTERM") else { return nil }
        if let signal = SignalName.parse(text) { return signal }
        let names = SignalName.numbers.keys.sorted().map { "SIG\($0)" }
        let candidates = text.uppercased().hasPrefix("SIG") ? names : names.map { String($0.dropFirst(3)) }
        let hint = Suggestion.hint(for: text.uppercased(), among: candidates)
        return refuse("unknown signal \"\(text)\"\(hint); write it as SIGTERM, TERM or 15", at: node)
    }

    /// Words that only a shell can be meant by, unless they are quoted.
    private static let shellSigns = ["&&", "||", "|", ">", ">>", "<", "2>&1", "2>", "&", ";"]

    /// A list of words, or a line that is split into words.
    mutating func command(_ node: ComposeNode) -> [String]? {
        if let items = node.items {
            let words = items.compactMap { text($0, expecting: "a word of the command") }
            return words.count == items.count ? words : nil
        }
        guard let line = text(node, expecting: "a list of words, or one line") else { return nil }
        do {
            let words = try ShellWords.split(line)
            if let sign = Self.shellSigns.first(where: {
                words.contains($0) && line.split(separator: " ").contains($0[...])
            }) {
                mistakes.append(
                    node.mistake(
                        "no shell reads a command, so \"\(sign)\" would be a word of it; write [sh, -c, '…'], or quote it"
                    ))
            }
            return words
        } catch {
            return refuse("cannot split \"\(line)\" into words: \(error)", at: node)
        }
    }
}
