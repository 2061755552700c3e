import JSON

/// Why JetStream has refused something.
package struct APIError: JSONCodable, Equatable, Sendable, Error {
    /// As of HTTP.
    package var code: Int
    /// Tells more than `code`; absent from answers of old servers.
    package var number: Int?  // JSON: err_code
    package var description: String?

    package init(code: Int, number: Int? = nil, description: String? = nil) {
        self.code = code
        self.number = number
        self.description = description
    }

    /// There is no such stream or consumer.
    package var isAbsence: Bool { code == 404 }
    /// The stream has reached a limit and takes no more: it may later.
    package var isFull: Bool { number == 10077 }

    /// There is one of that name with other settings.
    package var isTaken: Bool { number == 10058 }
    /// The server, or this account, keeps no streams.
    package var meansNoJetStream: Bool { number.map(ServerAnswer.noJetStream.contains) ?? false }

    /// As the end of a sentence.
    package var reason: String { String((description ?? "error \(number ?? code)").prefix(200)) }
}
