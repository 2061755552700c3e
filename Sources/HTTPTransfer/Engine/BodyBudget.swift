import Synchronization

/// The memory that all bodies may take together, from their first byte until nobody has them any more.
///
/// A transfer that finds nothing left stands still, and so does its server. Only one may exceed the budget: the one
/// that everybody waits for. So there is always one that can go on to its end.
package final class BodyBudget: Sendable {
    package static let standardLimit = 16 << 20

    package let limit: Int
    private let taken = Atomic<Int>(0)
    private let highest = Atomic<Int>(0)
    /// Who may exceed it.
    private let favourite = Atomic<TransferID>(.max)
    private let refused = Mutex<[TransferID]>([])

    package init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Bytes that are held now.
    package var held: Int { taken.load(ordering: .relaxed) }

    /// The most that was ever held.
    package var peak: Int { highest.load(ordering: .relaxed) }

    var isSpent: Bool { held >= limit }

    /// Whether it is worth while to go on: one that stands still and would get next to nothing stays as it is.
    var hasRoom: Bool { held <= limit - limit / 8 }

    /// The transfers that were refused since this was asked.
    func takeRefused() -> [TransferID] {
        refused.withLock { refused in
            defer { refused = [] }
            return refused
        }
    }

    func favour(_ transfer: TransferID?) { favourite.store(transfer ?? .max, ordering: .relaxed) }

    /// - Returns: whether there is so much left for a transfer.
    fileprivate func take(_ bytes: Int, for transfer: TransferID) -> Bool {
        guard held + bytes <= limit || favourite.load(ordering: .relaxed) == transfer else {
            refused.withLock { $0.append(transfer) }
            return false
        }
        add(bytes)
        return true
    }

    fileprivate func add(_ bytes: Int) {
        let sum = taken.add(bytes, ordering: .relaxed).newValue
        highest.max(sum, ordering: .relaxed)
    }

    fileprivate func give(_ bytes: Int) { taken.subtract(bytes, ordering: .relaxed) }
}

/// What one body takes of a budget. It goes with the body, and gives back what it has when the last one lets go of it.
package final class BodyShare: Sendable, Equatable {
    private let budget: BodyBudget
    private let taken = Atomic<Int>(0)

    init(of budget: BodyBudget) {
        self.budget = budget
    }

    /// For a body that is there, whatever it has.
    convenience init(of budget: BodyBudget, holding bytes: Int) {
        self.init(of: budget)
        taken.add(bytes, ordering: .relaxed)
        budget.add(bytes)
    }

    deinit { budget.give(held) }

    var held: Int { taken.load(ordering: .relaxed) }

    func take(_ bytes: Int, for transfer: TransferID) -> Bool {
        guard budget.take(bytes, for: transfer) else { return false }
        taken.add(bytes, ordering: .relaxed)
        return true
    }

    func giveBack(_ bytes: Int) {
        taken.subtract(bytes, ordering: .relaxed)
        budget.give(bytes)
    }

    /// Who holds a body makes no difference to what a response says.
    package static func == (one: BodyShare, other: BodyShare) -> Bool { true }
}
