/// A dictionary of bounded size, in two generations: when the newer is full, the older is let go of.
struct RecentDictionary<Value: Sendable>: Sendable {
    private let memory: Int
    private var recent: [String: Value] = [:]
    private var older: [String: Value] = [:]

    init(memory: Int) {
        self.memory = memory
    }

    var isEmpty: Bool { recent.isEmpty && older.isEmpty }

    subscript(key: String) -> Value? {
        get { recent[key] ?? older[key] }
        set {
            if recent.count >= memory { (older, recent) = (recent, [:]) }
            recent[key] = newValue
        }
    }
}
