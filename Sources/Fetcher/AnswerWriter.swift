package import Wire

/// Where answers go: as events, or in a form that needs no envelope.
package protocol AnswerWriter: ~Copyable {
    mutating func write(_ answers: [Event]) throws(StandardStream.Failure)
    mutating func flush() throws(StandardStream.Failure)
}

extension EventWriter: AnswerWriter {}
