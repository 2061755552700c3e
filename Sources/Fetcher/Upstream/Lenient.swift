import JSON

/// A value that is nil, without an error, if it cannot be read: one bad result must not cost the others.
struct Lenient<Value: JSONReadable>: JSONReadable {
    let value: Value?

    init(from reader: inout JSONReader) throws(JSONError) {
        value = try reader.readLeniently()
    }
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
            throw JSONError(.invalid("is no id"), at: start)
        }
    }
}

/// The results of a list that are of the wanted kind.
struct Listing<Item> {
    let items: [Item]
    /// How many could not be read; nil if there are none.
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
