import HTTPTransfer
import JSON

/// A value that is nil, without an error, if it cannot be read: one bad result must not cost the others.
struct Lenient<Value: JSONReadable>: JSONReadable {
    let value: Value?

    init(from reader: inout JSONReader) throws(JSONError) {
        value = try reader.readLeniently()
    }
}

extension Lenient<Int> {
    /// The value unless it is negative.
    var count: Int? { value.flatMap { $0 < 0 ? nil : $0 } }
}

/// An id that is a number, or the digits of one.
struct NumericID: JSONReadable {
    let text: String

    init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        guard reader.nextByte == UInt8(ascii: "\"") else {
            text = String(try reader.read(Int.self))
            return
        }
        text = try reader.string()
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw JSONError(.invalid("is not an id"), at: start)
        }
    }
}

/// The results of a list that are of the wanted kind.
struct Listing<Item> {
    let items: [Item]
    /// The number of those that could not be read; nil if all could.
    let unreadable: Int?

    /// - Parameters:
    ///   - results: nil for a result that cannot be read. A result without an item is of another kind.
    ///   - host: the server's name, for the message.
    init<Result>(_ results: [Result?], from host: String, of api: String, _ item: (Result) -> Item?) throws(FetchError)
    {
        let readable = results.compactMap(\.self)
        guard !readable.isEmpty || results.isEmpty else {
            throw .decode("none of the \(results.count) results of \(host) has the form of the \(api)")
        }
        items = readable.compactMap(item)
        unreadable = readable.count == results.count ? nil : results.count - readable.count
    }
}

extension HTTPResponse {
    /// The body as JSON. The Content-Type is ignored: real APIs send JSON as text/javascript, or as application/octet-stream.
    /// - Parameter api: the API's name, for the message.
    func json<Body: JSONReadable>(of api: String, as _: Body.Type = Body.self) throws(FetchError) -> Body {
        guard let body = decoded(Body.self) else {
            throw .decode("\(url.host) did not answer with the JSON of the \(api)")
        }
        return body
    }

    /// The body of a failure; nil unless it has the API's own form.
    func failure<Body: JSONReadable>(as _: Body.Type = Body.self) -> Body? {
        decoded(Body.self)
    }

    /// Lone surrogates become U+FFFD: one bad character must not cost the entity that contains it.
    private func decoded<Body: JSONReadable>(_: Body.Type) -> Body? {
        JSONBody.read(body, contentType: header("Content-Type")) { text in
            try? Body(json: JSONText.replacingLoneSurrogates(text))
        }
    }

    /// The body as JSON of any form.
    func cleanJSON() throws(FetchError) -> [UInt8] {
        if isOfValues { return try arrayOfValues() }
        guard let json = decoded(JSONBytes.self)?.bytes else {
            throw .decode("the body of \(url.host) \(JSONBody.problem(body))")
        }
        return json
    }

    /// The values of the body, which come one after another, as one.
    private func arrayOfValues() throws(FetchError) -> [UInt8] {
        do throws(BodyValues.Damage) { return try BodyValues.array(of: body) } catch {
            let problem = error.isWhole ? JSONBody.problem(error.text) : "is cut off"
            throw .decode("value \(error.number) of \(url.host) \(problem)")
        }
    }
}
