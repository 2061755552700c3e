import CommandBasis
import Commands
import Composition
import JSON

struct SchemaCommand: Command {
    enum Kind: String, ArgumentValue, CaseIterable {
        case compose, application, screen, event
    }

    static let configuration = CommandConfiguration(
        name: "schema",
        abstract: "Print a JSON Schema, for editors and other tools.",
        discussion: """
            The schemas (draft 2020-12) describe compose files, the compose files that declare an application, the screens \
            that a view draws, and the events of the protocol. They contain every key that Viperline reads. An \
            editor uses them to complete and check keys and values; for more, such as whether a program exists, use \
            viperline check or viperline lsp.

              viperline schema compose > compose.schema.json

            In a YAML file, this line makes editors use it:

              # yaml-language-server: $schema=compose.schema.json
            """)

    var kind = Kind.compose

    static var table: OptionTable<Self> {
        [
            .argument(
                "kind", \.kind, "What the schema describes: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        ]
    }

    func run() throws { try Output.write(try Self.text(of: kind)) }

    static func text(of kind: Kind) throws -> [UInt8] {
        let json: [UInt8]
        switch kind {
        case .compose: json = FileSchema.compose.json
        case .application: json = FileSchema.application.json
        case .screen, .event:
            let bundle = SchemaBundle()
            json = kind == .screen ? try bundle.screen() : try bundle.event()
        }
        return JSONLayout.laidOut(json) + [0x0A]
    }
}
