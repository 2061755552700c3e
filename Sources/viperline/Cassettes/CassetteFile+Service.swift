import ArgumentParser
import Composition
import Recording
import SafeText
import Wire

extension CassetteFile {
    /// After the last line: says what was damaged, and ends the command when there was nothing of a service.
    /// - Parameter found: whether it has heard or said anything.
    func conclude(with service: String, found: Bool) throws {
        try conclude()
        guard !found, header?.services[service] == nil else { return }
        throw missing(service, ExitStatus.badInput)
    }

    /// Tells which services there are instead.
    /// - Returns: what the command should exit with.
    func missing(_ service: String, _ status: ExitStatus) -> ExitCode {
        let names = (header?.services.keys.sorted() ?? []).joined(separator: ", ")
        StandardStream.diagnose(
            "viperline",
            ("\(path) has nothing of a service \"\(service)\"" + (names.isEmpty ? "" : "; there are: \(names)"))
                .printable)
        return ExitCode(status.rawValue)
    }
}
