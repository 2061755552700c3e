import ArgumentParser
import Composition
import Processes
import Recording
import Wire

/// A cassette that a command reads: what can't be read is told on stderr.
struct CassetteFile {
    let path: String
    let reader: CassetteReader
    private static let toldDamages = 20

    /// - Parameters:
    ///   - path: `-` for stdin.
    ///   - acceptsEvents: whether lines may be events without a record, too.
    init(_ path: String, acceptsEvents: Bool = false) throws {
        self.path = path
        do throws(SystemError) {
            reader = try CassetteReader(path, acceptsEvents: acceptsEvents)
        } catch { throw Self.unavailable(error) }
    }

    var header: CassetteHeader? { reader.header }
    var damages: [CassetteReader.Damage] { reader.damages }

    /// The next line that can be read; nil at the end.
    func next() throws -> CassetteReader.Line? {
        do throws(SystemError) { return try reader.next() } catch { throw Self.unavailable(error) }
    }

    /// Hands on every line, then says what was damaged. A file of which nothing could be read is none.
    func forEach(_ body: (CassetteReader.Line) throws -> Void) throws {
        // Nothing to be read on stdin is what a program has not said.
        var isCassette = header != nil
        while let line = try next() {
            isCassette = true
            try body(line)
        }
        try conclude(isCassette: isCassette || path == "-" && damages.isEmpty)
    }

    /// Says what was damaged.
    /// - Parameter isCassette: whether anything could be read.
    func conclude(isCassette: Bool) throws {
        for damage in damages.prefix(isCassette ? Self.toldDamages : 0) {
            StandardStream.diagnose("viperline", "\(path.printable): line \(damage.line) \(damage.reason)")
        }
        if isCassette, reader.damageCount > Self.toldDamages {
            StandardStream.diagnose(
                "viperline", "\(path.printable): \(reader.damageCount - Self.toldDamages) more lines are damaged")
        }
        guard isCassette else {
            StandardStream.diagnose(
                "viperline", "read \(path.printable): this is no cassette (viperline run --record makes one)")
            throw ExitCode(ExitStatus.badInput.rawValue)
        }
    }

    private static func unavailable(_ error: SystemError) -> ExitCode {
        StandardStream.diagnose("viperline", "\(error)")
        return ExitCode(ExitStatus.unavailable.rawValue)
    }
}
