/// Answers requests. All is called by ``HTTPServer/run()``.
protocol RequestHandler: AnyObject {
    func admit(_ head: RequestHead) -> Admission.Decision
    /// - Parameter exchange: with its whole body.
    func answer(_ exchange: Exchange) -> Answer
    func next(for stream: EventStream) -> EventStream.Next
    /// The name of the cookie.
    var cookieName: String { get }
}
