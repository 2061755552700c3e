/// The envelope of every error.
struct YouTubeRefusal {
    let code: Int
    let message: String
    let domain: String
    let reason: String
    /// The offending parameter.
    let location: String?
    /// The name of the gRPC code, which newer errors have.
    let status: String?

    init(
        _ code: Int, _ message: String, domain: String, reason: String, location: String? = nil, status: String? = nil
    ) {
        (self.code, self.message, self.domain, self.reason) = (code, message, domain, reason)
        (self.location, self.status) = (location, status)
    }

    var answer: Answer {
        var detail: JSONValue.Members = [
            ("message", .string(message)), ("domain", .string(domain)), ("reason", .string(reason)),
        ]
        if let location {
            detail += [("location", .string(location)), ("locationType", .string("parameter"))]
        }
        var error: JSONValue.Members = [
            ("code", .integer(code)), ("message", .string(message)), ("errors", .list([.object(detail)])),
        ]
        if let status { error.append(("status", .string(status))) }
        var answer = YouTubeAnswers.good([("error", .object(error))])
        answer.status = code
        return answer
    }
}
