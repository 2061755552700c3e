import JSON

/// Why JetStream has refused a request.
package struct APIError: JSONCodable, Equatable, Sendable, Error {
    /// As in HTTP.
    package var code: Int
    /// More precise than `code`; absent from old servers' answers.
    package var number: Int?  // JSON: err_code
    package var description: String?

    package init(code: Int, number: Int? = nil, description: String? = nil) {
        self.code = code
        self.number = number
        self.description = description
    }

    /// The stream or consumer does not exist.
    package var isAbsence: Bool { code == 404 }
    /// The stream has reached a limit and takes no more for now.
    package var isFull: Bool { number == 10077 }

    /// One of that name exists with other settings.
    package var isTaken: Bool { number == 10058 }
    /// The server, or this account, has no streams.
    package var meansNoJetStream: Bool { number.map(ServerAnswer.noJetStream.contains) ?? false }

    /// As it ends a sentence.
    package var reason: String { String((description ?? "error \(number ?? code)").prefix(200)) }
}
