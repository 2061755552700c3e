/// A dictionary of bounded size: a new key evicts the oldest one.
package struct RecentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// Keys in order of insertion; a ring buffer once it is full.
    private var keys: [Key] = []
    private var oldest = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package var isEmpty: Bool { values.isEmpty }

    /// Setting nil has no effect: old values are evicted.
    package subscript(_ key: Key) -> Value? {
        get { values[key] }
        set { if let newValue { insert(newValue, for: key) } }
    }

    /// Changes an existing value.
    package mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard var value = values[key] else { return }
        change(&value)
        values[key] = value
    }

    /// - Returns: the evicted value.
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

    /// Values in no particular order.
    package var remaining: some Collection<Value> { values.values }
}
