/// What a request leads to.
enum Answer {
    case response(Response)
    /// A stream of screens.
    case stream
    /// The answer comes when the screen has settled: the request is asked again then.
    case later
}
