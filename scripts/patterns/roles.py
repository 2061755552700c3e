"""Which sources belong to which role of which pattern. All that is measured on sources starts from this table.

A folder is relative to Sources. `package.check` holds the table against Package.swift and the compositions: every folder is
part of the program that the role's service runs.
"""

import dataclasses
import pathlib

CASSETTES = pathlib.Path(__file__).resolve().parent.parent.parent / "Tests" / "Cassettes"

# What any pattern needs from an application: two of them are compared, the others (folders or files) don't count.
OTHER_APPLICATIONS = {"GitHub", "Home", "MCP", "Songs", "TrafficLight", "YouTube"}
# Code that a script writes is not counted.
WRITTEN_BY_SCRIPTS = {"Generated"}
# The same for all patterns, so counted apart: the terminal, HTTP, the wire between processes.
SHARED = {
    "terminal": ("Roles/Views/TerminalView", "Base/TerminalText"),
    "HTTP": ("Roles/Fetcher/HTTPTransfer", "Base/Compression", "Base/Secrecy", "Roles/Fetcher/Fetcher/RequestLoop", "Roles/Fetcher/Fetcher/URLRequests", "Roles/Fetcher/Fetcher/Upstream",
             "Roles/Fetcher/Fetcher/Failures", "Roles/Fetcher/Fetcher/Progress", "Roles/Fetcher/Fetcher/Secrecy"),
    "wire": ("Base/JSON", "Base/Wire", "Base/Processes", "Base/SafeText", "Base/Platform", "Studies/RoleGroup", "Roles/RoleOptions"),
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
            "Package.swift", "Sources/Studies/viperline-pattern/PlainView.swift", f"compose/patterns/{self.key}.yaml")
        own = self.sources + ("Contracts/ViewMessages", "Contracts/RouterMessages", "Contracts/InteractorMessages") + self.messages
        if self.plain_view[1] == "viperline-pattern plain-view":
            own += ("Studies/viperline-pattern/PlainViewing.swift", "Studies/viperline-pattern/main.swift")
        return modules + tuple(f"Sources/{folder}" for folder in own)


SCREENS = ("Roles/Presenter/Scenes", "Roles/Presenter/Formatting", "Roles/Presenter/ScreenLayout", "Roles/Presenter/Presenter")
ROUTER = ("Roles/Router/Router",)
MODEL = ("Roles/Fetcher/Fetcher/Applications", "Roles/Fetcher/Fetcher/EntityRequests")
FETCHER = ("Roles/Fetcher/viperline-fetcher",)
VIEW = Role("view", main=("Roles/Views/viperline-view",))
GROUP = "Studies/viperline-pattern/RoleGroup+Presenting.swift"

PATTERNS = (
    Pattern("mvc", "MVC", (
        Role("viewcontroller", logic=SCREENS + ROUTER, main=("Studies/viperline-pattern/MVC.swift", GROUP)),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("Contracts/InteractorMessages",),
        plain_view=("viewcontroller", "viperline-pattern mvc viewcontroller --plain")),
    Pattern("mvp", "MVP", (
        VIEW,
        Role("presenter", logic=SCREENS + ROUTER, main=("Studies/viperline-pattern/MVP.swift", GROUP)),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("Contracts/ViewMessages", "Contracts/RouterMessages", "Contracts/InteractorMessages")),
    Pattern("mvvm", "MVVM", (
        Role("view", logic=("Roles/Presenter/ScreenLayout", "Studies/MVVM/ViewModelBinder")),
        Role("viewmodel", logic=("Roles/Presenter/Scenes", "Roles/Presenter/Formatting", "Studies/MVVM/ViewModel") + ROUTER),
        Role("model", logic=MODEL, main=FETCHER),
    ), messages=("Studies/MVVM/ViewModelMessages", "Contracts/InteractorMessages"), assembly=("Studies/viperline-pattern/MVVM.swift",),
        plain_view=("view", "viperline-pattern mvvm view --plain")),
    Pattern("viper", "VIPER", (
        VIEW,
        Role("presenter", logic=SCREENS, main=("Roles/Presenter/viperline-presenter",)),
        Role("interactor", logic=MODEL, main=FETCHER),
        Role("router", logic=ROUTER, main=("Roles/Router/viperline-router",)),
    ), messages=("Contracts/ViewMessages", "Contracts/RouterMessages", "Contracts/InteractorMessages")),
    Pattern("vip", "VIP", (
        VIEW,
        Role("interactor", logic=("Roles/Presenter/Scenes", "Studies/VIP/VIPInteractor")),
        Role("presenter", logic=("Roles/Presenter/Formatting", "Roles/Presenter/ScreenLayout", "Studies/VIP/VIPPresenter")),
        Role("router", logic=("Studies/VIP/VIPRouter",) + ROUTER),
        Role("worker", logic=MODEL, main=FETCHER),
    ), messages=("Contracts/ViewMessages", "Contracts/RouterMessages", "Contracts/InteractorMessages", "Studies/VIP/VIPMessages"),
        assembly=("Studies/viperline-pattern/VIP.swift",)),
    Pattern("mixed", "mixed", (
        VIEW,
        Role("search", logic=SCREENS, main=("Roles/Presenter/viperline-presenter",)),
        Role("model", logic=MODEL, main=FETCHER),
        Role("detail", logic=SCREENS, main=("Roles/Presenter/viperline-presenter",)),
        Role("interactor", logic=MODEL, main=FETCHER),
        Role("router", logic=ROUTER, main=("Roles/Router/viperline-router",)),
    ), messages=("Contracts/ViewMessages", "Contracts/RouterMessages", "Contracts/InteractorMessages")),
)
