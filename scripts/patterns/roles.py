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
    "wire": ("JSON", "Wire", "Processes", "SafeText", "Platform", "RoleGroup", "RoleOptions"),
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
    #: The modules of the messages that cross from one process to another.
    messages: tuple
    #: What puts its roles together, where that is not one role's own.
    assembly: tuple = ()
    #: How another view takes the place of its own: the service and the command (Tests/Patterns/changes/view.patch).
    plain_view: tuple = ("view", "viperline-pattern plain-view")

    @property
    def search(self):
        """The composition of the App Store search, in the folder compose."""
        return f"patterns/{self.key}"

    @property
    def has_greeting(self):
        return self.key != "mixed"

    @property
    def greeting(self):
        return f"patterns/{self.key}-greeting"

    @property
    def mutated(self):
        """The roles whose logic is changed by mutants. The model is the same program in every pattern."""
        return [role for role in self.roles if role.logic and role.logic != MODEL]

    @property
    def cassettes(self):
        """Recordings of the two scripts."""
        names = (self.search, self.greeting) if self.has_greeting else (self.search,)
        return [CASSETTES / f"{name}.ndjson" for name in names]

    @property
    def sources(self):
        """All folders of its roles, none twice."""
        return tuple(dict.fromkeys(folder for role in self.roles for folder in role.sources)) + self.assembly

    @property
    def folders(self):
        """Where a change of this pattern may be."""
        modules = (
            "Package.swift", "Sources/viperline-pattern/PlainView.swift", f"compose/patterns/{self.key}.yaml")
        own = self.sources + ("ViewMessages", "RouterMessages", "InteractorMessages") + self.messages
        if self.plain_view[1] == "viperline-pattern plain-view":
            own += ("viperline-pattern/PlainViewing.swift", "viperline-pattern/ViperlinePattern.swift")
        return modules + tuple(f"Sources/{folder}" for folder in own)


SCREENS = ("Scenes", "Formatting", "ScreenLayout", "Presenter")
ROUTER = ("Router",)
MODEL = ("Fetcher/Applications", "Fetcher/EntityRequests")
FETCHER = ("viperline-fetcher",)
VIEW = Role("view", main=("viperline-view",))
GROUP = "viperline-pattern/RoleGroup+Presenting.swift"

PATTERNS = (
    Pattern("mvc", "MVC", (
        Role("viewcontroller", logic=SCREENS + ROUTER, main=("viperline-pattern/MVC.swift", GROUP)),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("InteractorMessages",),
        plain_view=("viewcontroller", "viperline-pattern mvc viewcontroller --plain")),
    Pattern("mvp", "MVP", (
        VIEW,
        Role("presenter", logic=SCREENS + ROUTER, main=("viperline-pattern/MVP.swift", GROUP)),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("ViewMessages", "RouterMessages", "InteractorMessages")),
    Pattern("mvvm", "MVVM", (
        Role("view", logic=("ScreenLayout", "Patterns/MVVM/Binder")),
        Role("viewmodel", logic=("Scenes", "Formatting", "Patterns/MVVM/ViewModel") + ROUTER),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("Patterns/MVVM/Messages", "InteractorMessages"), assembly=("viperline-pattern/MVVM.swift",),
        plain_view=("view", "viperline-pattern mvvm view --plain")),
    Pattern("viper", "VIPER", (
        VIEW,
        Role("presenter", logic=SCREENS, main=("viperline-presenter",)),
        Role("interactor", logic=MODEL, main=FETCHER),
        Role("router", logic=ROUTER, main=("viperline-router",)),
    ), messages=("ViewMessages", "RouterMessages", "InteractorMessages")),
    Pattern("vip", "VIP", (
        VIEW,
        Role("interactor", logic=("Scenes", "Patterns/VIP/Interactor")),
        Role("presenter", logic=("Formatting", "ScreenLayout", "Patterns/VIP/Presenter")),
        Role("router", logic=("Patterns/VIP/Router",) + ROUTER),
        Role("worker", logic=MODEL, main=FETCHER),
    ), messages=("ViewMessages", "RouterMessages", "InteractorMessages", "Patterns/VIP/Messages"),
        assembly=("viperline-pattern/VIP.swift",)),
    Pattern("mixed", "mixed", (
        VIEW,
        Role("search", logic=SCREENS, main=("viperline-presenter",)),
        Role("model", logic=MODEL, main=FETCHER),
        Role("detail", logic=SCREENS, main=("viperline-presenter",)),
        Role("interactor", logic=MODEL, main=FETCHER),
        Role("router", logic=ROUTER, main=("viperline-router",)),
    ), messages=("ViewMessages", "RouterMessages", "InteractorMessages")),
)
