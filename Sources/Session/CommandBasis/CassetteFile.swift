package import Commands
package import Processes
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
    package init(_ path: String, acceptsEvents: Bool = false) throws(SystemError) {
        self.path = path
        reader = try CassetteReader(path, acceptsEvents: acceptsEvents)
    }

    package var header: CassetteHeader? { reader.header }
    package var damages: [CassetteReader.Damage] { reader.damages }

    package func next() throws(SystemError) -> CassetteReader.Line? { try reader.next() }

    /// Passes on every line, then reports damage.
    package func forEach(_ body: (CassetteReader.Line) throws -> Void) throws {
        while let line = try next() { try body(line) }
        try conclude()
    }

    /// Reports damage. A file without a readable line is not a cassette; empty stdin is a program without output.
    package func conclude() throws {
        guard reader.hasContent || path == "-" && damages.isEmpty else {
            let first = damages.first.map { "; line \($0.line) \($0.reason)" } ?? ""
            throw CommandFailure(
                "read \(path.printable): this is not a cassette (viperline run --record makes one)\(first)", .badInput)
        }
        for damage in damages.prefix(Self.toldDamages) {
            StandardStream.diagnose("viperline", "\(path.printable): line \(damage.line) \(damage.reason)")
        }
        let rest = reader.damageCount - min(reader.damageCount, Self.toldDamages)
        if rest > 0 { StandardStream.diagnose("viperline", "\(path.printable): \(rest) more lines are damaged") }
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

    /// The failure that names the services which are there instead.
    package func missing(_ service: String, _ status: ExitStatus) -> CommandFailure {
        let names = (header?.services.keys.sorted() ?? []).joined(separator: ", ")
        return CommandFailure(
            ("\(path) contains no events of a service \"\(service)\"" + (names.isEmpty ? "" : "; there are: \(names)"))
                .printable,
            status)
    }
}

extension PlaybackPace: ArgumentValue {}
