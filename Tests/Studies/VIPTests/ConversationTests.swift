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
        #expect(try conversation.check(&interactor) == nil)
        #expect(try conversation.checkSuccession(from: VIPInteractor(), to: VIPInteractor()) == nil)
    }

    @Test(arguments: presenter)
    func ofThePresenter(_ conversation: Conversation) throws {
        let environment = conversation.environment
        var presenter = VIPPresenter(reader: Reader(variable: { environment[$0] }, clock: .utc))
        #expect(try conversation.check(&presenter) == nil)
    }

    @Test(arguments: router)
    func ofTheRouter(_ conversation: Conversation) throws {
        let root = conversation.arguments.contains("greeting") ? "greeting" : "apps"
        var router = VIPRouter(Wiring.router(root))
        #expect(try conversation.check(&router) == nil)
        let elsewhere = VIPRouter(Wiring.router("elsewhere"))
        #expect(try conversation.checkSuccession(from: VIPRouter(Wiring.router(root)), to: elsewhere) == nil)
    }

    @Test(arguments: interactor + presenter + router)
    func ofThePrograms(_ conversation: Conversation) throws {
        let role = String(conversation.role.dropFirst("vip-".count))
        #expect(try conversation.check([Products.executable("viperline-pattern"), "vip", role]) == nil)
    }
}
