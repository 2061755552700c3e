/// Opens pages in the person's browser: `$BROWSER`, or the system's default.
package struct Browser: URLOpener {
    private let commands: [BrowserCommand]

    /// - Parameter variable: the value of `$BROWSER`.
    package init(variable: String?) {
        let named = BrowserCommand.alternatives(in: variable ?? "")
        commands = named.isEmpty ? [BrowserCommand.standard].compactMap(\.self) : named
    }

    package func open(_ url: WebURL) throws(URLFailure) -> String {
        for command in commands where DetachedProcess.start(command.arguments(for: url)) { return command.program }
        throw .noBrowser(tried: commands.map(\.program))
    }
}
