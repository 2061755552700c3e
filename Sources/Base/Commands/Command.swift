package import Wire

/// Options that a command line can set: values with the defaults, and beside them the table of the options. Several commands may
/// share them.
///
///     struct Paging: CommandOptions {
///         var limit = 20
///         static var table: OptionTable<Self> { [.option("limit", value: "n", \.limit, "The most entities per page.")] }
///     }
package protocol CommandOptions {
    init()
    static var table: OptionTable<Self> { get }
    /// Checks what the table can't; throws ``UsageError``.
    mutating func validate() throws
}

/// A program, or one of its subcommands.
package protocol Command: CommandOptions, SendableMetatype {
    static var configuration: CommandConfiguration { get }
    /// Runs the command. A command that only has subcommands is not run: it prints its help.
    mutating func run() throws
}

extension CommandOptions {
    package static var table: OptionTable<Self> { [] }
    package mutating func validate() throws {}
}

extension Command {
    package mutating func run() throws { throw HelpRequest.ofThis }
}

/// The name and the texts of a command. No text is made before somebody asks for it.
package struct CommandConfiguration: Sendable {
    let name: StaticString
    let abstract: @Sendable () -> String
    /// A text in place of the usual synopsis.
    let usage: String?
    let discussion: @Sendable () -> String
    let version: String?
    let isHidden: Bool
    let subcommands: @Sendable () -> [any Command.Type]

    package init(
        name: StaticString, abstract: @autoclosure @escaping @Sendable () -> String, usage: String? = nil,
        discussion: @autoclosure @escaping @Sendable () -> String = "", version: String? = nil, isHidden: Bool = false,
        subcommands: @autoclosure @escaping @Sendable () -> [any Command.Type] = []
    ) {
        self.name = name
        self.abstract = abstract
        self.usage = usage
        self.discussion = discussion
        self.version = version
        self.isHidden = isHidden
        self.subcommands = subcommands
    }
}

/// The command line is wrong. The program prints the message with the synopsis, and ends with 64.
package struct UsageError: Error, CustomStringConvertible {
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
}

/// The program ends with this code, and prints nothing more.
package struct ExitCode: Error, Equatable {
    package static let success = ExitCode(.done)

    package let rawValue: Int32

    package init(_ code: Int32) { rawValue = code }
    package init(_ status: ExitStatus) { rawValue = status.rawValue }
}

/// An error after which a command has not done its work. The program prints its lines on stderr, and ends with its status; any other error
/// is one line, and ``ExitStatus/unavailable``.
package protocol CommandProblem: Error {
    var lines: [String] { get }
    var status: ExitStatus { get }
}

/// The reason why a command has not done its work.
package struct CommandFailure: CommandProblem, CustomStringConvertible {
    package let description: String
    package let status: ExitStatus

    package init(_ description: String, _ status: ExitStatus = .unavailable) {
        self.description = description
        self.status = status
    }
}

extension CommandProblem {
    package var lines: [String] { ["\(self)"] }
}

enum HelpRequest: Error { case ofThis }
