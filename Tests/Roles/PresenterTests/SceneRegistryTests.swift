import RouterMessages
import TestSupport
import Testing

@testable import Presenter

/// The list of applications agrees with their scenes.
@Suite struct SceneRegistryTests {
    @Test func everySceneHasOneName() {
        let names = Application.all.flatMap { $0().scenes.keys } + [HomeScene.name]
        expect(Set(names).count, equals: names.count)
    }

    @Test(arguments: Application.all.indices)
    func anApplicationBeginsWithASceneOfItsOwn(_ index: Int) {
        let application = Application.all[index]()
        #expect(application.scenes[application.scene] != nil)
        let scene = Scene(scene: "\(application.scene)-1", name: application.scene, parameters: [:])
        #expect(!(SceneRegistry.presenter(for: scene, PresenterSettings()) is UnknownScene))
    }
}
