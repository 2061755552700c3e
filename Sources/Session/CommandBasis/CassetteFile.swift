package import Commands
import Processes
package import Recording
import SafeText
package import Wire

/// A cassette read by a command, which reports unreadable lines on stderr.
package struct CassetteFile {
    package let path: String
    package let reader: CassetteReader
    private static let toldDamages = 20

    /// - Parameters:
    ///   - path: `-` for stdin.
    ///   - acceptsEvents: whether bare events are read too.
    package init(_ path: String, acceptsEvents: Bool = false) throws {
        self.path = path
        do throws(SystemError) {
            reader = try CassetteReader(path, acceptsEvents: acceptsEvents)
        } catch { throw Self.unavailable(error) }
    }

    package var header: CassetteHeader? { reader.header }
    package var damages: [CassetteReader.Damage] { reader.damages }

    /// The next readable line; nil at the end.
    package func next() throws -> CassetteReader.Line? {
        do throws(SystemError) { return try reader.next() } catch { throw Self.unavailable(error) }
    }

    /// Passes on every line, then reports damage.
    package func forEach(_ body: (CassetteReader.Line) throws -> Void) throws {
        while let line = try next() { try body(line) }
        try conclude()
    }

    /// Reports damage. A file without a readable line is not a cassette; empty stdin is a program without output.
    package func conclude() throws {
        guard reader.hasContent || path == "-" && damages.isEmpty else {
            let first = damages.first.map { "; line \($0.line) \($0.reason)" } ?? ""
            StandardStream.diagnose(
                "viperline",
                "read \(path.printable): this is not a cassette (viperline run --record makes one)\(first)")
            throw ExitCode(.badInput)
        }
        for damage in damages.prefix(Self.toldDamages) {
            StandardStream.diagnose("viperline", "\(path.printable): line \(damage.line) \(damage.reason)")
        }
        let rest = reader.damageCount - min(reader.damageCount, Self.toldDamages)
        if rest > 0 { StandardStream.diagnose("viperline", "\(path.printable): \(rest) more lines are damaged") }
    }

    private static func unavailable(_ error: SystemError) -> ExitCode {
        StandardStream.diagnose("viperline", "\(error)")
        return ExitCode(.unavailable)
    }
}

extension CassetteFile {
    /// After the last line: reports damage, and ends the command if the service did not occur.
    /// - Parameter found: whether the service had any inputs or outputs.
    package func conclude(with service: String, found: Bool) throws {
        try conclude()
        guard !found, header?.services[service] == nil else { return }
        throw missing(service, ExitStatus.badInput)
    }

    /// Reports which services there are instead.
    /// - Returns: the command's exit code.
    package func missing(_ service: String, _ status: ExitStatus) -> ExitCode {
        let names = (header?.services.keys.sorted() ?? []).joined(separator: ", ")
        StandardStream.diagnose(
            "viperline",
            ("\(path) has nothing of a service \"\(service)\"" + (names.isEmpty ? "" : "; there are: \(names)"))
                .printable)
        return ExitCode(status)
    }
}

extension PlaybackPace: ArgumentValue {}
