import Commands
import Composition
import Platform
import SafeText
import Wire

/// A command's stdout. Lost output is an error; a closed pipe, as with `| head`, ends the command quietly.
enum Output {
    static func write(_ bytes: [UInt8]) throws {
        do throws(StandardStream.Failure) { try StandardStream.write(bytes, to: StandardStream.output) } catch {
            switch error {
            case .closed: throw ExitCode.success
            case .system(let number):
                StandardStream.diagnose("viperline", "write to stdout: \(String(cString: strerror(number)))")
                throw ExitCode(.unavailable)
            }
        }
    }

    static func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes what a command found. Its exit code is the answer, so it goes on after its reader has left.
    static func report(_ bytes: [UInt8]) throws {
        do { try write(bytes) } catch let code as ExitCode where code == .success {}
    }

    static func report(_ text: String) throws { try report(Array(text.utf8)) }

    static var isTerminal: Bool { isatty(StandardStream.output) == 1 }
}

/// A command's output, collected into large writes.
struct PrintedLines {
    /// Bytes that wait to be written.
    private static let mostWaiting = 1 << 16

    private var waiting: [UInt8] = []
    private let isReport: Bool

    /// - Parameter isReport: whether the exit code is the answer, as with ``Output/report(_:)``.
    init(isReport: Bool = false) {
        self.isReport = isReport
    }

    mutating func append(_ lines: [String]) throws {
        for line in lines {
            waiting += line.utf8
            waiting.append(0x0A)
        }
        if waiting.count >= Self.mostWaiting { try flush() }
    }

    /// A closed pipe, as with `| head`, ends the command quietly; lost output is an error.
    mutating func flush() throws {
        try isReport ? Output.report(waiting) : Output.write(waiting)
        waiting = []
    }
}

/// Rows of plain text in aligned columns, two spaces apart.
struct TextTable: CustomStringConvertible {
    var header: [String]
    var rows: [[String]]

    /// Without the dispensable columns that have no room in a terminal, the first of them at first.
    /// - Parameters:
    ///   - width: in characters; nil for any.
    ///   - dispensable: headers.
    func fitting(_ width: Int?, without dispensable: [String]) -> TextTable {
        guard let width, self.width > width, let next = dispensable.first,
            let column = header.firstIndex(of: next)
        else { return self }
        var less = self
        less.header.remove(at: column)
        for row in less.rows.indices { less.rows[row].remove(at: column) }
        return less.fitting(width, without: Array(dispensable.dropFirst()))
    }

    private var width: Int { description.split(separator: "\n").map(\.count).max() ?? 0 }

    var description: String {
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

/// The width of our output.
enum TerminalWidth {
    /// The terminal's width in cells; 80 without one.
    static var current: Int {
        var window = winsize()
        guard ioctl(StandardStream.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
        return Int(window.ws_col)
    }
}
