import ArgumentParser

/// `name=value`, as it stands on the command line.
package struct Parameter: ExpressibleByArgument {
    package let name: String
    package let value: String

    package init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
