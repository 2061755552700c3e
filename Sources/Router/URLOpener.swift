/// The router's only effect outside the bus; injected, so that tests need no browser.
package protocol URLOpener: Sendable {
    /// Starts to open a URL, and returns at once.
    /// - Returns: the program that opens it.
    @discardableResult
    func open(_ url: WebURL) throws(URLFailure) -> String
}
