package import JSON
import Version

/// The first line of a cassette:
///
///     {"viperline":"cassette","version":1,"composition":"itunes","started":"2026-11-21T08:00:00Z","services":{"view":{"command":["viperline-view"],"receives":["view.input"],"sends":["view.output"],"terminal":true}}}
package struct CassetteHeader: JSONReadable, Equatable, Sendable {
    /// The role of a service in the session: enough to run it, or a double of it, again.
    package struct Service: JSONCodable, Equatable, Sendable {
        package var command: [String]
        package var receives: [String]
        package var sends: [String]
        /// The service has the session's terminal.
        package var terminal: Bool?
        package var endsSession: Bool?
        /// Variables that the compose files add to the environment. A value that may be a secret is withheld: null.
        package var environment: [String: String?]?
        /// The services that must be there before this one.
        package var dependsOn: [String]?
        /// False if the service's outputs differ from run to run, so that they are not compared.
        package var tested: Bool?
    }

    /// The size of a terminal, in cells.
    package struct Screen: JSONReadable, Equatable, Sendable {
        package var columns: Int
        package var rows: Int

        /// Limits: a view needs memory for each cell.
        private static let sides = 1...1000

        package init(columns: Int, rows: Int) {
            self.columns = min(max(columns, Self.sides.lowerBound), Self.sides.upperBound)
            self.rows = min(max(rows, Self.sides.lowerBound), Self.sides.upperBound)
        }

        package init(from reader: inout JSONReader) throws(JSONError) {
            var (columns, rows): (Int?, Int?)
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "columns": columns = try reader.read()
                case "rows": rows = try reader.read()
                default: try reader.skipValue()
                }
            }
            guard let columns else { throw .missing("columns", at: object) }
            guard let rows else { throw .missing("rows", at: object) }
            self.init(columns: columns, rows: rows)
        }
    }

    /// The protocol of a recorded dialogue of JSON messages (`viperline rpc`).
    package struct Dialogue: JSONCodable, Equatable, Sendable {
        /// `lines` or `headers`.
        package var framing: String
        /// A name such as `mcp`.
        package var name: String  // JSON: protocol
        /// The dialogue's secrets were replaced, so its messages are not the ones that were sent.
        package var redacted: Bool?
    }

    package static let currentVersion = Version.cassette

    /// `cassette`: marks the file as one.
    package var viperline: String = "cassette"
    package var version: Int = CassetteHeader.currentVersion
    /// The composition's name.
    package var composition: String
    /// RFC 3339.
    package var started: String
    package var services: [String: Service]
    /// The terminal's size; nil for a scripted session.
    package var screen: Screen?
    /// Nil for a session.
    package var rpc: Dialogue?
    /// The file's last line is ``Passage/end(exit:)``. Recordings made before that mark existed have none.
    package var ends: Bool?

    package init(
        composition: String, started: String, services: [String: Service], screen: Screen? = nil,
        rpc: Dialogue? = nil, ends: Bool? = nil
    ) {
        (self.screen, self.rpc, self.ends) = (screen, rpc, ends)
        self.composition = composition
        self.started = started
        self.services = services
    }

    /// True if a line is a header, of whatever version.
    package static func begins(_ line: some Collection<UInt8>) -> Bool {
        line.starts(with: #"{"viperline":"cassette""#.utf8)
    }

    /// The line in the file, with its LF.
    package var line: [UInt8] {
        // The order is not that of the keys: the member that identifies a cassette comes first.
        var line = Array(#"{"viperline":"#.utf8)
        JSONText.append(viperline, to: &line)
        line += #","version":\#(version),"composition":"#.utf8
        JSONText.append(composition, to: &line)
        line += #","started":"#.utf8
        JSONText.append(started, to: &line)
        if let screen { line += #","screen":{"columns":\#(screen.columns),"rows":\#(screen.rows)}"#.utf8 }
        if let rpc { line += #","rpc":"#.utf8 + rpc.json }
        if let ends { line += #","ends":\#(ends)"#.utf8 }
        return line + #","services":"#.utf8 + services.json + Array("}\n".utf8)
    }
}
