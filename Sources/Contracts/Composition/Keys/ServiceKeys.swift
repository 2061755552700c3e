import YAML

extension DraftReader.TopLevelKey: FileKey {
    static let section = PageSection("compose.md", "Top level")

    var summary: String {
        switch self {
        case .name: "the session's name; the default is the file's name, or its folder's for `compose.yaml`"
        case .description:
            "one line, at most 200 bytes. A file with a description is an application; others are parts of applications"
        case .services: "the processes, by name"
        case .include: "other files, whose services, states and rules are part of this session (see below)"
        case .states: "message types of which only the newest message of each subject matters"
        case .forbids:
            "connections that the wiring must not contain, and why: `{service: view, sends: model.input, because: the view is passive}`"
        case .lineLimit, .queueLimit:
            "the longest line (1 MiB), and how much may queue for a receiver before its senders wait (1 MiB)"
        }
    }

    var shape: ValueShape {
        switch self {
        case .name: .name
        case .description:
            .text(
                TextShape(
                    pattern: #"[\s\S]*[^\s\u0000-\u001f\u007f][\s\S]*"#, length: 0...ComposeLimits.longestDescription))
        case .services: .named(NamedShape(.keys(DraftReader.ServiceKey.self), pattern: .namePattern))
        case .include: .list(of: .either([.text(.composeFile), .keys(IncludePass.Key.self)]))
        case .states: .patterns
        case .forbids: .list(of: .keys(DraftReader.RuleKey.self), count: 0...ComposeLimits.mostRules)
        case .lineLimit, .queueLimit: .bytes
        }
    }
}

extension DraftReader.ServiceKey: FileKey {
    static let section = PageSection("compose.md", "Services")

    var summary: String {
        switch self {
        case .command:
            """
            the program and its arguments, as a list, or as a line that Viperline splits into words like a shell. No \
            shell runs it. The program, and the script of a known interpreter (`python3 app.py`), must exist, unless \
            the service waits for another one to complete
            """
        case .receives, .sends:
            """
            protocols (`view.input`) or message types (`view.input.show`). A service gets its own events only if the same entry \
            is in both lists, as for timers: `app.output`
            """
        case .environment:
            "`{NAME: value}` or `[NAME=value, NAME]`; a name alone takes its value from the environment"
        case .environmentFile:
            """
            variables from files: a path, a list, or `{path: FILE, required: false}`. Later files override earlier ones, and \
            `environment` overrides all
            """
        case .workingDirectory: "its working directory"
        case .tty: "gives it the session's terminal, as descriptors 3, 4 and 5; only one service can have it"
        case .exitOnEnd: "the session ends when this service does, with its exit code"
        case .dependsOn:
            """
            `[a, b]`, or `{a: {condition: service_started, required: false}}`; the other conditions are `service_healthy` and \
            `service_completed_successfully`. With `required: false`, the other service may be inactive
            """
        case .healthCheck: "a program that checks whether the service works (see below)"
        case .profiles: "the service runs only if one of these is active"
        case .restart: "`no`, `on-failure`, `on-failure:5`, `always`, `unless-stopped` (see below)"
        case .recovery, .notices, .progress:
            "how a new process gets the state of the old one ([recovery](recovery.md#what-the-bus-keeps))"
        case .successExitCodes: "exit codes besides 0 that are not failures"
        case .stopSignal, .stopGracePeriod: "SIGTERM; 2 s"
        case .extends:
            """
            a copy of another service: its name, or `{file: FILE, service: NAME}`; the service's own keys are merged over it
            """
        case .test:
            """
            `false` for a service that reads a clock or inspects the machine: tests do not compare its recordings ([tests](testing.md))
            """
        case .aliases: "other names for the service, for later files"
        case .develop:
            """
            for `--watch`, the files whose changes replace its process: `{watch: [{action: restart, path: src}]}` (see below)
            """
        }
    }

    var shape: ValueShape {
        switch self {
        case .command: .command
        case .receives, .sends, .notices, .progress: .patterns
        case .environment: .environment
        case .environmentFile: .either([.environmentFile, .list(of: .environmentFile)])
        case .workingDirectory: .text(TextShape(pattern: .anything, meaning: .path))
        case .tty, .exitOnEnd, .test: .flag
        case .dependsOn:
            .either([
                .list(of: .text(.service), isUnique: true),
                .named(NamedShape(.keys(DraftReader.DependencyKey.self), meaning: .service)),
            ])
        case .healthCheck: .keys(DraftReader.HealthKey.self)
        case .profiles: .list(of: .name, isUnique: true)
        case .restart: .restart
        case .recovery: .words(RecoveryMode.allCases.map(\.rawValue))
        case .successExitCodes: .list(of: .number(0...255))
        case .stopSignal: .signal
        case .stopGracePeriod: .duration
        case .extends: .either([.text(.service), .keys(ExtendsPass.Key.self)])
        case .aliases: .list(of: .text(TextShape(pattern: .anything)), isUnique: true)
        case .develop: .keys(DraftReader.DevelopKey.self)
        }
    }
}

extension DraftReader.HealthKey: FileKey {
    static let section = PageSection("compose.md", "Health")

    var summary: String {
        switch self {
        case .test:
            """
            `[CMD, program, argument, …]`; the service is healthy if the program exits with 0. `[NONE]` means `disable: true`. \
            Viperline refuses `CMD-SHELL` and plain strings, because it starts no shell; for a shell, write `[CMD, sh, -c, …]`
            """
        case .interval: "from the end of a check to the next one"
        case .timeout:
            """
            after that, the supervisor kills the check, which counts as failed. All processes that a check has started end with it; \
            those in another session (`setsid`) end within a second, unless their environment was cleared
            """
        case .retries: "how many failures in a row make the service unhealthy"
        case .startPeriod, .startInterval:
            """
            until the service is first healthy, but no longer than this period, failures do not count, and checks use the \
            shorter interval. (In Compose, the period is 0s.)
            """
        case .disable: "no check"
        }
    }

    var shape: ValueShape {
        switch self {
        case .test:
            .either([
                .list(ListShape(.commandWord, first: .words(["CMD"]), count: 2...Int.max)),
                .list(ListShape(.text, first: .words(["NONE"]), count: 1...1)),
            ])
        case .interval, .timeout, .startInterval: .interval
        case .startPeriod: .duration
        case .retries: .number(1...ComposeLimits.mostRetries)
        case .disable: .flag
        }
    }
}
