/// The one effect that the router has outside of the bus; injected, so that its logic is tested without a browser.
package protocol URLOpener: Sendable {
    /// Starts opening the page and returns at once.
    func open(_ url: WebURL) throws(URLFailure)
}
