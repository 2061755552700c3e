/// The one effect that the router has outside of the bus; injected, so that its logic is tested without a browser.
package protocol URLOpener: Sendable {
    /// Starts opening what is at the URL and returns at once.
    /// - Returns: the program that opens it.
    @discardableResult
    func open(_ url: WebURL) throws(URLFailure) -> String
}
