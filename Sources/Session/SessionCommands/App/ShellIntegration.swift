import CSessionFiles
import Commands
import Platform
import Processes
import SafeText

/// Options around the picker that fzf's users know: key bindings for shells, and the rows where there are none.
struct ShellIntegration: CommandOptions {
    var bash = false
    var zsh = false
    var fish = false
    var walker = "file,follow,hidden"
    var roots: [String] = []
    var skipped = ".git,node_modules"

    static var table: OptionTable<Self> {
        [
            .flag("bash", \.bash, "Print key bindings for bash (Ctrl-T, Ctrl-R, Alt-C, Tab after **)."),
            .flag("zsh", \.zsh, "Print key bindings for zsh."),
            .flag("fish", \.fish, "Print key bindings for fish."),
            .option(
                "walker", value: "what", \.walker,
                "With --like-fzf and without input rows, list these: file, dir, follow, hidden."),
            .option("walker-root", value: "folder", isText: true, \.roots, "Where; the current folder otherwise."),
            .option("walker-skip", value: "names", isText: true, \.skipped, "Folders to skip."),
        ]
    }

    /// The script with the key bindings for a shell; nil if none is wanted.
    var script: [UInt8]? {
        let file = bash ? keys_of_bash() : zsh ? keys_of_zsh() : fish ? keys_of_fish() : nil
        return file.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
    }

    /// The command that lists what the user may choose from where no rows are given.
    /// - Parameter variable: FZF_DEFAULT_COMMAND, a text for a shell.
    func source(_ variable: String?) -> [String] {
        if let variable, !variable.isEmpty { return ["sh", "-c", variable] }
        let kinds = walker.split(separator: ",")
        var words = (kinds.contains("follow") ? ["-L"] : []) + (roots.isEmpty ? ["."] : roots) + ["-mindepth", "1"]
        let hidden = kinds.contains("hidden") ? [] : [".*"]
        for name in skipped.split(separator: ",").map(String.init) + hidden {
            words += ["-name", name, "-prune", "-o"]
        }
        words += ["-type", kinds.contains("dir") ? kinds.contains("file") ? "f,d" : "d" : "f"]
        words += ["-printf", roots.isEmpty ? "%P\\n" : "%p\\n"]
        // Folders that may not be read are left out.
        return ["sh", "-c", "find \"$@\" 2>/dev/null; :", "sh"] + words
    }
}

/// fzf's variables, which count where the user asks for it: under the name `fzf`, or with VIPERLINE_FZF=1.
package enum FzfWords {
    /// The words of the command line, with those of the variables before the user's own.
    /// - Parameter arguments: with the program's name.
    /// - Throws: ``UsageError`` if the variables have words that the picker does not know.
    package static func words(_ arguments: [String]) throws -> [String] {
        let variables = OwnEnvironment.variables
        let own = Array(arguments.dropFirst())
        let isFzf = arguments.first?.split(separator: "/").last == "fzf"
        guard isFzf || own.first == "app" && variables["VIPERLINE_FZF"] == "1" else { return own }
        var given: [String] = []
        if let path = variables["FZF_DEFAULT_OPTS_FILE"], !path.isEmpty {
            guard access(path, R_OK) == 0 else {
                throw UsageError("FZF_DEFAULT_OPTS_FILE: \(SystemError("read \(path)"))")
            }
            let bytes = WholeFile.beginning(of: path, count: longestFile + 1)
            guard bytes.count <= longestFile else {
                throw UsageError("FZF_DEFAULT_OPTS_FILE: \(path) is larger than 1 MiB")
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter {
                $0.first { $0 != " " } != "#"
            }
            given += try Self.split(lines.joined(separator: "\n"), of: "FZF_DEFAULT_OPTS_FILE")
        }
        given += try split(variables["FZF_DEFAULT_OPTS"] ?? "", of: "FZF_DEFAULT_OPTS")
        return ["app", "--like-fzf"] + given + own.dropFirst(isFzf ? 0 : 1)
    }

    /// Bytes of the file.
    private static let longestFile = 1 << 20

    private static func split(_ text: String, of variable: String) throws -> [String] {
        do {
            let words = try ShellWords.split(text)
            _ = try AppCommand.parse(["--like-fzf"] + words + (words.contains("--") ? [] : ["--", "true"]))
            return words
        } catch let failure as CommandLineError { throw UsageError("\(variable): \(failure)") } catch {
            throw UsageError("\(variable): \(error)")
        }
    }
}
