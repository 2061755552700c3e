import Platform
package import JSON
import Wire

/// A composition as one compose file with nothing left to merge, to find or to interpolate. It loads to an equal composition, wherever
/// it lies.
package struct ComposedFile {
    private let composition: Composition
    private let sessionFolder: String
    private let working: String
    private let withheld: (_ variable: String, _ value: String) -> String?
    private let withheldCommand: ([String]) -> [String]

    /// - Parameters:
    ///   - sessionFolder: the text that means the session's folder in the composition; its variable is written instead.
    ///   - working: the folder of services without one.
    ///   - withheld: the text in place of the value of a variable; nil for the value itself. It is not escaped, so it may be
    ///     `${NAME}`.
    ///   - withheldCommand: gets and returns the words of a command, in which dollar signs are doubled already.
    package init(
        _ composition: Composition, sessionFolder: String, working: String,
        withheld: @escaping (_ variable: String, _ value: String) -> String? = { _, _ in nil },
        withheldCommand: @escaping ([String]) -> [String] = { $0 }
    ) {
        self.composition = composition
        self.sessionFolder = sessionFolder
        self.working = working
        self.withheld = withheld
        self.withheldCommand = withheldCommand
    }

    package var value: ComposeValue {
        var members: Members = [("name", text(composition.name))]
        if let description = composition.description { members.append(("description", text(description))) }
        members.append(("services", .mapping(composition.services.map { (key: $0.name, value: service($0)) })))
        members.add("states", patterns(composition.states))
        members.add("forbids", composition.rules.map(rule))
        let standard = Composition(name: "", services: [])
        if composition.lineLimit != standard.lineLimit {
            members.append(("line_limit", .text("\(composition.lineLimit)")))
        }
        if composition.queueLimit != standard.queueLimit {
            members.append(("queue_limit", .text("\(composition.queueLimit)")))
        }
        return .mapping(members)
    }

    private typealias Members = [(key: String, value: ComposeValue)]

    private func service(_ service: Service) -> ComposeValue {
        let standard = Service(name: "", command: [])
        var members: Members = [("command", command(service.command))]
        members.append(("working_dir", text(service.workingDirectory ?? working)))
        let variables = service.environment.sorted { $0.key < $1.key }
        if !variables.isEmpty {
            members.append(
                (
                    "environment",
                    .mapping(
                        variables.map { name, value in
                            (key: name, value: withheld(name, value).map(ComposeValue.text) ?? text(value))
                        })
                ))
        }
        if service.tty { members.append(("tty", .yes)) }
        if service.exitOnEnd { members.append(("exit_on_end", .yes)) }
        members.add("receives", patterns(service.receives))
        members.add("sends", patterns(service.sends))
        if !service.dependsOn.isEmpty { members.append(("depends_on", .mapping(service.dependsOn.map(dependency)))) }
        if let check = service.healthCheck { members.append(("healthcheck", health(check))) }
        switch service.restart {
        case .never: break
        case .onFailure(let limit): members.append(("restart", .text("on-failure:\(limit)")))
        case .always(let limit): members.append(("restart", .text("always:\(limit)")))
        }
        members += recovery(service.recovery)
        members.add("success_exit_codes", service.successExitCodes.map { .text("\($0)") })
        if service.stopSignal != standard.stopSignal {
            members.append(("stop_signal", .text("\(service.stopSignal)")))
        }
        if service.stopGracePeriod != standard.stopGracePeriod {
            members.append(("stop_grace_period", .text(ComposeDuration.text(service.stopGracePeriod))))
        }
        members.add("aliases", service.aliases.map(text))
        if !service.isTested { members.append(("test", .no)) }
        members.append(("develop", .mapping([(key: "watch", value: .list(service.watch.map(watch)))])))
        return .mapping(members)
    }

    private func recovery(_ recovery: Recovery) -> Members {
        switch recovery {
        case .none: return []
        case .replay: return [("recovery", .text("replay"))]
        case .latest: return [("recovery", .text("latest"))]
        case .redeliver(let notices, let progress):
            var members: Members = [("recovery", .text("redeliver"))]
            members.add("notices", patterns(notices))
            members.add("progress", patterns(progress))
            return members
        }
    }

    private func dependency(_ dependency: Dependency) -> (key: String, value: ComposeValue) {
        (dependency.service, .mapping([(key: "condition", value: .text(dependency.condition.rawValue))]))
    }

    private func health(_ check: HealthCheck) -> ComposeValue {
        guard case .list(let words) = command(check.command) else { return .list([]) }
        return .mapping([
            (key: "test", value: .list([.text("CMD")] + words)),
            (key: "interval", value: .text(ComposeDuration.text(check.interval))),
            (key: "timeout", value: .text(ComposeDuration.text(check.timeout))),
            (key: "retries", value: .text("\(check.retries)")),
            (key: "start_period", value: .text(ComposeDuration.text(check.startPeriod))),
            (key: "start_interval", value: .text(ComposeDuration.text(check.startInterval))),
        ])
    }

    private func rule(_ rule: WiringRule) -> ComposeValue {
        .mapping([
            (key: "service", value: .list(rule.services.map(text))),
            (key: rule.side.rawValue, value: .list(patterns(rule.patterns))),
            (key: "because", value: text(rule.because)),
        ])
    }

    private func watch(_ rule: WatchRule) -> ComposeValue {
        var members: Members = [("action", .text("restart")), ("path", text(rule.path))]
        members.add("ignore", rule.ignore.map { text($0.text) })
        members.add("include", rule.include.map { text($0.text) })
        return .mapping(members)
    }

    private func patterns(_ patterns: [MessagePattern]) -> [ComposeValue] { patterns.map { text($0.description) } }

    private func command(_ words: [String]) -> ComposeValue { .texts(withheldCommand(words.map(escaped))) }

    private func text(_ text: String) -> ComposeValue { .text(escaped(text)) }

    /// A dollar sign begins no variable in it, but for that of the session's folder.
    private func escaped(_ text: String) -> String {
        text.replacing("$", with: "$$").replacing(sessionFolder, with: "${\(SessionVariable.folder)}")
    }
}

