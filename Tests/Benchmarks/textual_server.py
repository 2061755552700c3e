"""textual-serve with an application of a field and a list; `application` runs that, anything else is the port to serve it at."""
import sys

if sys.argv[1] == "application":
    from textual.app import App
    from textual.widgets import Input, Label, ListItem, ListView

    class Search(App):
        def compose(self):
            yield Input(placeholder="Search")
            yield ListView(*(ListItem(Label(f"Row {number}")) for number in range(20)))

    Search().run()
else:
    from textual_serve.server import Server

    Server(f"{sys.executable} {__file__} application", host="127.0.0.1", port=int(sys.argv[1])).serve()
