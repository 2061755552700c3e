import VIPInteractor
import VIPPresenter
import VIPRouter
import Formatting
import Router
import TestSupport
import Testing
import Wire

/// Each role of VIP by its recorded conversations: as a value, as a program, and with a successor at each place.
@Suite struct ConversationTests {
    static let interactor = Conversation.all(of: "vip-interactor")
    static let presenter = Conversation.all(of: "vip-presenter")
    static let router = Conversation.all(of: "vip-router")

    @Test func thereAreConversations() {
        #expect([Self.interactor, Self.presenter, Self.router].allSatisfy { $0.count >= 18 })
    }

    @Test(arguments: interactor)
    func ofTheInteractor(_ conversation: Conversation) throws {
        var interactor = VIPInteractor()
        try expect(conversation.check(&interactor), equals: nil)
        try expect(conversation.checkSuccession(from: VIPInteractor(), to: VIPInteractor()), equals: nil)
    }

    @Test(arguments: presenter)
    func ofThePresenter(_ conversation: Conversation) throws {
        let environment = conversation.environment
        var presenter = VIPPresenter(reader: Reader(variable: { environment[$0] }, clock: .utc))
        try expect(conversation.check(&presenter), equals: nil)
    }

    @Test(arguments: router)
    func ofTheRouter(_ conversation: Conversation) throws {
        let root = conversation.arguments.contains("greeting") ? "greeting" : "apps"
        var router = VIPRouter(Wiring.router(root))
        try expect(conversation.check(&router), equals: nil)
        let elsewhere = VIPRouter(Wiring.router("elsewhere"))
        try expect(conversation.checkSuccession(from: VIPRouter(Wiring.router(root)), to: elsewhere), equals: nil)
    }

    @Test(arguments: interactor + presenter + router)
    func ofThePrograms(_ conversation: Conversation) throws {
        let role = String(conversation.role.dropFirst("vip-".count))
        try expect(conversation.check([Products.executable("viperline-pattern"), "vip", role]), equals: nil)
    }
}
