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
    ///   - sessionFolder: what stands for the session's folder in the composition; its variable is written in that place.
    ///   - working: where services without a folder run.
    ///   - withheld: what is written in place of the value of a variable; nil for the value itself. It is not escaped, so it may be
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
