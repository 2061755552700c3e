import Composition
import Playback
import Processes

/// The tests that an application's folder has, with the services that they test.
struct FolderTests {
    /// A file that cannot be read as a whole.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    let all: [FolderTest]

    /// - Parameter includesOurs: whether Viperline's own roles are verified by the cassettes too.
    init(of folder: ApplicationFolder, _ composition: Composition, includesOurs: Bool) {
        let services = composition.services.filter { service in
            ApplicationFolder.isOwn(service)
                || includesOurs && !(service.receives.isEmpty && service.sends.isEmpty)
        }.map(\.name)
        all = folder.tests.flatMap { path -> [FolderTest] in
            let file = "\(folder.path)/\(path)"
            guard Conversation.begins(Self.beginning(of: file)) else {
                return services.map { FolderTest(kind: .cassette, path: path, service: $0) }
            }
            // One that cannot be read names no service, and fails.
            let service = (try? Self.conversation(file)).flatMap { try? Conversation($0) }?.service
            return [FolderTest(kind: .conversation, path: path, service: service ?? services.first ?? "")]
        }
    }

    static func conversation(_ path: String) throws(Unreadable) -> [UInt8] {
        switch FileSystem.local.read(path) {
        case .success(let bytes): return bytes
        case .failure(.tooLarge): throw Unreadable(description: "larger than \(FileSystem.sizeLimit >> 20) MB")
        case .failure: throw Unreadable(description: "cannot be read")
        }
    }

    private static func beginning(of path: String) -> [UInt8] {
        WholeFile.beginning(of: path, count: 256)
    }
}
