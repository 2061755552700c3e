"""The rows of the table: each function measures one thing of one pattern, by a run or from the sources."""

import dataclasses
import functools
import pathlib
import typing

from . import changes, copy, kills, mutation, package, sessions, terminal, wiring


@dataclasses.dataclass
class Context:
    """What all measurements share."""
    viperline: str
    patterns: tuple
    folder: pathlib.Path
    #: How many mutants are tried, nil for all; from which seed they are drawn; how often keys are pressed.
    sample: typing.Optional[int]
    seed: int
    rounds: int
    say: typing.Callable

    def composition(self, pattern):
        return wiring.composition(self.viperline, pattern.search)

    def programs(self):
        """That any pattern runs, apart from the model's."""
        return {
            program for pattern in self.patterns
            for program in wiring.programs(self.composition(pattern)).values()} - {"viperline-fetcher", "viperline-view"}

    @functools.cached_property
    def copy(self):
        return copy.Copy(self.folder)

    @functools.cached_property
    def mutation(self):
        """The build of all mutants, which is made once, and before that of the changes."""
        self.say("building the mutants")
        logic = {folder for pattern in self.patterns for role in pattern.mutated for folder in role.logic}
        return mutation.Mutation(self.copy, logic, self.programs(), self.sample, self.seed)

    @functools.cached_property
    def changed(self):
        """The build of all changes."""
        self.say("building the changes")
        programs = self.programs() | {"viperline-fetcher", "viperline-pattern"}
        return changes.Changed(self.copy, programs, pathlib.Path(self.viperline).parent)


@dataclasses.dataclass(frozen=True)
class Row:
    key: str
    title: str
    measure: typing.Callable
    text: typing.Callable = str


def by_role(text):
    """A cell with one line for each role."""
    return lambda values: "<br>".join(f"{role} {text(value)}" for role, value in values.items())


def processes(context, pattern):
    return len(context.composition(pattern)["services"])


def files(context, pattern):
    return len(package.files(pattern.sources))


def lines(context, pattern):
    counts = {role.name: package.lines(role.sources) for role in pattern.roles}
    return counts | ({"(assembly)": package.lines(pattern.assembly)} if pattern.assembly else {})


def lines_of_messages(context, pattern):
    return package.lines(pattern.messages)


def largest_share(context, pattern):
    """Of the lines that the roles have together; what two of them share is counted once."""
    return round(max(package.lines(role.sources) for role in pattern.roles) / package.lines(pattern.sources), 3)


def messages(context, pattern):
    composition = context.composition(pattern)
    return [len(wiring.messages(composition)), len(wiring.edges(composition))]


def fans(context, pattern):
    composition = context.composition(pattern)
    return {
        role.name: [len(wiring.fan_in(composition, role.name)), len(wiring.fan_out(composition, role.name))]
        for role in pattern.roles
    }


def doubles(context, pattern):
    """The neighbours of each role, and the lines that they send in the script."""
    composition, session = context.composition(pattern), script(context, pattern)
    return {
        role.name: [
            len(wiring.neighbours(composition, role.name)),
            sum(1 for passage in session.passages if role.name in passage["to"])]
        for role in pattern.roles
    }


def testable(context, pattern):
    """Lines of logic in processes that have neither the terminal nor the network, and all lines of logic."""
    composition = context.composition(pattern)
    programs = wiring.programs(composition)

    def is_bare(role):
        return not (wiring.has_terminal(composition, role.name) or "HTTPTransfer" in package.reachable(programs[role.name]))

    def lines_of_logic(found):
        return package.lines(tuple({folder for role in found for folder in role.logic}))

    return [lines_of_logic(filter(is_bare, pattern.roles)), lines_of_logic(pattern.roles)]


def mutants(context, pattern):
    build = context.mutation
    found = {}
    for role in pattern.mutated:
        context.say(f"mutants of {role.name}, {pattern.title}")
        trials = [mutation.Trial.of(context.viperline, recording, role.name) for recording in pattern.cassettes]
        score = build.score(role.logic, trials)
        found[role.name] = [score.killed, score.reached, score.mutants]
    return found


