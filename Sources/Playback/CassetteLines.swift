package import Processes
package import Recording

/// Reads a cassette and keeps count of its lines, so that a message can say where.
package final class CassetteLines {
    package let reader: CassetteReader
    private var number: Int

    package init(_ reader: CassetteReader) {
        self.reader = reader
        number = reader.header == nil ? 0 : 1
    }

    /// The next line and its number, from 1; nil at the end.
    package func next() throws(SystemError) -> (CassetteReader.Line, Int)? {
        guard let line = try reader.next() else { return nil }
        number += 1
        return (line, number + reader.damages.count)
    }
}
