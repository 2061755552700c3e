/// Plays what is at a URL: in mpv where it is installed, else in the browser.
package struct Player: URLOpener {
    private static let program = "mpv"
    private let browser: any URLOpener

    package init(browser: any URLOpener) { self.browser = browser }

    package func open(_ url: WebURL) throws(URLFailure) -> String {
        // It is looked for in PATH; where it is missing, nothing is started. "--" ends the options.
        if DetachedProcess.start([Self.program, "--no-terminal", "--", url.text]) { return Self.program }
        do throws(URLFailure) {
            return try browser.open(url)
        } catch .noBrowser(let tried) {
            throw .noBrowser(tried: [Self.program] + tried)
        }
    }
}
