import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// What a process is told in its environment.
@Suite struct ServiceEnvironmentTests {
    private static func service(
        receives: [String] = [], sends: [String] = [], recovery: Recovery = .none
    ) -> Service {
        var service = Service(name: "far", command: ["cat"])
        service.receives = receives.map(MessagePattern.init)
        service.sends = sends.map(MessagePattern.init)
        service.recovery = recovery
        return service
    }

    private static func variables(of service: Service, states: [String] = []) -> [String: String] {
        let composition = Composition(
            name: "hub", services: [service], states: states.map(MessagePattern.init), lineLimit: 1000)
        let environment = ServiceEnvironment(
            composition, sessionFolder: "/f", isRecorded: false, inherited: ["VIPERLINE_WIRING": "an outer session's"])
        return environment.variables(of: service, run: 1, isRestored: false, token: "t")
    }

    @Test(
        arguments: [(false, false, nil), (true, false, "1"), (true, true, "swap"), (false, true, nil)]
            as [(Bool, Bool, String?)])
    func aSuccessorIsToldWhy(_ isRestored: Bool, _ isSwapped: Bool, _ value: String?) {
        let environment = ServiceEnvironment(
            Composition(name: "hub", services: [Self.service()], states: [], lineLimit: 1000), sessionFolder: "/f",
            isRecorded: false, inherited: [:])
        let variables = environment.variables(
            of: Self.service(), run: 2, isRestored: isRestored, repeats: isRestored ? 7 : 0, isSwapped: isSwapped,
            token: "t")
        expect(variables["VIPERLINE_REPEATS"], equals: isRestored ? "7" : nil)
        expect(variables["VIPERLINE_RESTORED"], equals: value)
    }

    @Test(arguments: [
        (service(), [String](), #"{"session":"hub"}"#),
        (
            service(receives: ["view.output"], sends: ["view.input", "router.input.*"]),
            ["view.input.show", "router.output.didNavigate", "*.x", "router"],
            #"{"receives":["view.output"],"sends":["view.input","router.input.*"],"session":"hub","states":["view.input.show","router.input.*"]}"#
        ),
        (
            service(
                receives: ["a.input"], sends: ["a.output", "a"],
                recovery: .redeliver(
                    notices: [MessagePattern("a.input.cancel")], progress: [MessagePattern("a.output.some")])),
            ["a.output.now"],
            #"{"notices":["a.input.cancel"],"progress":["a.output.some"],"receives":["a.input"],"sends":["a.output","a"],"session":"hub","states":["a.output.now"]}"#
        ),
    ]) func aProcessIsToldItsWiring(service: Service, states: [String], wiring: String) throws {
        let told = try require(Self.variables(of: service, states: states)["VIPERLINE_WIRING"])
        expect(told, equals: wiring)
        let read = try RoleWiring(told)
        expect(read.session == "hub" && (read.receives ?? []) == service.receives.map(\.description))
    }

    /// A variable of 128 KiB would keep the process from starting.
    @Test func aWiringThatIsTooLongIsLeftOut() {
        let service = Self.service(receives: (0..<5000).map { "protocol\($0).output" })
        expect(Self.variables(of: service)["VIPERLINE_WIRING"], equals: nil)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"session":1}"#, #"{"session":"x","sends":["a b"]}"#, #"{"session":"x","states":["a..b"]}"#,
        #"{"session":"x","receives":"a"}"#, #"{"session":"\#(String(repeating: "x", count: 1 << 16))"}"#,
    ]) func whatIsNoWiringIsRefused(text: String) {
        #expect(throws: RoleWiring.Malformed.self) { try RoleWiring(text) }
    }
}
