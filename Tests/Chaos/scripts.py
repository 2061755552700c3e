"""Scripted sessions for each application; each leaves no request unanswered."""

SCRIPTS = {
    "itunes": [
        "search music\nselect 1\nselect 1\npress next\nback\nback\nsearch chess\nquit\n",
        "search chess\nmore\nselect 2\nback\nselect 3\nback\nback\nquit\n",
        "search \nback\nsearch 音楽\nselect 1\nback\nquit\n",
    ],
    "songs": [
        "search love\nselect 1\nback\nselect 2\nback\nquit\n",
        "search love\nselect 1\npress Preview\nback\nsearch night\nmore\nquit\n",
    ],
    "github": [
        "search \nback\nsearch swift\nmore\nselect 1\nquit\n",
        "search popular\nmore\nmore\nselect 2\nselect 40\nsearch qqqqqq\nback\nsearch swift\nquit\n",
    ],
    "youtube": [
        "more\nselect 2\nback\nmore\nquit\n",
        "select 1\npress Play\nback\nmore\nselect 3\nback\nquit\n",
    ],
    "trafficlight": ["press Red\npress Green\npress Yellow\nquit\n"],
    "greeting": ['press "Show greeting"\nback\n', 'press "Show greeting"\npress "Show greeting"\nquit\n'],
    "home": [
        'select 6\npress "Show greeting"\nback\nselect 3\nsearch swift\nselect 1\nback\nquit\n',
        "select 1\nsearch music\nselect 1\nback\nback\nselect 5\npress Red\nback\nselect 2\nsearch love\nback\nquit\n",
    ],
}
