import YAML
import Spelling

/// Interpolates the variables in every value of a tree, never in its keys.
struct InterpolationPass {
    let variable: (String) -> String?
    /// Names that are known to be set, for suggestions.
    let knownNames: [String]
    private(set) var mistakes: [Mistake] = []
    /// Bytes that variables may still add to the file.
    private var room = FileSystem.sizeLimit

    init(knownNames: [String] = [], variable: @escaping (String) -> String?) {
        self.variable = variable
        self.knownNames = knownNames
    }

    mutating func run(_ node: ComposeNode) -> ComposeNode {
        guard node.instruction != .reset else { return node }
        var node = node
        switch node.content {
        case .scalar(let text, let isPlain):
            let (expanded, problems) = Interpolation.expand(text, limit: room, variable: variable)
            room -= max(0, expanded.utf8.count - text.utf8.count)
            mistakes += problems.map { node.mistake(sentence($0)) }
            // A value with variables may be of any type, however it is quoted.
            node.content = problems.isEmpty ? .scalar(expanded, isPlain: isPlain || expanded != text) : .broken
        case .list(let items):
            node.content = .list(items.map { run($0) })
        case .mapping(let members):
            node.content = .mapping(
                members.map { member in
                    var member = member
                    member.value = run(member.value)
                    return member
                })
        case .null, .broken: break
        }
        return node
    }

    private func sentence(_ problem: Interpolation.Problem) -> String {
        switch problem {
        case .syntax(let message): return message
        case .tooLong: return "too long with its variables; they may add \(FileSystem.sizeLimit >> 20) MiB to a file"
        case .required(let name, let message):
            return "the variable \(name) is required" + (message.isEmpty ? "" : ": \(message)")
        case .unset(let name):
            let hint = Suggestion.hint(for: name, among: knownNames)
            // A script names its own variables in lower case.
            let own = name == name.uppercased() ? "" : "; for a variable of the program itself, write $$\(name)"
            return
                "the variable \(name) is not set and has no default\(hint); set it, or write ${\(name):-default}\(own)"
        }
    }
}

/// The scope of a file's variables. An included application may have variables of its own, which rank below those of the file that includes
/// it.
struct VariableScope {
    /// Scopes with the same variables have the same number.
    let id: Int
    /// The scope's own variables, without the outer ones.
    let own: [String: String]
    let lookup: (String) -> String?

    static func outermost(_ lookup: @escaping (String) -> String?) -> VariableScope {
        VariableScope(id: 0, own: [:], lookup: lookup)
    }

    func inner(id: Int, _ own: [String: String]) -> VariableScope {
        let lookup = lookup
        return VariableScope(id: id, own: own) { lookup($0) ?? own[$0] }
    }
}
