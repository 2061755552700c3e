import ArgumentParser
import Wire

struct Permissions: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Not there yet.")

    func run() throws {
        throw ExitCode(ExitStatus.defect.rawValue)
    }
}
