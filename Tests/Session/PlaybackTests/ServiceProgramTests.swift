import Playback
import Recording
import TestSupport
import Testing

@Suite struct ServiceProgramTests {
    @Test func aServiceIsStartedWhereItIsNow() {
        let service = CassetteHeader.Service(
            command: ["serve", "--socket", "${VIPERLINE_SESSION_DIR}/s"], receives: [], sends: [],
            environment: ["HOSTS": "a=${VIPERLINE_SESSION_DIR}/s", "KEY": nil, "TOKEN": nil])
        let program = ServiceProgram("s", service, folder: "/run/1") { $0 == "TOKEN" ? "mine" : nil }
        expect(program.command, equals: ["serve", "--socket", "/run/1/s"])
        expect(
            program.environment,
            equals: [
                "VIPERLINE_SESSION_DIR": "/run/1", "HOSTS": "a=/run/1/s", "KEY": ServiceProgram.placeholder,
                "TOKEN": "mine",
            ])
    }

    @Test func onlyWhatIsOffTheBusIsStartedBesides() {
        func service(_ dependsOn: [String], sends: [String] = []) -> CassetteHeader.Service {
            .init(command: [], receives: [], sends: sends, dependsOn: dependsOn)
        }
        let header = CassetteHeader(
            composition: "c", started: "",
            services: [
                "fetcher": service(["catalog", "presenter"], sends: ["f"]), "catalog": service(["store", "fetcher"]),
                "store": service(["catalog"]), "presenter": service(["other"], sends: ["p"]), "other": service([]),
            ])
        expect(header.backingServices(of: "fetcher"), equals: ["store", "catalog"])
        expect(header.backingServices(of: "presenter"), equals: ["other"])
        expect(header.backingServices(of: "nobody"), equals: [])
    }
}
