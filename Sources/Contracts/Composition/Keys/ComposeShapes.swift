import Declarations
package import YAML

/// The shapes of whole files.
package enum ComposeShapes {
    /// The shape of a compose file, with an application in it or without.
    package static let file = ValueShape.mapping(
        DraftReader.TopLevelKey.table.adding(DeclarationReader.Key.table))

    /// The shape of a file that declares an application.
    package static let application = ValueShape.mapping(
        DraftReader.TopLevelKey.table.adding(DeclarationReader.Key.table).requiring(DeclarationReader.Key.names))
}

extension KeyTable {
    fileprivate func requiring(_ keys: [String]) -> KeyTable {
        KeyTable(rows: rows, rules: rules + [.required(keys)], section: section)
    }
}

extension String {
    /// A pattern for any text without a NUL, which no program can be passed.
    static let anything = "[^\\u0000]*"
    static let namePattern = "[A-Za-z0-9._-]+"
}

/// The kinds of values in a compose file.
extension ValueShape {
    static let name = ValueShape.text(TextShape(pattern: .namePattern))

    static let pattern = ValueShape.text(
        TextShape(
            pattern: #"(?:[^\s.*\u0000-\u001f\u007f]+\.)*(?:\*|[^\s.*\u0000-\u001f\u007f]+)"#, meaning: .event,
            takesNumbers: false))
    static let patterns = ValueShape.list(of: .pattern, isUnique: true)

    static let commandWord = ValueShape.text(TextShape(pattern: .anything, meaning: .program))
    static let command = ValueShape.either([
        .list(
            ListShape(
                .commandWord, first: .text(TextShape(pattern: "[^\\u0000]+", meaning: .program)),
                count: 1...Int.max)),
        .text(TextShape(pattern: #"[^\u0000]*[^\s\u0000][^\u0000]*"#, meaning: .program)),
    ])

    static let environment = ValueShape.either([
        .named(
            NamedShape(
                .either([.text(TextShape(pattern: .anything)), .nothing]), pattern: "[^=\\u0000]+",
                hasForeignNames: true)),
        .list(of: .text(TextShape(pattern: "[^=\\u0000]+(?:=[^\\u0000]*)?")), isUnique: true),
    ])

    static let environmentFile = ValueShape.either([.text(.path), .keys(EnvironmentFilePass.Key.self)])

    private static let limit = "0*(?:[1-9][0-9]{0,5}|1000000)"
    static let restart = ValueShape.text(
        TextShape(
            ["no", "on-failure", "always", "unless-stopped"],
            pattern: "no|false|(?:on-failure|always|unless-stopped)(?::\(limit))?"))

    /// A duration, at most 24 h where it is written in hours.
    private static let durationPattern =
        #"(?=.)(?:0*(?:1?[0-9]|2[0-4])(?:\.[0-9]*)?h)?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:us|ms|s|m))*"#
    static let duration = ValueShape.text(TextShape(pattern: durationPattern, takesNumbers: false))
    /// An interval of at least 10 ms.
    static let interval = ValueShape.text(
        TextShape(
            pattern: #"(?!0*[0-9]ms$|0*[0-9]{1,4}us$|0+(?:ms|s|m|h)$)"# + durationPattern, takesNumbers: false))

    static let bytes = ValueShape.either([
        .number(1...ComposeLimits.mostBytes),
        .text(
            TextShape(
                pattern: "0*[1-9][0-9]{0,9}[bB]?|0*[1-9][0-9]{0,6}[kK][bB]?|0*[1-9][0-9]{0,3}[mM][bB]?|0*1[gG][bB]?",
                takesNumbers: false)),
    ])

    static let signal: ValueShape = {
        let names = SignalName.numbers.keys.sorted()
        let spellings = names.map { $0.anyCase }.joined(separator: "|")
        return .either([
            .number(1...64),
            .text(
                TextShape(
                    names.map { "SIG\($0)" }, pattern: "(?:\("SIG".anyCase))?(?:\(spellings))", takesNumbers: false)),
        ])
    }()
}
