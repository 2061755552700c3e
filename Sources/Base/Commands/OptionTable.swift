/// The words that may be on a command line, a row each: an option with a value, a flag, an argument, or all words after `--`. A row
/// names the property that it sets.
///
///     [
///         .option("root", \.root, "The scene that a session begins with."),
///         .flag("verbose", letter: "v", \.isVerbose, "Report each retry."),
///         .group(\.paging),
///     ]
package struct OptionTable<Values>: ExpressibleByArrayLiteral {
    struct Row {
        let shape: OptionShape
        /// The default as a user would write it.
        var standard: (Values) -> String? = { _ in nil }
        /// The values that an option has, as a user would write them; one empty text for a flag that is set.
        var spelled: (Values) -> [String] = { _ in [] }
        let take: (inout Values, String) throws(ValueRefusal) -> Void
    }

    private(set) var rows: [Row] = []
    /// Other names of options of the same table.
    private var aliases: [(name: StaticString, letter: Unicode.Scalar?, option: String)] = []
    /// Options of other programs, by their spelling, and what to write instead.
    private(set) var foreign: [String: String] = [:]
    /// Checks of groups.
    private(set) var checks: [(inout Values) throws -> Void] = []

    package init(arrayLiteral parts: OptionTable...) {
        for part in parts {
            rows += part.rows
            checks += part.checks
            foreign.merge(part.foreign) { first, _ in first }
            for alias in part.aliases {
                guard let row = rows.first(where: { "\($0.shape.name)" == alias.option }) else { continue }
                rows.append(Row(shape: row.shape.hidden(alias.name, alias.letter), take: row.take))
            }
        }
    }

    private init(_ row: Row) { rows = [row] }
}

/// A word is not a value of its option.
enum ValueRefusal: Error {
    case form
    case reason(String)
}

/// A row without what it sets.
struct OptionShape {
    enum Kind { case flag, option, argument, rest }

    let kind: Kind
    /// The name without dashes; for an argument, its name in the synopsis.
    var name: StaticString
    var letter: Unicode.Scalar?
    /// A letter behind a plus sign that sets a flag, too: `+m`.
    var plusLetter: Unicode.Scalar?
    /// A value in a word of its own may begin with `-`.
    var takesDash = false
    /// The name of an option's value.
    var value: String?
    var mayLackValue = false
    var isRequired = false
    var isRepeated = false
    var isHidden = false
    var choices: () -> [String] = { [] }
    let help: () -> String

    /// The same option under another name, which the help does not list.
    func hidden(_ name: StaticString, _ letter: Unicode.Scalar?) -> OptionShape {
        var shape = self
        (shape.name, shape.letter, shape.isHidden) = (name, letter, true)
        return shape
    }
}

/// Names that users know from other programs.
extension OptionTable {
    /// A second name of an option that stands before it in the same table.
    package static func alias(
        _ name: StaticString, letter: Unicode.Scalar? = nil, of option: String
    ) -> OptionTable {
        var table: OptionTable = []
        table.aliases = [(name, letter, option)]
        return table
    }

    /// A flag that asks for what is done anyway.
    package static func ignored(_ name: StaticString, letter: Unicode.Scalar? = nil) -> OptionTable {
        let shape = OptionShape(kind: .flag, name: name, letter: letter, isHidden: true) { "" }
        return OptionTable(Row(shape: shape) { _, _ in })
    }

    /// Options that are accepted and do nothing; the help does not list them.
    package static func ignored(
        flags: [StaticString] = [], values: [StaticString] = [], optionalValues: [StaticString] = []
    ) -> OptionTable {
        var table: OptionTable = []
        func add(_ names: [StaticString], _ kind: OptionShape.Kind, mayLackValue: Bool = false) {
            table.rows += names.map { name in
                let shape = OptionShape(
                    kind: kind, name: name, takesDash: true, mayLackValue: mayLackValue, isHidden: true
                ) { "" }
                return Row(shape: shape) { _, _ in }
            }
        }
        add(flags, .flag)
        add(values, .option)
        add(optionalValues, .option, mayLackValue: true)
        return table
    }

