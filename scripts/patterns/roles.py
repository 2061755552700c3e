"""Which sources belong to which role of which pattern. All that is measured on sources starts from this table.

A folder is relative to Sources. `package.check` holds the table against Package.swift and the compositions: every folder is
part of the program that the role's service runs.
"""

import dataclasses
import pathlib

CASSETTES = pathlib.Path(__file__).resolve().parent.parent.parent / "Tests" / "Cassettes"

# What any pattern needs from an application: two of them are compared, the others don't count.
OTHER_APPLICATIONS = {"GitHub", "Home", "Songs", "TrafficLight", "YouTube"}
# Code that a script writes is not counted.
WRITTEN_BY_SCRIPTS = {"Generated"}
# The same for all patterns, so counted apart: the terminal, HTTP, the wire between processes.
SHARED = {
    "terminal": ("TerminalView", "TerminalText"),
    "HTTP": ("HTTPTransfer", "Compression", "Secrecy", "Fetcher/RequestLoop", "Fetcher/URLRequests", "Fetcher/Upstream",
             "Fetcher/Failures", "Fetcher/Progress", "Fetcher/Secrecy"),
    "wire": ("JSON", "Wire", "Processes", "SafeText", "Platform"),
}


@dataclasses.dataclass(frozen=True)
class Role:
    """A service of a composition."""
    name: str
    #: Where its decisions and its wording are. Mutants are made of these.
    logic: tuple = ()
    #: What else is its own: the main program.
    main: tuple = ()

    @property
    def sources(self):
        return self.logic + self.main


@dataclasses.dataclass(frozen=True)
class Pattern:
    key: str
    title: str
    roles: tuple
    #: The compositions of the App Store search and of the greeting, in the folder compose.
    search: str
    greeting: str
    #: Recordings of the two scripts, in Tests/Cassettes.
    recordings: tuple

    @property
    def mutated(self):
        """The roles whose logic is changed by mutants. The model is the same program in every pattern."""
        return [role for role in self.roles if role.logic and role.logic != MODEL]

    @property
    def cassettes(self):
        return [CASSETTES / f"{name}.ndjson" for name in self.recordings]


ROUTER = ("Router",)
SCREENS = ("Scenes", "Formatting", "ScreenLayout", "Presenter")
MODEL = ("Fetcher/Applications", "Fetcher/EntityRequests")
FETCHER = ("viperline-fetcher",)

PATTERNS = (
    Pattern("viper", "VIPER", (
        Role("view", main=("viperline-view",)),
        Role("presenter", logic=SCREENS, main=("viperline-presenter",)),
        Role("fetcher", logic=MODEL, main=FETCHER),
        Role("router", logic=ROUTER, main=("viperline-router",)),
    ), search="itunes", greeting="greeting", recordings=("itunes", "greeting")),
)
