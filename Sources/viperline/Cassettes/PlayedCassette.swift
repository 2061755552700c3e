import ArgumentParser
import Processes
import Recording
import Wire

/// A cassette that a command was given by its path.
struct PlayedCassette {
    let path: String
    let reader: CassetteReader

    var header: CassetteHeader? { reader.header }

    /// Tells why not, and ends the command, when it can't be opened.
    init(_ path: String, for command: String) throws {
        self.path = path
        do throws(SystemError) {
            reader = try CassetteReader(path)
        } catch {
            StandardStream.diagnose("viperline \(command)", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }

    /// After the last line: names what could not be read; ends the command when nothing could.
    /// - Parameter isEmpty: nothing of what was asked for has been found.
    func conclude(for command: String, isEmpty: Bool, service: String) throws {
        for damage in reader.damages.prefix(20) {
            StandardStream.diagnose("viperline \(command)", "\(path), line \(damage.line): \(damage.reason)")
        }
        if isEmpty, header?.services[service] == nil {
            let names = (header?.services.keys.sorted() ?? []).joined(separator: ", ")
            StandardStream.diagnose(
                "viperline \(command)",
                "\(path) has nothing of a service \"\(service)\"" + (names.isEmpty ? "" : "; there are: \(names)"))
            throw ExitCode(ExitStatus.badInput.rawValue)
        }
    }
}
