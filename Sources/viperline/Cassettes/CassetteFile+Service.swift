import ArgumentParser
import Composition
import Recording
import SafeText
import Wire

extension CassetteFile {
    /// After the last line: reports damage, and ends the command if the service did not occur.
    /// - Parameter found: whether the service had any inputs or outputs.
    func conclude(with service: String, found: Bool) throws {
        try conclude()
        guard !found, header?.services[service] == nil else { return }
        throw missing(service, ExitStatus.badInput)
    }

    /// Reports which services there are instead.
    /// - Returns: the command's exit code.
    func missing(_ service: String, _ status: ExitStatus) -> ExitCode {
        let names = (header?.services.keys.sorted() ?? []).joined(separator: ", ")
        StandardStream.diagnose(
            "viperline",
            ("\(path) has nothing of a service \"\(service)\"" + (names.isEmpty ? "" : "; there are: \(names)"))
                .printable)
        return ExitCode(status.rawValue)
    }
}
