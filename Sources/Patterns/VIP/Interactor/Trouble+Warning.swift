package import CycleMessages
import InteractorMessages
import Scenes

extension Trouble: SceneWarning {
    package var offersRetry: Bool {
        guard case .failed(let failure) = self else { return false }
        return failure.retryable
    }
}
