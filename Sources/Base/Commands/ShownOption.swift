/// An option or an argument as help texts show it.
struct ShownOption {
    let shape: OptionShape
    /// The option as a user would write it.
    var standard: String?

    var isArgument: Bool { shape.kind == .argument || shape.kind == .rest }

    /// `-f, --file <file>`
    var label: String {
        switch shape.kind {
        case .argument, .rest: shape.valueText
        case .flag: shape.spellings
        case .option: shape.spellings + shape.spelledValue
        }
    }

    /// The help with the choices and the default.
    var text: String {
        let choices = shape.choices()
        let remarks = [
            choices.isEmpty ? nil : "values: \(choices.joined(separator: ", "))", standard.map { "default: \($0)" },
        ].compactMap(\.self)
        return shape.help() + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
    }
}

extension OptionShape {
    /// Options that every command has.
    static var common: [OptionShape] {
        [
            OptionShape(kind: .flag, name: "version") { "Show the version (--json: in detail)." },
            OptionShape(kind: .flag, name: "help", letter: "h") { "Show help information." },
        ]
    }

    /// `<file>`
    var valueText: String { "<\(value ?? "\(name)")>" }

    /// The value behind the name: ` <file>`, or `[=<file>]`.
    var spelledValue: String { mayLackValue ? "[=\(valueText)]" : " \(valueText)" }

    /// `-f, --file`
    var spellings: String {
        (letter.map { "-\($0), " } ?? "") + (plusLetter.map { "+\($0), " } ?? "") + "--\(name)"
    }

    /// `[--file <file> ...]`
    func synopsis(isOptional: Bool) -> String {
        let dots = isRepeated ? " ..." : ""
        switch kind {
        case .flag: return "[--\(name)]"
        case .option: return "[--\(name)\(spelledValue)\(dots)]"
        case .argument: return isOptional ? "[\(valueText)\(dots)]" : valueText + dots
        case .rest: return "-- " + (isOptional ? "[\(valueText)\(dots)]" : valueText + dots)
        }
    }
}

extension Command {
    static var shapes: [OptionShape] { table.rows.map(\.shape) }

    /// Options in the order of a command line: first the table's, then those that every command has.
    static var shownOptions: [ShownOption] {
        let standard = Self()
        let own = table.rows.filter { !$0.shape.isHidden }.map { row in
            ShownOption(shape: row.shape, standard: row.standard(standard).flatMap { $0.isEmpty ? nil : $0 })
        }
        let rest = own.filter { $0.shape.kind == .rest }
        return own.filter { $0.shape.kind != .rest } + rest + OptionShape.common.map { ShownOption(shape: $0) }
    }
}
