import Foundation
import TestSupport
import Testing

/// What the patterns forbid (`forbids` in their compose files), tried one by one.
@Suite struct PatternRuleTests {
    @Test func thereAreSixPatternsWithAGreetingEach() {
        let patterns = ["mvc", "mvp", "mvvm", "vip", "viper"]
        expect(Set(Pattern.names), equals: Set(patterns + patterns.map { "\($0)-greeting" } + ["mixed"]))
    }

    /// Whatever a service of a pattern does not send or receive is forbidden to it, once.
    @Test(arguments: Pattern.names)
    func theRulesAreComplete(_ name: String) throws {
        let pattern = try Pattern(name)
        for service in pattern.participants {
            for message in pattern.protocols {
                let rules = pattern.prohibitions.filter { $0.service == service && $0.message == message }
                let sends = pattern.sends(service, message) ? 0 : 1
                expect(rules.count { $0.verb == "sends" }, equals: sends, "\(service) sends \(message)")
                let isFromOthers = pattern.participants.contains { $0 != service && pattern.sends($0, message) }
                let receives = pattern.receives(service, message) || !isFromOthers ? 0 : 1
                expect(rules.count { $0.verb == "receives" }, equals: receives, "\(service) receives \(message)")
            }
        }
    }

    /// A double sends each type that its service must not send: the log has the rule's words.
    @Test(arguments: Pattern.names)
    func aDoubleIsRefusedInThePatternsWords(_ name: String) throws {
        let pattern = try Pattern(name)
        for service in pattern.participants {
            let forbidden = pattern.prohibitions.filter { $0.service == service && $0.verb == "sends" }
            let last = try require(forbidden.last, "\(service) may send everything")
            let log = try log(of: name, pattern, where: service, says: forbidden.map(\.message), upTo: last.message)
            for rule in forbidden {
                let told = "\(service) may not send \"\(rule.message).probe\": \(rule.because); it was dropped"
                expect(log.count { $0.contains(told) }, equals: 1, "\(told)\n\(log.joined(separator: "\n"))")
            }
            expect(log.count, equals: forbidden.count)
        }
    }

    /// The log of a session of doubles, one of which speaks.
    private func log(
        of name: String, _ pattern: Pattern, where speaker: String, says messages: [String], upTo last: String
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let lines = messages.map { "{\"type\":\"\($0).probe\"}\n" }.joined()
        let speech = try folder.write(lines, to: "speech").path
        let log = try folder.write("", to: "log").path
        // The service that ends the session stays until the last word has arrived.
        let patience = try folder.writeProgram(
            """
            for i in $(seq 3000); do grep -q '"\(last).probe"' '\(log)' && exit 0; sleep 0.01; done
            exit 75
            """, to: "patience")
        let replacements = pattern.services.flatMap { service in
            let isLast = service.notes.contains("exit_on_end")
            let command = service.name == speaker ? "cat '\(speech)'" : isLast ? "'\(patience)'" : "true"
            return ["--replace", "\(service.name)=\(command)"]
        }
        let result = try Command.run(
            [Products.executable("viperline"), "run", "patterns/\(name)", "--log", log] + replacements,
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        return try folder.text(of: "log").split(separator: "\n").map(String.init)
    }

    /// A file that adds the edge is refused before anything starts.
    @Test(arguments: Pattern.names)
    func aWiringIsRefusedInThePatternsWords(_ name: String) throws {
        let pattern = try Pattern(name)
        let folder = try TemporaryFolder()
        let services = pattern.participants.map { service in
            let lists = ["sends", "receives"].map { verb in
                let rules = pattern.prohibitions.filter { $0.service == service && $0.verb == verb }
                return "    \(verb): [\(rules.map(\.message).joined(separator: ", "))]\n"
            }
            return "  \(service):\n\(lists.joined())"
        }
        let file = try folder.write("services:\n\(services.joined())", to: "more.yaml").path
        let result = try Pattern.check(name, ["-f", file])
        expect(result.status, equals: 65)
        let lines = result.diagnostics.split(separator: "\n")
        for rule in pattern.prohibitions {
            let mistake = ": \(rule.service) \(rule.verb) \"\(rule.message)\", which "
            let told = lines.count { $0.contains(mistake) && $0.hasSuffix(" forbids: \(rule.because)") }
            expect(told, equals: 1, "\(mistake)\n\(result.diagnostics)")
        }
    }
}
