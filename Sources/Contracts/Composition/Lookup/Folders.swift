import Platform

/// The folders that relative names refer to.
package struct Folders: Equatable, Sendable {
    /// The folder in which the user started viperline.
    package var working: String
    /// The folder of viperline's own executable.
    package var executables: String
    /// The folder of the user's own applications; nil where it cannot be known.
    package var applications: String?
    /// The folder of the applications that the user has installed; nil where it cannot be known.
    package var installations: String?

    package init(
        working: String, executables: String, applications: String? = nil, installations: String? = nil
    ) {
        self.working = working
        self.executables = executables
        self.applications = applications
        self.installations = installations
    }

    /// The folders of this process. A link to the executable is followed, so that its neighbours are found.
    package static var current: Folders {
        let working = WorkingFolder.path ?? "/"
        let executable = linkText("/proc/self/exe") ?? ""
        return Folders(
            working: working, executables: parent(of: absolute(executable, in: working)),
            applications: applicationsFolder(variable), installations: installationsFolder(variable))
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The folder of the user's own applications (XDG Base Directory Specification, by which a relative path is
    /// ignored).
    package static func applicationsFolder(_ variable: (String) -> String?) -> String? {
        folder(variable, "XDG_CONFIG_HOME", ".config")
    }

    /// The folder of the applications that the user has installed.
    package static func installationsFolder(_ variable: (String) -> String?) -> String? {
        folder(variable, "XDG_DATA_HOME", ".local/share")
    }

    private static func folder(_ variable: (String) -> String?, _ name: String, _ place: String) -> String? {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (value(name) ?? value("HOME").map { join($0, place) }).map { join($0, "viperline/apps") }
    }

    /// An absolute `path` as it is, any other below `folder`.
    package static func absolute(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : join(folder, path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The path without words that lead nowhere, so that equal folders have equal names; a `..` stays, since it may follow a link.
    package static func plain(_ path: String) -> String {
        let words = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/\(words)" : words
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
