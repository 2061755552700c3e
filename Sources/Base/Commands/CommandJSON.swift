import JSON

/// A program's commands for the programs that write manual pages and check examples: `--help-json`.
enum CommandJSON {
    static func text(of root: any Command.Type) -> [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("command", CommandRow(root))
            writer.endObject()
        }
    }

    struct CommandRow {
        let command: any Command.Type

        init(_ command: any Command.Type) { self.command = command }
    }

    struct OptionRow {
        let option: ShownOption
    }
}

extension CommandJSON.CommandRow: JSONWritable {
    func write(to writer: inout JSONWriter) {
        let configuration = command.configuration
        writer.beginObject()
        writer.member("commandName", "\(configuration.name)")
        writer.member("abstract", configuration.abstract())
        writer.member("discussion", configuration.discussion())
        writer.member("arguments", command.shownOptions.map(CommandJSON.OptionRow.init))
        writer.member("spellings", command.shapes.filter { $0.kind == .flag || $0.kind == .option }.map(\.spellings))
        writer.member(
            "subcommands",
            configuration.subcommands().filter { !$0.configuration.isHidden }.map(CommandJSON.CommandRow.init))
        writer.endObject()
    }
}

extension CommandJSON.OptionRow: JSONWritable {
    func write(to writer: inout JSONWriter) {
        let shape = option.shape
        writer.beginObject()
        if !option.isArgument { writer.member("name", "\(shape.name)") }
        writer.member("label", option.label)
        writer.member("synopsis", shape.synopsis(isOptional: !shape.isRequired))
        writer.member("help", option.text)
        writer.endObject()
    }
}
