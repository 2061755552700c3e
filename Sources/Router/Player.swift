/// Plays media: in mpv if it is installed, otherwise in the browser.
package struct Player: URLOpener {
    private static let program = "mpv"
    private let browser: any URLOpener

    package init(browser: any URLOpener) { self.browser = browser }

    package func open(_ url: WebURL) throws(URLFailure) -> String {
        // Searched for in PATH. "--" ends the options.
        if DetachedProcess.start([Self.program, "--no-terminal", "--", url.text]) { return Self.program }
        do throws(URLFailure) {
            return try browser.open(url)
        } catch .noBrowser(let tried) {
            throw .noBrowser(tried: [Self.program] + tried)
        }
    }
}
