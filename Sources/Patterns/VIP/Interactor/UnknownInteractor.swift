import CycleMessages
import Scenes

/// Takes the place of a scene that this interactor does not have.
struct UnknownInteractor: SceneLogic {
    let name: String
    var alert: Trouble?

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }

    func report(_ status: SceneStatus) -> [SceneReport] {
        let response = PresenterInput.PresentUnknown(name: name, trouble: alert)
        return [SceneReport(PresenterInput.PresentUnknown.type, response)]
    }
}
