import ArgumentParser
import Platform
import Wire

/// A command's stdout. Lost output is an error; a closed pipe, as with `| head`, ends the command quietly.
enum Output {
    static func write(_ bytes: [UInt8]) throws {
        do throws(StandardStream.Failure) { try StandardStream.write(bytes, to: StandardStream.output) } catch {
            switch error {
            case .closed: throw ExitCode.success
            case .system(let number):
                StandardStream.diagnose("viperline", "write to stdout: \(String(cString: strerror(number)))")
                throw ExitCode(ExitStatus.unavailable.rawValue)
            }
        }
    }

    static func write(_ text: String) throws { try write(Array(text.utf8)) }

    static var isTerminal: Bool { isatty(StandardStream.output) == 1 }
}
