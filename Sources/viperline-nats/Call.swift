import ArgumentParser
import Wire

struct Call: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Not there yet.")

    func run() throws {
        throw ExitCode(ExitStatus.defect.rawValue)
    }
}