extension [(key: String, value: ComposeValue)] {
    /// A list that is not empty.
    fileprivate mutating func add(_ key: String, _ items: [ComposeValue]) {
        if !items.isEmpty { append((key, .list(items))) }
    }
}

/// A value of a compose file that is to be written, as YAML for readers or as JSON for programs.
package indirect enum ComposeValue: Equatable, Sendable {
    case text(String)
    /// `true` and `false`; what is so by default is left out.
    case yes, no
    case list([ComposeValue])
    /// Members in this order.
    case mapping([(key: String, value: ComposeValue)])

    package static func == (one: ComposeValue, other: ComposeValue) -> Bool { one.json == other.json }

    static func texts(_ texts: [String]) -> ComposeValue { .list(texts.map(ComposeValue.text)) }
}

extension ComposeValue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .yes: writer.literal("true")
        case .no: writer.literal("false")
        case .list(let items):
            writer.beginArray()
            for item in items { writer.element(item) }
            writer.endArray()
        case .mapping(let members):
            writer.beginObject()
            for member in members { writer.member(named: member.key, member.value) }
            writer.endObject()
        }
    }
}

extension ComposeValue {
    /// The value as YAML in blocks, with short lists of texts in one line.
    package var yaml: String {
        var lines: [String] = []
        append(to: &lines, indentation: "")
        return lines.map { "\($0)\n" }.joined()
    }

    /// Lists up to this length are easier to read in one line.
    private static let longestLine = 100

    private func append(to lines: inout [String], indentation: String) {
        switch self {
        case .text, .yes, .no: lines.append(indentation + inline)
        case .list(let items):
            for item in items { item.append(to: &lines, indentation: indentation, behind: "- ") }
        case .mapping(let members):
            for (key, value) in members {
                value.append(to: &lines, indentation: indentation, behind: "\(Self.scalar(key)): ")
            }
        }
    }

    /// Appends the value behind a key or the sign of an item, in its line if it fits.
    private func append(to lines: inout [String], indentation: String, behind sign: String) {
        let whole = indentation + sign + inline
        if isShort || whole.count <= Self.longestLine && isFlat {
            lines.append(whole)
        } else if sign == "- " {
            var inner: [String] = []
            append(to: &inner, indentation: indentation + "  ")
            lines.append("\(indentation)- \(inner.first.map { $0.dropFirst(indentation.count + 2) } ?? "")")
            lines += inner.dropFirst()
        } else {
            lines.append(indentation + sign.dropLast())
            append(to: &lines, indentation: indentation + "  ")
        }
    }

    /// True if the value always stays on the line of its key.
    private var isShort: Bool {
        switch self {
        case .text, .yes, .no: true
        case .list(let items): items.isEmpty
        case .mapping(let members): members.isEmpty
        }
    }

    private var isFlat: Bool {
        if case .list(let items) = self { items.allSatisfy(\.isShort) } else { false }
    }

    private var inline: String {
        switch self {
        case .text(let text): Self.scalar(text)
        case .yes: "true"
        case .no: "false"
        case .list(let items): "[\(items.map(\.inline).joined(separator: ", "))]"
        case .mapping(let members):
            "{\(members.map { "\(Self.scalar($0.key)): \($0.value.inline)" }.joined(separator: ", "))}"
        }
    }

    /// Words that some readers of YAML do not take for texts.
    private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    /// The text in double quotes unless it can't be anything but a text.
    private static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isPlain =
            !scalars.isEmpty && scalars.allSatisfy(\.isPlain) && scalars.first?.beginsPlainText == true
            && !reserved.contains(text.lowercased())
        guard !isPlain else { return text }
        return "\"\(scalars.map(\.escapedForYAML).joined())\""
    }
}

extension Unicode.Scalar {
    fileprivate var beginsPlainText: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "/", "_": true
        default: false
        }
    }

    fileprivate var isPlain: Bool {
        switch self {
        case "0"..."9", ".", "-", "+", "=", "@", "%": true
        default: beginsPlainText
        }
    }

    /// The text in a form in which nothing moves a cursor or reorders a line.
    fileprivate var escapedForYAML: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case " "..."~": return String(self)
        default: break
        }
        let isSafe = properties.isAlphabetic || properties.isEmoji || properties.generalCategory == .otherPunctuation
        if isSafe, value >= 0xA0 { return String(self) }
        let digits = String(value, radix: 16, uppercase: true)
        let width = value <= 0xFFFF ? 4 : 8
        return "\\\(width == 4 ? "u" : "U")\(String(repeating: "0", count: width - digits.count))\(digits)"
    }
}
