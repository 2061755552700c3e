/// What each simulated world has: decisions, a clock, faults, and an account of what happened.
class Chronicle {
    var choices: Choices
    /// Nanoseconds.
    var now = 1_000_000_000
    /// Faults that may still happen.
    var faultsLeft: Int
    /// What happened, for the reader of a failure.
    private(set) var account: [String] = []
    private let keepsAccount: Bool
    /// A closure that reports a broken promise, and does not return.
    let fail: (String, Chronicle) -> Never

    init(_ choices: Choices, faults: Int, keepsAccount: Bool, fail: @escaping (String, Chronicle) -> Never) {
        self.choices = choices
        faultsLeft = faults
        self.keepsAccount = keepsAccount
        self.fail = fail
    }

    func note(_ text: @autoclosure () -> String) {
        if keepsAccount { account.append("\(now / 1_000_000) ms: \(text())") }
    }

    /// - Returns: true if a fault is to happen now.
    func mayFail(oneIn count: Int) -> Bool {
        guard faultsLeft > 0, choices.happens(oneIn: count) else { return false }
        faultsLeft -= 1
        return true
    }
}
