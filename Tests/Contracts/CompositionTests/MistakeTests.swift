import TestSupport
import Testing

/// The mistakes in the keys and values of a single file. Each row tests one check.
@Suite struct MistakeTests {
    @Test(arguments: syntax + shapes + values + watch)
    func isReported(_ row: MistakeRow) {
        expect(FakeDisk.mistakes(row.yaml), equals: row.expected)
    }

    static let syntax = [
        MistakeRow("empty file", "", "a.yaml: the file is empty"),
        MistakeRow("comments only", "# nothing\n", "a.yaml: the file is empty"),
        MistakeRow("a list", "[a]", #"a.yaml:1: expected a mapping with "services", found a list"#),
        MistakeRow("a text", "hello", #"a.yaml:1: expected a mapping with "services", found "hello""#),
        MistakeRow(
            "unclosed list", "services:\n  a:\n    command: [cat\n  b: {}\n",
            "a.yaml:4: not valid YAML: did not find expected ',' or ']' while parsing a flow sequence of line 3"),
        MistakeRow(
            "tab", "services:\n\ta: {}\n",
            "a.yaml:2: not valid YAML: found character that cannot start any token while scanning for the next token of line 2"
                + " (YAML is indented with spaces, not tabs)"),
        MistakeRow(
            "a text with a colon and a blank", "services:\n  a:\n    command: echo a: b\n",
            "a.yaml:3: not valid YAML: mapping values are not allowed in this context"
                + " (a text with \": \" must be in quotes, or follow a | on lines of its own)"),
        MistakeRow(
            "text behind a quote", "services:\n  a:\n    command: \"a\" + b\n",
            "a.yaml:3: not valid YAML: did not find expected key while parsing a block mapping of line 3"
                + " (a text that begins with a quote, [ or { ends with its partner; put the whole text in quotes, or after a | on "
                + "lines of its own)"),
        MistakeRow(
            "a sign of YAML", "services:\n  a:\n    command: @b\n",
            "a.yaml:3: not valid YAML: found character that cannot start any token while scanning for the next token of line 3"
                + " (a text that begins with this character must be in quotes)"),
        MistakeRow("control", "name: a\nx-a: \u{1}", "a.yaml:2: not valid YAML: control characters are not allowed"),
        MistakeRow(
            "two documents", "services: {a: {command: cat}}\n---\nname: b\n",
            "a.yaml:2: a second document begins here; a compose file is one document"),
        MistakeRow("undefined alias", "services:\n  a: *b\n", "a.yaml:2: not valid YAML: found undefined alias"),
        MistakeRow(
            "duplicate key", "services:\n  a:\n    command: cat\n    tty: true\n    command: sh\n",
            #"a.yaml:5: services.a: duplicate key "command"; it is already in line 3"#),
        MistakeRow(
            "key three times, one quoted",
            "services:\n  a: {command: cat}\n  \"a\": {command: cat}\n  a: {command: sh}\n",
            #"a.yaml:4: services: duplicate key "a"; it is already in line 2"#,
            #"a.yaml:4: services: duplicate key "a"; it is already in line 3"#),
        MistakeRow(
            "a list as key", "services: {a: {command: cat}}\n? [a]\n: b\n", "a.yaml:2: a key must be a plain name"),
        MistakeRow(
            "unknown tag", "services:\n  a:\n    command: !rest cat\n",
            #"a.yaml:3: services.a.command: unknown tag "!rest" (did you mean "!reset"?)"#),
        MistakeRow(
            "merge key of a text", "services:\n  a:\n    command: cat\n    <<: base\n",
            #"a.yaml:4: services.a: "<<" takes a mapping or a list of mappings, not "base""#),
    ]

    static let shapes = [
        MistakeRow(
            "a shell's signs", "services:\n  a:\n    command: cat a && cat b | sh\n  b: {command: \"cat '|' '> b'\"}\n",
            #"a.yaml:3: services.a.command: no shell reads a command, so "&&" would be a word of it; write [sh, -c, '…'], or quote it"#
        ),
        MistakeRow(
            "unknown key at the top", "servces: {}\nservices: {a: {command: cat}}\n",
            #"a.yaml:1: unknown key "servces" (did you mean "services"?)"#),
        MistakeRow(
            "a script that is missing",
            "services:\n  a:\n    command: [sh, -eu, sums.sh]\n  b: {command: [sh, -c, x]}\n  c: {command: sh ./notes}\n  d: {command: sh -o posix x}\n",
            #"a.yaml:3: services.a.command: no file "/home/sums.sh""#),
        MistakeRow(
            "unknown key of a service", "services:\n  a:\n    command: cat\n    recieves: [b.c]\n",
            #"a.yaml:4: services.a: unknown key "recieves" (did you mean "receives"?)"#),
        MistakeRow(
            "unknown key, nothing near", "services:\n  a:\n    command: cat\n    quality: b\n",
            """
            a.yaml:4: services.a: unknown key "quality"; the keys here are aliases, command, depends_on, develop, env_file, environment, \
            exit_on_end, extends, healthcheck, notices, profiles, progress, receives, recovery, restart, sends, stop_grace_period, stop_signal, success_exit_codes, \
            test, tty, working_dir
            """),
        MistakeRow(
            "aliases", "services:\n  a: {command: cat, aliases: x}\n  b: {command: cat, aliases: [x, x, {}]}\n",
            #"a.yaml:2: services.a.aliases: expected a list of names, found "x""#,
            #"a.yaml:3: services.b.aliases: "x" is listed twice"#,
            "a.yaml:3: services.b.aliases: expected a name, found a mapping"),
        foreign("ports: ['80:80']", "ports", "a service here is a process, not a container"),
        foreign("image: b", "image", "a service here is a process, not a container"),
        MistakeRow(
            "a key of Compose at the top", "version: '3'\nservices: {a: {command: cat}}\n",
            #"a.yaml:1: Compose has "version", Viperline does not; it has no meaning; take it out"#
        ),
        MistakeRow(
            "a key of Compose in the wrong place", "profiles: [a]\nservices: {a: {command: cat}}\n",
            #"a.yaml:1: unknown key "profiles"; the keys here are description, forbids, include, line_limit, name, queue_limit, scenes, services, sources, states"#
        ),
        MistakeRow(
            "restart, nearly", "services:\n  a:\n    command: cat\n    restart: on-failur\n",
            #"a.yaml:4: services.a.restart: unknown restart "on-failur" (did you mean "on-failure"?); write it as no, on-failure, on-failure:5 or always"#
        ),
        MistakeRow(
            "recovery, nearly", "services:\n  a:\n    command: cat\n    recovery: replai\n",
            #"a.yaml:4: services.a.recovery: unknown recovery "replai" (did you mean "replay"?); there are none, redeliver, replay, latest"#
        ),
        MistakeRow(
            "an exit code too large", "services:\n  a:\n    command: cat\n    success_exit_codes: [256]\n",
            #"a.yaml:4: services.a.success_exit_codes: bad exit code "256"; it is a number from 0 to 255"#),
        MistakeRow("no services", "name: a\n", #"a.yaml: no services; a session needs at least one under "services""#),
        MistakeRow(
            "services: a list", "services: [a, b]\n",
            "a.yaml:1: services: expected a mapping of names to services, found a list"),
        MistakeRow(
            "service: a text", "services:\n  a: cat\n",
            #"a.yaml:2: services.a: expected a mapping with "command", "receives" and the like, found "cat""#,
            #"a.yaml:2: services.a: no command; give it one, or name the file that does before this one"#),
        MistakeRow(
            "bad service name", "services:\n  a: {command: cat}\n  b c: {command: cat}\n",
            #"a.yaml:3: services: bad service name "b c"; a service's name is made of ASCII letters, digits, ".", "_" and "-""#
        ),
        MistakeRow(
            "bad service names only", "services:\n  größe: {command: cat}\n",
            #"a.yaml:2: services: bad service name "größe"; a service's name is made of ASCII letters, digits, ".", "_" and "-""#
        ),
        MistakeRow(
            "bad name", "name: a/b\nservices: {a: {command: cat}}\n",
            #"a.yaml:1: name: bad name "a/b"; it is made of ASCII letters, digits, ".", "_" and "-""#),
        MistakeRow(
            "controls in a name", "services: {a: {command: cat}}\n\"\\e[2J\": b\n",
            #"a.yaml:2: unknown key "\u{1B}[2J"; the keys here are description, forbids, include, line_limit, name, queue_limit, scenes, services, sources, states"#
        ),
    ]

    /// A service with a key that the Compose Specification defines but Viperline does not support.
    private static func foreign(_ line: String, _ key: String, _ way: String) -> MistakeRow {
        MistakeRow(
            "Compose's \(key)", "services:\n  a:\n    command: cat\n    \(line)\n",
            "a.yaml:4: services.a: Compose has \"\(key)\", Viperline does not; \(way)")
    }

    static let values = [
        value(
            "healthcheck: [a]",
            "healthcheck: expected a mapping such as {test: [CMD, curl, -f, http://localhost]}, found a list"),
        value("healthcheck: {interval: 1s}", #"healthcheck: no "test"; name a program: [CMD, …]"#),
        value(
            "healthcheck: {test: curl -f x || exit 1, disable: true}",
            "healthcheck.test: a text is a line for a shell, and no shell runs here; write [CMD, program, argument, …], or [CMD, sh, -c, …] for a shell"
        ),
        value(
            "healthcheck: {test: [CMD-SHELL, curl], disable: true}",
            "healthcheck.test: CMD-SHELL is a line for a shell, and no shell runs here; write [CMD, program, argument, …], or [CMD, sh, -c, …] for a shell"
        ),
        value("healthcheck: {test: [CMD], disable: true}", "healthcheck.test: CMD without a program"),
        value(
            "healthcheck: {test: [curl], disable: yes}",
            "healthcheck.test: the list begins with CMD, as in [CMD, curl, -f, http://localhost]"),
        value(
            "healthcheck: {test: [CMD, cot]}",
            #"healthcheck.test: command "cot" not found (did you mean "cat"?); looked at /app/bin and PATH"#),
        value(
            "healthcheck: {test: [CMD, cat], interval: 9ms}", "healthcheck.interval: 9ms is too short; at least 10ms"),
        value("healthcheck: {test: [CMD, cat], timeout: 0s}", "healthcheck.timeout: 0s is too short; at least 10ms"),
        value(
            "healthcheck: {test: [CMD, cat], start_period: 25h}",
            "healthcheck.start_period: 25h is too long; at most 24h"),
        value(
            "healthcheck: {test: [CMD, cat], retries: 0}",
            #"healthcheck.retries: bad number "0"; it is a whole number from 1 to 1000"#),
        value(
            "healthcheck: {test: [CMD, cat], intervall: 1s}",
            #"healthcheck: unknown key "intervall" (did you mean "interval"?)"#),
        MistakeRow(
            "descriptions", "description: [a]\nservices: {a: {command: cat}}\n",
            "a.yaml:1: description: expected a line of text, found a list"),
        MistakeRow(
            "an empty description", "description: \" \\e\"\nservices: {a: {command: cat}}\n",
            "a.yaml:1: description: an empty description; describe the application in a few words"),
        MistakeRow(
            "a long description", "description: \(String(repeating: "é", count: 101))\nservices: {a: {command: cat}}\n",
            "a.yaml:1: description: 202 bytes of description are too many; at most 200"),
        value("tty: maybe", #"tty: expected true or false, found "maybe""#),
        value("tty: 'true'", #"tty: expected true or false, found "true""#),
        value("test: maybe", #"test: expected true or false, found "maybe""#),
        value("tty: [true]", "tty: expected true or false, found a list"),
        value("receives: b.c", #"receives: expected a list of protocols or message types, found "b.c""#),
        value("receives:", "receives: expected a list of protocols or message types, found nothing"),
        value("receives: [[b]]", "receives: expected a protocol or a message type, found a list"),
        value(
            "sends: [b..c]",
            #"sends: bad pattern "b..c"; a pattern is words joined by dots, such as view.input or view.input.show, or view.*"#
        ),
        value("receives: [process.output, process.output]", #"receives: "process.output" is listed twice"#),
        value(
            "stop_signal: SIGTREM",
            #"stop_signal: unknown signal "SIGTREM" (did you mean "SIGTERM"?); write it as SIGTERM, TERM or 15"#),
        value("stop_signal: 99", #"stop_signal: unknown signal "99"; write it as SIGTERM, TERM or 15"#),
        value(
            "stop_grace_period: 10",
            #"stop_grace_period: bad duration "10" (did you mean "10s"?); write it as 1m30s or 500ms (us, ms, s, m, h)"#
        ),
        value(
            "stop_grace_period: 9223372036854775807",
            #"stop_grace_period: bad duration "9223372036854775807"; write it as 1m30s or 500ms (us, ms, s, m, h)"#),
        value(
            "environment: 5", #"environment: expected a mapping of names to values, or a list of NAME=VALUE, found "5""#
        ),
        value("environment: {A: [b]}", "environment.A: expected a text, found a list"),
        value("environment: [A=1, A=2]", #"environment: "A" is listed twice"#),
        value("environment: [=1]", #"environment: bad variable name """#),
        value(#"environment: {A: "b\0c"}"#, "environment.A: a NUL character cannot be passed to a program"),
        value("working_dir: nowhere", #"working_dir: no folder "/home/nowhere""#),
        value(
            "working_dir: $NOBODY",
            "working_dir: the variable NOBODY is not set and has no default; set it, or write ${NOBODY:-default}"),
        value(
            "working_dir: $i",
            "working_dir: the variable i is not set and has no default; set it, or write ${i:-default}; for a variable of "
                + "the program itself, write $$i"),
        value("working_dir: ${NOBODY:?tell me}", "working_dir: the variable NOBODY is required: tell me"),
        value(
            "working_dir: ${SET",
            #"working_dir: bad interpolation "${SET": the closing brace is missing; a literal dollar sign is written $$"#
        ),
    ]

    /// A valid service with one additional line.
    private static func value(_ line: String, _ expected: String) -> MistakeRow {
        MistakeRow(line, "services:\n  a:\n    command: cat\n    \(line)\n", "a.yaml:4: services.a.\(expected)")
    }

    static let watch = [
        MistakeRow(
            "what Compose does to containers",
            """
            services:
              a:
                command: cat
                develop:
                  watch:
                    - {action: sync+exec, path: src, target: /x}
                    - {action: rebuild, path: src}
                    - {action: restrat, path: src}
                    - {path: src, action: restart, initial_sync: true}
            """,
            #"a.yaml:6: services.a.develop.watch.action: Compose has "sync+exec", Viperline has only restart; a service reads the files where they are, so there is nothing to copy"#,
            #"a.yaml:6: services.a.develop.watch: Compose has "target" for files that are copied; here a service reads them where they are"#,
            #"a.yaml:7: services.a.develop.watch.action: Compose has "rebuild", Viperline has only restart; build it with your own tool, and let the rule's path be the built program"#,
            #"a.yaml:8: services.a.develop.watch.action: unknown action "restrat" (did you mean "restart"?)"#,
            #"a.yaml:9: services.a.develop.watch: Compose has "initial_sync" for files that are copied; here a service reads them where they are"#
        ),
        MistakeRow(
            "what a rule lacks",
            """
            services:
              a:
                command: cat
                develop:
                  watches: []
                  watch:
                    - {}
                    - {action: restart, path: ""}
                    - {action: restart, path: a, ignore: ["!b", ""], includes: c}
                    - a
            """,
            #"a.yaml:5: services.a.develop: unknown key "watches" (did you mean "watch"?)"#,
            #"a.yaml:7: services.a.develop.watch: no "action"; there is one, restart"#,
            #"a.yaml:7: services.a.develop.watch: no "path"; name a file or a folder"#,
            "a.yaml:8: services.a.develop.watch: the path is empty; name a file or a folder",
            "a.yaml:9: services.a.develop.watch.ignore: a pattern here has *, ** and ?, but neither ! nor [",
            "a.yaml:9: services.a.develop.watch.ignore: a pattern has from 1 to 1024 bytes",
            #"a.yaml:9: services.a.develop.watch: unknown key "includes" (did you mean "include"?)"#,
            #"a.yaml:10: services.a.develop.watch: expected a mapping with "action" and "path", found "a""#),
    ]
}