    /// - Parameter instead: the words to write in place of each, by its spelling.
    package static func foreign(_ instead: [String: String]) -> OptionTable {
        var table: OptionTable = []
        table.foreign = instead
        return table
    }
}

extension OptionTable where Values: CommandOptions {
    /// A flag that takes back what other words have set; the help does not list it.
    package static func reset<Value>(
        _ name: StaticString, letter: Unicode.Scalar? = nil, plusLetter: Unicode.Scalar? = nil,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Value>
    ) -> OptionTable {
        let shape = OptionShape(kind: .flag, name: name, letter: letter, plusLetter: plusLetter, isHidden: true) { "" }
        return OptionTable(Row(shape: shape) { values, _ in values[keyPath: path()] = Values()[keyPath: path()] })
    }
}

extension OptionTable {
    package static func flag(
        _ name: StaticString, letter: Unicode.Scalar? = nil, plusLetter: Unicode.Scalar? = nil,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Bool>, _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .flag, name: name, letter: letter, plusLetter: plusLetter, help: help)
        let spelled: (Values) -> [String] = { $0[keyPath: path()] ? [""] : [] }
        return OptionTable(Row(shape: shape, spelled: spelled) { values, _ in values[keyPath: path()] = true })
    }

    /// An option with a default.
    /// - Parameter isText: the value is a text of the user, which may begin with a dash.
    package static func option<Value: ArgumentValue>(
        _ name: StaticString, letter: Unicode.Scalar? = nil, value: String? = nil, isText: Bool = false,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Value>, _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = shape(name, letter, value, isText, of: Value.self, help)
        return OptionTable(
            Row(
                shape: shape, standard: { $0[keyPath: path()].argument }, spelled: { [$0[keyPath: path()].argument] },
                take: taking { $0[keyPath: path()] = $1 }))
    }

    package static func option<Value: ArgumentValue>(
        _ name: StaticString, letter: Unicode.Scalar? = nil, value: String? = nil, isText: Bool = false,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Value?>,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = shape(name, letter, value, isText, of: Value.self, help)
        let spelled: (Values) -> [String] = { $0[keyPath: path()].map { [$0.argument] } ?? [] }
        return OptionTable(Row(shape: shape, spelled: spelled, take: taking { $0[keyPath: path()] = $1 }))
    }

    /// An option that may stand without a value; it is then an empty text. For commands without arguments of their own, since the next
    /// word is its value unless it is an option.
    package static func option(
        _ name: StaticString, letter: Unicode.Scalar? = nil, optionalValue value: String,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, String?>,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        var shape = OptionShape(kind: .option, name: name, letter: letter, value: value, help: help)
        shape.mayLackValue = true
        let spelled: (Values) -> [String] = { $0[keyPath: path()].map { [$0] } ?? [] }
        return OptionTable(Row(shape: shape, spelled: spelled, take: taking { $0[keyPath: path()] = $1 }))
    }

    /// An option that may be repeated.
    package static func option<Value: ArgumentValue>(
        _ name: StaticString, letter: Unicode.Scalar? = nil, value: String? = nil, isText: Bool = false,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, [Value]>,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        var shape = shape(name, letter, value, isText, of: Value.self, help)
        shape.isRepeated = true
        let spelled: (Values) -> [String] = { $0[keyPath: path()].map(\.argument) }
        return OptionTable(Row(shape: shape, spelled: spelled, take: taking { $0[keyPath: path()].append($1) }))
    }

    /// - Parameter reading: throws an error with the reason why a word is no value.
    package static func option<Value>(
        _ name: StaticString, value: String? = nil,
        _ path: @autoclosure @escaping () -> WritableKeyPath<Values, [Value]>,
        reading: @escaping (String) throws -> Value, _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .option, name: name, value: value, isRepeated: true, help: help)
        return OptionTable(
            Row(shape: shape) { (values, word) throws(ValueRefusal) in
                do { values[keyPath: path()].append(try reading(word)) } catch { throw .reason("\(error)") }
            })
    }

    package static func argument<Value: ArgumentValue>(
        _ name: StaticString, _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Value>,
        isRequired: Bool = true,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .argument, name: name, isRequired: isRequired, help: help)
        let standard: (Values) -> String? = { isRequired ? nil : $0[keyPath: path()].argument }
        return OptionTable(Row(shape: shape, standard: standard, take: taking { $0[keyPath: path()] = $1 }))
    }

    package static func argument<Value: ArgumentValue>(
        _ name: StaticString, _ path: @autoclosure @escaping () -> WritableKeyPath<Values, Value?>,
        isRequired: Bool = false, isHidden: Bool = false,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .argument, name: name, isRequired: isRequired, isHidden: isHidden, help: help)
        return OptionTable(Row(shape: shape, take: taking { $0[keyPath: path()] = $1 }))
    }

    /// The last argument, which may be repeated.
    package static func arguments<Value: ArgumentValue>(
        _ name: StaticString, _ path: @autoclosure @escaping () -> WritableKeyPath<Values, [Value]>,
        isRequired: Bool = false,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .argument, name: name, isRequired: isRequired, isRepeated: true, help: help)
        return OptionTable(Row(shape: shape, take: taking { $0[keyPath: path()].append($1) }))
    }

    /// The words after `--`, as they are.
    package static func rest(
        _ name: StaticString, _ path: @autoclosure @escaping () -> WritableKeyPath<Values, [String]>,
        isRequired: Bool = false,
        _ help: @autoclosure @escaping () -> String
    ) -> OptionTable {
        let shape = OptionShape(kind: .rest, name: name, isRequired: isRequired, isRepeated: true, help: help)
        return OptionTable(Row(shape: shape, take: taking { $0[keyPath: path()].append($1) }))
    }

    /// Options that several commands share.
    package static func group<Part: CommandOptions>(_ path: @autoclosure @escaping () -> WritableKeyPath<Values, Part>)
        -> OptionTable
    {
        let part = Part.table
        var table: OptionTable = []
        table.rows = part.rows.map { row in
            Row(
                shape: row.shape, standard: { row.standard($0[keyPath: path()]) },
                spelled: { row.spelled($0[keyPath: path()]) }
            ) { (values, word) throws(ValueRefusal) in
                try row.take(&values[keyPath: path()], word)
            }
        }
        table.foreign = part.foreign
        table.checks = part.checks.map { check in { try check(&$0[keyPath: path()]) } }
        table.checks.append { try $0[keyPath: path()].validate() }
        return table
    }

    private static func shape<Value: ArgumentValue>(
        _ name: StaticString, _ letter: Unicode.Scalar?, _ value: String?, _ isText: Bool, of type: Value.Type,
        _ help: @escaping () -> String
    ) -> OptionShape {
        var shape = OptionShape(kind: .option, name: name, letter: letter, value: value, help: help)
        shape.choices = { Value.choices }
        shape.takesDash = isText || Value.mayBeginWithDash
        return shape
    }

    /// - Parameter set: what a word of the command line does as a value.
    private static func taking<Value: ArgumentValue>(
        _ set: @escaping (inout Values, Value) -> Void
    ) -> (inout Values, String) throws(ValueRefusal) -> Void {
        { (values, word) throws(ValueRefusal) in
            guard let value = Value(argument: word) else { throw Value.form.map { .reason($0) } ?? .form }
            set(&values, value)
        }
    }
}

extension OptionTable {
    /// The same options, which refuse numbers outside of a range.
    package func within<Number: ArgumentValue & Comparable>(_ range: ClosedRange<Number>) -> OptionTable {
        var table = self
        table.rows = rows.map { row in
            Row(shape: row.shape, standard: row.standard, spelled: row.spelled) { (values, word) throws(ValueRefusal) in
                try row.take(&values, word)
                guard let number = Number(argument: word), range.contains(number) else {
                    throw .reason("expected a number from \(spelled(range.lowerBound)) to \(spelled(range.upperBound))")
                }
            }
        }
        return table
    }

    private func spelled(_ number: some ArgumentValue) -> String {
        number.argument.hasSuffix(".0") ? String(number.argument.dropLast(2)) : number.argument
    }
}
