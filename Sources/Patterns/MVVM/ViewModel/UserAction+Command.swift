import Scenes
import ViewModelMessages
import Wire

extension UserAction {
    private static let prefix = "viewmodel.input."

    /// What a view asks of the view model; nil for an event that asks nothing.
    init?(command event: Event) throws(PayloadError) {
        guard event.type.hasPrefix(Self.prefix) else { return nil }
        switch event.type {
        case ViewModelInput.SetQuery.type: self = .edit(query: try event.decode(ViewModelInput.SetQuery.self).query)
        case ViewModelInput.Highlight.type:
            self = .highlight(row: try event.decode(ViewModelInput.Highlight.self).id)
        case ViewModelInput.Choose.type: self = .select(row: try event.decode(ViewModelInput.Choose.self).id)
        default: self = Command(type: event.type).map(UserAction.init) ?? .unknown
        }
    }

    private init(_ command: Command) {
        switch command {
        case .loadMore: self = .reachEnd
        case .goBack: self = .goBack
        case .dismiss: self = .press(control: ControlName.dismiss)
        case .retry: self = .press(control: ControlName.retry)
        case .open: self = .press(control: ControlName.open)
        case .next: self = .press(control: ControlName.next)
        case .previous: self = .press(control: ControlName.previous)
        case .greet: self = .press(control: ControlName.greet)
        case .search: self = .press(control: SearchViewModel.search)
        }
    }
}
