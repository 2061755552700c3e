/// Starts nothing and reports as if it had: for tests, and for whoever only wants to see the URLs.
package struct NoOpener: URLOpener {
    package init() {}

    package func open(_ url: WebURL) throws(URLFailure) -> String { "nothing" }
}
