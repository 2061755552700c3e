import Platform

/// Other names for protocols, such as `interactor=model`: what this process calls `interactor.input.search` is
/// `model.input.search` on the bus.
///
/// An alias exchanges two names, so an event that the bus calls `interactor.…` is not taken for one of this process's. Aliases are
/// applied where lines are read and written (``EventReader``, ``EventEncoder``); a role never sees them.
package struct ProtocolAliases: Equatable, Sendable {
    package static let variable = "VIPERLINE_PROTOCOLS"
    package static let none = ProtocolAliases()

    /// The counterpart of each name, in both directions.
    private var counterparts: [String: String] = [:]

    private static let mostAliases = 16
    private static let longestName = 64

    private init() {}

    /// - Parameter text: `NAME=NAME,…`.
    package init(_ text: String) throws(Malformed) {
        let aliases = text.split(separator: ",", omittingEmptySubsequences: false)
        guard aliases.count <= Self.mostAliases else { throw .tooMany(limit: Self.mostAliases) }
        for alias in aliases {
            let names = alias.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard names.count == 2, names.allSatisfy(Self.isName) else { throw .noAlias(String(alias)) }
            for name in names {
                guard name != "process" else { throw .reserved(name) }
                guard counterparts[name] == nil else { throw .twice(name) }
            }
            guard names[0] != names[1] else { throw .twice(names[0]) }
            counterparts[names[0]] = names[1]
            counterparts[names[1]] = names[0]
        }
    }

    package var isEmpty: Bool { counterparts.isEmpty }

    /// The other side's name for a type. It is the same in both directions.
    package func translated(_ type: String) -> String {
        guard !isEmpty, let name = type.firstIndex(of: ".").map({ type[..<$0] }),
            let other = counterparts[String(name)]
        else { return type }
        return other + type[name.endIndex...]
    }

    /// Gives an event that was read the name that this process has for it.
    package func applyToInput(_ event: inout Event) {
        guard !isEmpty else { return }
        event.type = translated(event.type)
        // The event names the type of a line that this process has written.
        guard event.type == ProcessInput.Refused.type, var refused = try? event.decode(ProcessInput.Refused.self) else {
            return
        }
        refused.type = translated(refused.type)
        event.data = Payload.encode(refused)
    }

    /// Gives an event the name that the bus has for it.
    package func applyToOutput(_ event: inout Event) {
        guard !isEmpty else { return }
        event.type = translated(event.type)
    }

    /// The first word of a type.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= longestName && text.utf8.isWord(with: "-_")
    }
}

extension ProtocolAliases {
    package enum Malformed: Error, Equatable, Sendable {
        case noAlias(String)
        /// A name with the same meaning on every bus.
        case reserved(String)
        case twice(String)
        case tooMany(limit: Int)
    }
}

extension ProtocolAliases.Malformed: CustomStringConvertible {
    package var description: String {
        let problem =
            switch self {
            case .noAlias(let text):
                "\"\(text.prefix(100))\" is not an alias; write two names, such as interactor=model"
            case .reserved(let name): "\"\(name)\" can't have another name"
            case .twice(let name): "\"\(name)\" is named twice"
            case .tooMany(let limit): "there are more than \(limit) aliases"
            }
        return "\(ProtocolAliases.variable): \(problem)"
    }
}
