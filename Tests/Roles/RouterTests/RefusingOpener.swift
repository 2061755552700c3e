import URLOpening

/// Fails a conversation if a page reaches the browser that should not.
struct RefusingOpener: URLOpener {
    func open(_ url: WebURL) throws(URLFailure) -> String? { throw .noBrowser(tried: ["nothing"]) }
}
