import CycleMessages
import Formatting
import InteractorMessages

/// The words of a trouble.
enum TroubleText {
    /// - Parameters:
    ///   - failed: the words of a failure in this scene.
    ///   - missing: the words of what this scene cannot do without.
    static func text(
        _ trouble: Trouble?, failed: (InteractorOutput.Failed) -> AlertText? = { _ in nil },
        missing: (Missing) -> AlertText? = { _ in nil }
    ) -> AlertText? {
        switch trouble {
        case .failed(let failure): failed(failure)
        case .missing(let lack): missing(lack)
        case .tooLarge(let line): .tooLarge(line)
        case .notTold(let line): .notTold(line)
        case nil: nil
        }
    }
}
