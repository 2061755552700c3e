import Commands
package import JSON
import Platform
import SafeText
import SupervisorMessages
import Wire

/// A command's stdout. Lost output is an error; a closed pipe, as with `| head`, ends the command quietly.
package enum Output {
    package static func write(_ bytes: [UInt8]) throws {
        do throws(StandardStream.Failure) { try StandardStream.write(bytes, to: StandardStream.output) } catch {
            switch error {
            case .closed: throw ExitCode.success
            case .system:
                StandardStream.diagnose("viperline", "write to stdout: \(error)")
                throw ExitCode(.unavailable)
            }
        }
    }

    package static func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes what a command found. Its exit code is the answer, so it goes on after its reader has left.
    package static func report(_ bytes: [UInt8]) throws {
        do { try write(bytes) } catch let code as ExitCode where code == .success {}
    }

    package static func report(_ text: String) throws { try report(Array(text.utf8)) }

    package static var isTerminal: Bool { isatty(StandardStream.output) == 1 }
}

extension JSONWritable {
    /// The value as a line of JSON, safe for the terminal if it goes there.
    package var line: String {
        String(decoding: Output.isTerminal ? PrintableJSON.escaping(json) : json, as: UTF8.self) + "\n"
    }
}

/// A command's output, collected into large writes.
package struct PrintedLines {
    /// Bytes that wait to be written.
    private static let mostWaiting = 1 << 16

    private var waiting: [UInt8] = []
    private let isReport: Bool

    /// - Parameter isReport: whether the exit code is the answer, as with ``Output/report(_:)``.
    package init(isReport: Bool = false) {
        self.isReport = isReport
    }

    package mutating func append(_ lines: [String]) throws {
        for line in lines {
            waiting += line.utf8
            waiting.append(0x0A)
        }
        if waiting.count >= Self.mostWaiting { try flush() }
    }

    /// A closed pipe, as with `| head`, ends the command quietly; lost output is an error.
    package mutating func flush() throws {
        try isReport ? Output.report(waiting) : Output.write(waiting)
        waiting = []
    }
}

/// Rows of plain text in aligned columns, two spaces apart.
package struct TextTable: CustomStringConvertible {
    package var header: [String]
    package var rows: [[String]]

    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    /// The table without dispensable columns for which the terminal has no room, the first of them at first.
    /// - Parameters:
    ///   - width: in characters; nil for any.
    ///   - dispensable: headers.
    package func fitting(_ width: Int?, without dispensable: [String]) -> TextTable {
        guard let width, self.width > width, let next = dispensable.first,
            let column = header.firstIndex(of: next)
        else { return self }
        var less = self
        less.header.remove(at: column)
        for row in less.rows.indices { less.rows[row].remove(at: column) }
        return less.fitting(width, without: Array(dispensable.dropFirst()))
    }

    private var width: Int { description.split(separator: "\n").map(\.count).max() ?? 0 }

    package var description: String {
        let cells = ([header] + rows).map { $0.map(\.printable) }
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let isLast = column == row.count - 1
                return cell.0 + (isLast ? "" : String(repeating: " ", count: cell.1 - cell.0.count + 2))
            }.joined() + "\n"
        }.joined()
    }
}

/// Times and sizes for a reader.
package enum Amount {
    /// Such as `0.3s`, `12s`, `4m05s`, `3h12m`.
    package static func duration(_ seconds: Double) -> String {
        let seconds = Bounds.seconds(seconds)
        let whole = Int(seconds)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch whole {
        case ..<10: "\(Int(seconds * 100) / 100).\(padded(Int(seconds * 100) % 100))s"
        case ..<60: "\(whole)s"
        case ..<3600: "\(whole / 60)m\(padded(whole % 60))s"
        default: "\(whole / 3600)h\(padded(whole / 60 % 60))m"
        }
    }

    /// Such as `512 B`, `4.2 kB`, `17 MB`.
    package static func size(_ bytes: Int) -> String {
        var (amount, units) = (Double(bytes), ["B", "kB", "MB", "GB"][...])
        while amount >= 1000, units.count > 1 {
            amount /= 1000
            units = units.dropFirst()
        }
        let text = amount < 10 && bytes >= 1000 ? "\((amount * 10).rounded() / 10)" : "\(Int(amount.rounded()))"
        return "\(text) \(units.first ?? "")"
    }
}

/// The user's agreement to a change.
package enum Consent {
    /// - Parameter isGiven: whether the command line has it.
    package static func confirm(_ question: String, isGiven: Bool) throws {
        if isGiven { return }
        guard isatty(0) == 1 else {
            throw UsageError("Nothing has changed: there is no terminal to ask you. Repeat the command with --yes.")
        }
        try? StandardStream.write(Array("\(question) [y/N] ".utf8), to: StandardStream.diagnostics)
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw ExitCode(1) }
    }
}
