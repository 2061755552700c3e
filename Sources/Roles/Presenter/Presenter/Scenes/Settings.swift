import Formatting
import JSON
import Scenes
import ScreenLayout
import ViewMessages

/// The settings of the session, in a form.
struct SettingsScene: ScenePresenter {
    static let name = ControlName.settings

    struct State: JSONCodable {
        /// The wrong fields of the last submission.
        var mistakes: [SettingsField] = []
        /// The number of times that the settings were saved here.
        var saves: Int = 0
    }

    let reader: Reader
    var state = State()
    var preferences: Preferences? = Preferences()
    var alert: AlertText?

    var screen: Screen {
        let parts = SettingsLayout.parts(preferences ?? Preferences(), mistakes: Set(state.mistakes), for: reader)
        let isSaved = state.saves != 0 && state.mistakes.isEmpty
        return Screen(
            title: reader[SettingsText.title], parts: parts,
            notice: isSaved ? SettingsLayout.saved(state.saves, for: reader) : nil)
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .submit(SettingsLayout.form, let values) = action else { return [] }
        let entry = SettingsEntry(values)
        state.mistakes = entry.mistakes.sorted { $0.rawValue < $1.rawValue }
        if let wanted = entry.preferences {
            preferences = wanted
            // It only has to differ from the last one, whatever the snapshot contains.
            state.saves &+= 1
        }
        return []
    }
}
