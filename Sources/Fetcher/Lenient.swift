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
