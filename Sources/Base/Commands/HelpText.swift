import Platform
import Wire

/// The help that `--help` prints for a command.
struct HelpText: CustomStringConvertible {
    /// The column in which the texts of options begin.
    private static let column = 26
    private static let indent = String(repeating: " ", count: column)

    private let path: CommandPath
    private let width: Int

    init(_ path: CommandPath, width: Int = TerminalWidth.current) {
        self.path = path
        self.width = max(width, 2 * Self.column)
    }

    var description: String {
        let configuration = path.last.configuration
        let options = path.last.shownOptions
        let subcommands = configuration.subcommands().map { $0.configuration }.filter { !$0.isHidden }
        var parts = [wrapped("OVERVIEW: \(configuration.abstract())"), wrapped(configuration.discussion())]
        parts.append("USAGE: \(usage)")
        parts.append(section("ARGUMENTS", options.filter(\.isArgument).map { ($0.label, $0.text) }))
        parts.append(section("OPTIONS", options.filter { !$0.isArgument }.map { ($0.label, $0.text) }))
        parts.append(section("SUBCOMMANDS", subcommands.map { ("\($0.name)", $0.abstract()) }))
        if !subcommands.isEmpty {
            let below = path.commands.dropFirst().map { "\($0.configuration.name) " }.joined()
            parts.append("  See '\(path.root.configuration.name) help \(below)<subcommand>' for detailed help.")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// The synopsis, without a word before it.
    var usage: String {
        let configuration = path.last.configuration
        if let usage = configuration.usage { return usage.split(separator: "\n").joined(separator: "\n       ") }
        guard !path.last.hasSubcommands else { return "\(path.name) <subcommand>" }
        let shapes = path.last.shownOptions.map(\.shape).dropLast(OptionShape.common.count)
        let isLong = shapes.count > Self.mostInUsage
        let words = shapes.filter { !isLong || $0.kind == .argument || $0.kind == .rest }.map {
            $0.synopsis(isOptional: !$0.isRequired)
        }
        return ([path.name] + (isLong ? ["[<options>]"] : []) + words).joined(separator: " ")
    }

    /// Options that are listed one by one.
    private static let mostInUsage = 12

    private func section(_ title: String, _ rows: [(label: String, text: String)]) -> String {
        guard !rows.isEmpty else { return "" }
        return
            ([title + ":"]
            + rows.map { row in
                let label = "  \(row.label)"
                let lines = lines(of: row.text, to: width - Self.column).map { Self.indent + $0 }
                guard label.count < Self.column else { return ([label] + lines).joined(separator: "\n") }
                return label + lines.joined(separator: "\n").dropFirst(label.count)
            }).joined(separator: "\n")
    }

    private func wrapped(_ text: String) -> String { lines(of: text, to: width).joined(separator: "\n") }

    /// The lines of a text. Its bytes are split: looking for characters would take half the time of a help.
    private func lines(of text: String, to width: Int) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .flatMap { Self.broken(Substring($0), to: width) }
    }

    /// A line, broken at spaces; those at its beginning are kept.
    private static func broken(_ line: Substring, to width: Int) -> [Substring] {
        var lines: [Substring] = []
        var rest = line
        // No line has more characters than bytes, which are counted faster.
        while rest.utf8.count > width, rest.count > width {
            let reach = rest.prefix(width)
            let begin = rest.prefix { $0 == " " }.endIndex
            guard let place = reach[begin...].lastIndex(of: " ") ?? rest[begin...].firstIndex(of: " ") else { break }
            lines.append(rest[..<place])
            rest = rest[place...].drop { $0 == " " }
        }
        return lines + [rest]
    }
}

/// The width of our output.
package enum TerminalWidth {
    /// The terminal's width in cells; 80 without one.
    package static var current: Int {
        var window = winsize()
        guard ioctl(StandardStream.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
        return Int(window.ws_col)
    }
}
