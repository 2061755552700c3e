import Composition
import Processes

/// The composition of a session of one program: the installed view and router, and the role that calls the program.
enum AppComposition {
    static let role = "script"
    /// The descriptors of the role.
    static let inputNumber: Int32 = 3
    static let keptNumber: Int32 = 4
    static let resultNumber: Int32 = 5

    /// A path that no file can have.
    private static let path = "/dev/null/app.yaml"

    private static let text = """
        services:
          view:
            extends: {file: roles, service: view}
          router:
            extends: {file: roles, service: router}
            command: [viperline-router, --root, screen]
          script:
            command: [viperline-script]
            receives: [view.output, router.output]
            sends: [view.input, router.input]
            restart: on-failure
            recovery: latest
        states: [view.input.show, router.output.didNavigate]
        """

    /// - Parameters:
    ///   - command: the role's.
    ///   - name: the session's.
    static func load(command: [String], named name: String, sessionFolder: String) throws(ComposeError) -> Composition {
        let inherited = OwnEnvironment.variables
        var files = FileSystem.local
        let (exists, isRegularFile, read) = (files.exists, files.isRegularFile, files.read)
        files.exists = { $0 == path || exists($0) }
        files.isRegularFile = { $0 == path || isRegularFile($0) }
        files.read = { $0 == path ? .success(Array(text.utf8)) : read($0) }
        var composition = try ComposeLoader(
            files: [path], replacements: [role: command],
            variables: { $0 == SessionVariable.folder ? sessionFolder : inherited[$0] }, fileSystem: files
        ).load()
        composition.name = name
        // Not that of the file, which there is not.
        for index in composition.services.indices { composition.services[index].workingDirectory = nil }
        return composition
    }
}
