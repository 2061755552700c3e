/// The newest values by their keys, in bounded memory: the oldest is let go when a new one finds no room.
package struct RecentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// In order of insertion, as a ring once it is full.
    private var keys: [Key] = []
    private var oldest = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package var isEmpty: Bool { values.isEmpty }

    /// To set it to nil changes nothing: what is old goes by itself.
    package subscript(_ key: Key) -> Value? {
        get { values[key] }
        set { if let newValue { insert(newValue, for: key) } }
    }

    /// Changes a value that is there.
    package mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard var value = values[key] else { return }
        change(&value)
        values[key] = value
    }

    /// - Returns: the value that had to go.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key) -> Value? {
        guard values.updateValue(value, forKey: key) == nil else { return nil }
        guard keys.count >= capacity else {
            keys.append(key)
            return nil
        }
        let gone = values.removeValue(forKey: keys[oldest])
        keys[oldest] = key
        oldest = (oldest + 1) % capacity
        return gone
    }

    /// What is still there, in no order.
    package var remaining: some Collection<Value> { values.values }
}
