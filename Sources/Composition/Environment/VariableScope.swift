import YAML

/// Where the variables of files are looked up. An included application may have variables of its own, behind those of whoever includes
/// it.
struct VariableScope {
    /// Equal where the variables are.
    let id: Int
    /// Its own variables only.
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
