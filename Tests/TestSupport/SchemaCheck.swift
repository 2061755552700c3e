import Foundation

/// Checks YAML texts with the schemas that `viperline schema` prints, by a validator that is not ours.
package enum SchemaCheck {
    package enum Verdict: Equatable, Sendable {
        case accepted
        /// With the validator's words.
        case refused([String])
        /// The text is not YAML, so the schema was not asked.
        case unparsed

        package var isRefused: Bool { if case .refused = self { true } else { false } }
    }

    private struct Failed: Error { let diagnostics: String }

    /// - Parameter kind: such as `compose`.
    package static func verdicts(on texts: [String], by kind: String) throws -> [Verdict] {
        let folder = try TemporaryFolder()
        let schema = try Command.run([Products.executable("viperline"), "schema", kind])
        try folder.write(schema.output, to: "schema.json")
        let input = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        // Debian's Python has Debian's jsonschema.
        let result = try Command.run(
            ["/usr/bin/python3", Checkout.path("Tests/Tools/validate_yaml.py"), "\(folder.path)/schema.json"],
            input: input)
        guard result.status == 0 else { throw Failed(diagnostics: schema.diagnostics + result.diagnostics) }
        return try JSONDecoder().decode([[String]?].self, from: Data(result.output.utf8)).map { problems in
            guard let problems else { return .unparsed }
            return problems.isEmpty ? .accepted : .refused(problems)
        }
    }
}

/// How many of the mistakes that `viperline check` finds a schema refuses.
package struct SchemaShare: Equatable, CustomStringConvertible, Sendable {
    /// Files with at least one mistake.
    package var all = 0
    /// Those that the YAML parser refuses before.
    package var unparsed = 0
    /// Those that no schema can refuse.
    package var beyond = 0
    package var refused = 0
    /// Those that a schema could refuse, and this one does not.
    package var missed: [String] = []

    /// - Parameter isBeyond: whether a mistake, as `check` reports it, is one that no schema can express.
    package init(_ rows: [(text: String, mistakes: [String])], by kind: String, isBeyond: (String) -> Bool) throws {
        let faulty = rows.filter { !$0.mistakes.isEmpty }
        for (row, verdict) in zip(faulty, try SchemaCheck.verdicts(on: faulty.map(\.text), by: kind)) {
            all += 1
            switch verdict {
            case .unparsed: unparsed += 1
            case .refused: refused += 1
            case .accepted:
                if row.mistakes.allSatisfy(isBeyond) {
                    beyond += 1
                } else {
                    missed.append(row.mistakes.joined(separator: "\n"))
                }
            }
        }
    }

    /// As a page states it.
    package var description: String {
        "\(all) files with mistakes: \(unparsed) are not YAML, the schema refuses \(refused), \(beyond) cannot be refused by any schema, \(missed.count) could be"
    }

    /// Of those that a schema could refuse.
    package var share: Double { Double(refused) / Double(max(1, refused + missed.count)) }
}
