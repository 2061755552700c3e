/// What an endpoint answers, before faults and content coding.
struct Answer: Equatable, Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    var body: [UInt8]

    /// Whether compressing it is worth while.
    var isText: Bool { headers["content-type"]?.hasPrefix("image/") != true }

    static let notFound = Answer(status: 404, headers: ["content-type": "text/plain"], body: Array("Not Found\n".utf8))
    static let badRequest = Answer(
        status: 400, headers: ["content-type": "text/plain"], body: Array("Bad Request\n".utf8))
    static let headTooLarge = Answer(
        status: 431, headers: ["content-type": "text/plain"], body: Array("Too many header bytes\n".utf8))
    static let methodNotAllowed = Answer(
        status: 405, headers: ["allow": "GET", "content-type": "text/plain"], body: Array("Method Not Allowed\n".utf8))
}
