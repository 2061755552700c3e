/// Starts nothing and reports success: for tests and `--print-urls`.
package struct NoOpener: URLOpener {
    package init() {}

    package func open(_ url: WebURL) throws(URLFailure) -> String { "nothing" }
}
