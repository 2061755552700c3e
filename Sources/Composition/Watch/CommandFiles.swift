/// The files that a service's command names: what `--watch` watches for a service without `develop.watch`.
struct CommandFiles {
    let folders: Folders
    let files: FileSystem

    /// `app.py` of `python3 app.py`; `./app` of `./app --verbose`. A program that is found in PATH or in the installation is none, nor
    /// is any other file of the installation.
    /// - Parameters:
    ///   - words: the command as it is written.
    ///   - workingDirectory: where it runs; nil for the working folder.
    func named(in words: [String], workingDirectory: String?) -> [String] {
        let program = words.prefix(1).filter { $0.contains("/") }
        let paths = (program + words.dropFirst()).filter { !$0.hasPrefix("-") }.map { word in
            Folders.absolute(word, in: workingDirectory ?? folders.working)
        }
        var seen: Set<String> = []
        return paths.filter { files.isRegularFile($0) && !isInstalled($0) && seen.insert($0).inserted }
    }

    func isInstalled(_ path: String) -> Bool {
        let installation = Folders.parent(of: folders.executables)
        return [folders.executables, Folders.join(installation, "share/viperline")].contains {
            path.hasPrefix("\($0)/")
        }
    }
}
