import TestSupport
import Testing

@testable import Commands

@Suite struct CompletionTests {
    /// A row's words up to the cursor, and what bash offers.
    private static let rows: [(words: [String], offers: [String])] = [
        (["f"], ["fetch"]), ([""], ["fetch", "list", "records", "-v", "--verbose", "--version", "-h", "--help"]),
        (["records", "s"], ["show"]), (["records", "show", "--j"], ["--json"]),
        (["fetch", "--v"], ["--verbose", "--version"]), (["fetch", "--mode", ""], ["fast", "thorough"]),
        (["fetch", "--mode", "t"], ["thorough"]), (["fetch", "--header", ""], []), (["fetch", "-H", "--v"], []),
        (["fetch", "a", ""], []), (["fetch", "--", "--v"], []), (["list", "fetch", "--v"], ["--version"]),
    ]

    @Test(arguments: rows)
    func completesInBash(_ row: (words: [String], offers: [String])) throws {
        let call = """
            COMP_WORDS=(sample "$@"); COMP_CWORD=$#
            _sample
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let script = Shell.bash.script(for: SampleProgram.self) + call
        let result = try TestSupport.Command.run(["/bin/bash", "-c", script, "bash"] + row.words)
        expect(result.lines, equals: row.offers, "\(result)")
    }

    @Test func describesOptionsForZsh() {
        let script = Shell.zsh.script(for: SampleProgram.self)
        for line in [
            "#compdef sample\n", "_sample_records_show() {\n", "        fetch) _sample_fetch ;;\n",
            #"'-v[Say it\: what'\''s \[new\].]'"#, "'*-H[May be repeated.]:name\\: value:_files'",
            "'--mode[How.]:mode:(fast thorough)'",
        ] { expect(script, contains: line, "\(line)") }
        expect(script, lacks: "concealed")
    }

    @Test func describesOptionsForFish() {
        let script = Shell.fish.script(for: SampleProgram.self)
        for line in [
            "complete -c sample -n 'not __fish_seen_subcommand_from fetch list records' -f -a fetch -d 'Fetch files,",
            "complete -c sample -n '__fish_seen_subcommand_from records; and __fish_seen_subcommand_from show' -l json -d 'As JSON.'\n",
            #" -s v -l verbose -d 'Say it: what\'s [new].'"#, " -l mode -x -a 'fast thorough' -d 'How.'",
        ] { expect(script, contains: line, "\(line)") }
        expect(script, lacks: "concealed")
    }
}