@functools.cache
def script_of(viperline, name, folder):
    return sessions.run(viperline, name, sessions.SEARCH, folder)


def script(context, pattern):
    return script_of(context.viperline, pattern.search, context.folder)


def transcript(context, pattern):
    """Whether the script's transcript is, to the byte, the one of the first pattern."""
    first, own = script(context, context.patterns[0]), script(context, pattern)
    return own.status == 0 and own.transcript == first.transcript and own.transcript != ""


def events(context, pattern):
    return sessions.events_of_a_search(context.viperline, pattern.search, context.folder)


def key_to_screen(context, pattern):
    """Milliseconds, p50 and p99."""
    times = terminal.key_to_screen(context.viperline, pattern.search, context.rounds)
    return [round(terminal.quantile(times, share) * 1000, 1) for share in (0.5, 0.99)]


def memory(context, pattern):
    """Megabytes."""
    return round(terminal.memory(context.viperline, pattern.search) / 1e6, 1)


def lost(context, pattern):
    return kills.measure(context.viperline, pattern.search, [role.name for role in pattern.roles])


def lost_without_recovery(context, pattern):
    """Without recovery, what only the killed process knew is lost."""
    roles = [role.name for role in pattern.roles]
    override = context.folder / f"{pattern.key}-without-recovery.yaml"
    override.write_text("services:\n" + "".join(f"  {role}: {{recovery: none}}\n" for role in roles), encoding="utf-8")
    return kills.measure(context.viperline, pattern.search, roles, ("-f", str(override)))


def change(change):
    def touched(context, pattern):
        if change.of_greeting and not pattern.has_greeting:
            return None
        context.changed.check(change, pattern)
        return changes.touched(change, pattern)
    return touched


ROWS = (
    Row("processes", "Processes", processes),
    Row("files", "Files", files),
    Row("lines", "Lines of code, by role", lines, by_role(lambda count: f"{count:,}")),
    Row("share", "Share of the largest role", largest_share, lambda share: f"{share:.0%}"),
    Row("messages-lines", "Lines that define the messages between processes", lines_of_messages, lambda count: f"{count:,}"),
    Row("messages", "Kinds of message; edges", messages, lambda pair: f"{pair[0]}; {pair[1]}"),
    Row("fans", "Fan-in and fan-out, by role", fans, by_role(lambda pair: f"{pair[0]}, {pair[1]}")),
    Row("doubles", "Doubles to test a role; lines they send", doubles, by_role(lambda pair: f"{pair[0]}; {pair[1]}")),
    Row("testable", "Lines of logic in processes without terminal and network", testable,
        lambda pair: f"{pair[0]:,} of {pair[1]:,}"),
    Row("mutants", "Mutants killed by the recorded script; reached; all", mutants,
        by_role(lambda score: f"{score[0]} of {score[1]} of {score[2]}")),
    *(Row(f"change-{one.key}", f"Change: {one.title}; files, lines", change(one), lambda pair: f"{pair[0]}; {pair[1]}")
      for one in changes.CHANGES),
    Row("transcript", "Same transcript of the script", transcript, lambda same: "yes" if same else "**no**"),
    Row("events", "Events for one search", events),
    Row("keys", "Key press to screen, p50 and p99", key_to_screen, lambda pair: f"{pair[0]} and {pair[1]} ms"),
    Row("memory", "Memory of the waiting session (PSS)", memory, lambda megabytes: f"{megabytes} MB"),
    Row("lost", "Lost when a role is killed", lost, by_role(lambda what: ", ".join(what) or "nothing")),
    Row("lost-without-recovery", "Lost without recovery", lost_without_recovery,
        by_role(lambda what: ", ".join(what) or "nothing")),
)

#: For the continuous integration: what needs no quiet machine.
SHORT = {row.key for row in ROWS} - {"keys", "memory", "lost", "lost-without-recovery"}
