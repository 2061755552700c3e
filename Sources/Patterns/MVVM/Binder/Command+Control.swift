import Scenes
import ViewModelMessages

extension Command {
    /// What pressing a button or a pager's key is bound to.
    init?(control: String) {
        switch control {
        case ControlName.dismiss: self = .dismiss
        case ControlName.retry: self = .retry
        case ControlName.open: self = .open
        case ControlName.next: self = .next
        case ControlName.previous: self = .previous
        case ControlName.greet: self = .greet
        default: return nil
        }
    }
}
