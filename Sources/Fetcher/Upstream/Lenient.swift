/// An element that is nil, and no error, where it cannot be read: one odd result must not cost the others.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer {
    /// A member that is nil where it is missing or of another type.
    func lenient<Value: Decodable>(_ key: Key, as _: Value.Type = Value.self) -> Value? {
        try? decodeIfPresent(Value.self, forKey: key)
    }
}

/// Those of a list of results that are what was asked for.
struct Listing<Item> {
    let items: [Item]
    /// How many could not be read; nil where all could.
    let unreadable: Int?

    /// - Parameters:
    ///   - results: nil stands for what cannot be read; an element without an item for what is something else.
    ///   - host: who answered.
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

extension KeyedDecodingContainer {
    /// An id that is a number, or the digits of one.
    func id(_ key: Key) throws -> String {
        if let number = try? decode(Int.self, forKey: key) { return String(number) }
        let text = try decode(String.self, forKey: key)
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "is no id")
        }
        return text
    }
}
