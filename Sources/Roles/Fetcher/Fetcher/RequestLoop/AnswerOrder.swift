package import HTTPTransfer

/// Holds answers back until it is their turn, if they are wanted in the order of the input.
package struct AnswerOrder: Sendable {
    let isKept: Bool
    private var next: TransferID = 1
    private var waiting: [TransferID: [UInt8]] = [:]

    /// - Parameter isKept: if false, every answer passes at once.
    package init(isKept: Bool) {
        self.isKept = isKept
    }

    /// The request whose answer is next; nil if the order is not kept.
    var awaited: TransferID? { isKept ? next : nil }

    /// The number of answers that wait for an earlier one.
    package var count: Int { waiting.count }

    /// Bytes of the waiting answers.
    package private(set) var bytes = 0

    /// Takes the answer to the request with a number.
    /// - Returns: the answers that may be written now.
    package mutating func place(_ answer: [UInt8], of number: TransferID) -> [[UInt8]] {
        guard isKept else { return [answer] }
        guard number == next else {
            waiting[number] = answer
            bytes += answer.count
            return []
        }
        next += 1
        var answers = [answer]
        while let follower = waiting.removeValue(forKey: next) {
            answers.append(follower)
            bytes -= follower.count
            next += 1
        }
        return answers
    }
}
