import YAML

extension DraftReader.RuleKey: FileKey {
    static let section = PageSection("compose.md", "A session of your own")
    static let rules = [
        KeyRule.required([service.rawValue, because.rawValue]), .exactlyOne([sends.rawValue, receives.rawValue]),
    ]

    var summary: String {
        switch self {
        case .service: "the service that the rule is for, or a list of services"
        case .sends: "what it must not send: a protocol or a message type, or a list of these"
        case .receives: "what it must not receive: a protocol or a message type, or a list of these"
        case .because: "the reason, in a few words: every refusal quotes it"
        }
    }

    var shape: ValueShape {
        switch self {
        case .service:
            .either([.text(.service), .list(of: .text(.service), count: 1...Int.max, isUnique: true)])
        case .sends, .receives:
            .either([.pattern, .list(of: .pattern, count: 1...Int.max, isUnique: true)])
        case .because:
            .text(TextShape(pattern: #"[\s\S]*\S[\s\S]*"#, length: 0...ComposeLimits.longestReason))
        }
    }
}

extension DraftReader.DependencyKey: FileKey {
    static let section = PageSection("compose.md", "Services")

    var summary: String {
        switch self {
        case .condition: "what to wait for: that the other service has started, is healthy, or has completed"
        case .required: "`false` if the other service may be inactive"
        }
    }

    var shape: ValueShape {
        switch self {
        case .condition: .words(Dependency.Condition.allCases.map(\.rawValue))
        case .required: .flag
        }
    }
}

extension DraftReader.DevelopKey: FileKey {
    static let section = PageSection("compose.md", "Watching files")

    var summary: String { "the rules for `viperline run --watch`, each with an action and a path" }

    var shape: ValueShape { .list(of: .keys(DraftReader.WatchKey.self), count: 0...DraftReader.mostWatchRules) }
}

extension DraftReader.WatchKey: FileKey {
    static let section = PageSection("compose.md", "Watching files")
    static let rules = [KeyRule.required([action.rawValue, path.rawValue])]

    var summary: String {
        switch self {
        case .action: "`restart`: a new process takes the place of the old one"
        case .path: "a file or a folder"
        case .ignore: "patterns of files that do not count, such as `**/*.log`"
        case .include: "patterns of files that count; all files without it"
        }
    }

    var shape: ValueShape {
        let pattern = ValueShape.text(TextShape(pattern: #"(?!!)[^\[\u0000]+"#, length: 1...PathPattern.longest))
        return switch self {
        case .action: .words(["restart"])
        case .path: .text(TextShape(pattern: "[^\\u0000]+", meaning: .path))
        case .ignore, .include: .either([pattern, .list(of: pattern, count: 0...DraftReader.mostWatchRules)])
        }
    }
}

extension ExtendsPass.Key: FileKey {
    static let section = PageSection("compose.md", "A session of your own")
    static let rules = [KeyRule.required([service.rawValue])]

    var summary: String {
        switch self {
        case .file: "the file of the other service: a path in this folder or below it, or an installed application"
        case .service: "the service that this one is a copy of"
        }
    }

    var shape: ValueShape {
        switch self {
        case .file: .text(.composeFile)
        case .service: .text(.service)
        }
    }
}

extension IncludePass.Key: FileKey {
    static let section = PageSection("compose.md", "Include")
    static let rules = [KeyRule.required([path.rawValue])]

    var summary: String {
        switch self {
        case .environmentFile: "variables for the included file, in place of its `.env`: a path, or a list of paths"
        case .path: "the file to include, or several that are merged in order"
        case .projectDirectory: "the folder in which the paths of the included file begin"
        }
    }

    var shape: ValueShape {
        switch self {
        case .environmentFile:
            .either([.text(.path), .list(of: .text(.path), count: 0...EnvironmentFileReader.mostFiles)])
        case .path:
            .either([.text(.composeFile), .list(of: .text(.composeFile), count: 1...IncludePass.longestChain)])
        case .projectDirectory: .text(.path)
        }
    }
}

extension EnvironmentFilePass.Key: FileKey {
    static let section = PageSection("compose.md", "Services")
    static let rules = [KeyRule.required([path.rawValue])]

    var summary: String {
        switch self {
        case .path: "a file with variables, in this folder or below it"
        case .required: "`false` if the file may be missing"
        }
    }

    var shape: ValueShape {
        switch self {
        case .path: .text(.path)
        case .required: .flag
        }
    }
}
