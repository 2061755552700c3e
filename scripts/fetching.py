"""What any fetcher must do, whatever its data: scripts/conform fetcher-double.

A fetcher answers each request for its source just once, with what was found or why not, in the request's own chain, and ends with its
input. Each case starts a new process. The items that its source finds for a term do not matter; but it must find each of them again by its id.
"""
import json

import program
from program import Failure

KINDS = {"invalidRequest", "network", "timeout", "http", "rateLimited", "decode", "tooLarge", "cancelled", "unauthorized", "notFound", "local"}
MOST_PAGES = 20
ANSWERS = {"interactor.output.found", "interactor.output.failed", "interactor.output.got"}


class Fetcher(program.Program):
    def __init__(self, command, environment, timeout):
        super().__init__(command, {**environment, "VIPERLINE_SERVICE": "fetcher", "VIPERLINE_RUN": "1"}, timeout)

    def send(self, type, data, **attributes):
        line = json.dumps({"type": f"interactor.input.{type}", **attributes, "data": data})
        self.write(line.encode() + b"\n")

    def answer(self):
        """The next event that is an answer."""
        while True:
            line = self.line("no answer (is each line flushed?)")
            if not line:
                raise Failure("the program ended without an answer")
            event = event_of(line)
            if event["type"] in ANSWERS:
                check_answer(event)
                return event

    def finish(self):
        """No more answers come, and it ends."""
        self.end_input()
        for line in self.rest():
            event = event_of(line)
            if event["type"] in ANSWERS:
                raise Failure(f"one answer too many: {shown(event)}")
        self.expect_exit()


# What is written

def shown(value):
    return json.dumps(value, ensure_ascii=False)[:500]


def event_of(line):
    event = program.event_of(line)
    if not event["type"].startswith(("interactor.output.", "process.output.")):
        raise Failure(f"a fetcher writes interactor.output, not {event['type']}: {shown(event)}")
    return event


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def check_answer(event):
    data = event["data"]

    def need(holds, problem):
        if not holds:
            raise Failure(f"{problem}: {shown(event)}")
    if event["type"] == "interactor.output.failed":
        need(data.get("kind") in KINDS, f"data.kind is one of {', '.join(sorted(KINDS))}")
        need(isinstance(data.get("message"), str) and data["message"], "data.message is a sentence")
        need(isinstance(data.get("retryable"), bool), "data.retryable is true or false")
        need(is_count(data.get("retryAfter", 0)), "data.retryAfter is a number of seconds")
    elif event["type"] == "interactor.output.found":
        need(isinstance(data.get("source"), str) and data["source"], "data.source is the request's")
        need(isinstance(data.get("items"), list) and all(isinstance(item, dict) for item in data["items"]), "data.items is a list of objects")
        need(isinstance(data.get("cursor", "x"), str) and data.get("cursor", "x"), "data.cursor is a text, or absent on the last page")
        for name in ("total", "unavailable", "unreadable"):
            need(is_count(data.get(name, 0)), f"data.{name} is a number")
        need(isinstance(data.get("incomplete", False), bool), "data.incomplete is true or false")


def expect_chain(event, cause, subject, correlation):
    """An answer is in the chain of its request."""
    for name, wanted in (("subject", subject), ("correlationid", correlation)):
        if event.get(name) != wanted:
            raise Failure(f"{name} is {shown(event.get(name))}, not {shown(wanted)}: {shown(event)}")
    if event.get("causationid", cause) != cause:
        raise Failure(f"causationid is {shown(event['causationid'])}, not {shown(cause)}")


def expect_source(event, source):
    if event["type"] == "interactor.output.found" and event["data"]["source"] != source:
        raise Failure(f"data.source is {shown(event['data']['source'])}, not {shown(source)}")


# The cases

def searched(fetcher, options, number=1, **members):
    cause = f"p{number}"
    fetcher.send("search", {"source": options.source, "term": options.term, **members}, id=cause, subject="list-1",
                 correlationid=f"v{number}")
    answer = fetcher.answer()
    expect_chain(answer, cause, "list-1", f"v{number}")
    expect_source(answer, options.source)
    return answer


def first_items(fetcher, options):
    answer = searched(fetcher, options)
    if answer["type"] != "interactor.output.found" or not answer["data"]["items"]:
        raise Failure(f"nothing was found: name a source and a term of yours (--source, --term): {shown(answer)}")
    for item in answer["data"]["items"]:
        if not isinstance(item.get("id"), str) or not item["id"]:
            raise Failure(f"an item has an id, which is a text: {shown(item)}")
    return answer["data"]["items"]


def a_search_finds_items_with_ids(fetcher, options):
    ids = [item["id"] for item in first_items(fetcher, options)]
    if len(set(ids)) < len(ids):
        raise Failure(f"two items have one id: {shown(ids)}")


def what_is_found_is_found_by_its_id(fetcher, options):
    wanted = first_items(fetcher, options)[-1]["id"]
    fetcher.send("lookup", {"source": options.source, "id": wanted}, id="p2", subject="detail-2", correlationid="v2")
    answer = fetcher.answer()
    expect_chain(answer, "p2", "detail-2", "v2")
    expect_source(answer, options.source)
    ids = [item.get("id") for item in answer["data"].get("items", [])]
    if ids != [wanted]:
        raise Failure(f"the item {shown(wanted)} was asked for: {shown(answer)}")


def what_is_not_there_is_not_found(fetcher, options):
    fetcher.send("lookup", {"source": options.source, "id": "no such id, and never one"}, id="p1", subject="detail-1", correlationid="v1")
    answer = fetcher.answer()
    expect_chain(answer, "p1", "detail-1", "v1")
    if answer["data"].get("items"):
        raise Failure(f"items for an unknown id: {shown(answer)}")


def a_request_begins_its_own_chain(fetcher, options):
    fetcher.send("search", {"source": options.source, "term": options.term}, id="p1")
    expect_chain(fetcher.answer(), "p1", None, "p1")


def a_bare_request_is_enough(fetcher, options):
    fetcher.send("search", {"source": options.source, "term": options.term})
    answer = fetcher.answer()
    # It may begin a chain with a name of the fetcher's own.
    if answer.get("subject") is not None:
        raise Failure(f"a request without a subject has an answer without: {shown(answer)}")


def each_of_many_requests_is_answered_once(fetcher, options):
    count = 20
    for number in range(count):
        fetcher.send("search", {"source": options.source, "term": options.term}, id=f"p{number}", subject=f"list-{number}",
                     correlationid=f"v{number}")
    chains = set()
    for _ in range(count):
        answer = fetcher.answer()
        chain = answer.get("correlationid")
        number = str(chain)[1:]
        expect_chain(answer, f"p{number}", f"list-{number}", f"v{number}")
        chains.add(chain)
    if len(chains) < count:
        raise Failure(f"{len(chains)} of {count} requests are answered")


def pages_follow_one_another(fetcher, options):
    answer, seen, cursors = searched(fetcher, options), [], set()
    for number in range(2, MOST_PAGES + 2):
        if answer["type"] == "interactor.output.failed":
            raise Failure(f"a page fails: {shown(answer)}")
        seen += [item.get("id") for item in answer["data"]["items"]]
        if len(set(seen)) < len(seen):
            raise Failure(f"an item is on two pages: {shown(seen)}")
        cursor = answer["data"].get("cursor")
        if cursor is None:
            return
        if cursor in cursors:
            raise Failure(f"the cursor {shown(cursor)} leads back to itself")
        cursors.add(cursor)
        answer = searched(fetcher, options, number, cursor=cursor)


def an_unknown_source_is_answered(fetcher, options):
    fetcher.send("search", {"source": "no.such.source", "term": options.term}, id="p1", correlationid="v1")
    answer = fetcher.answer()
    expect_chain(answer, "p1", None, "v1")
    expect_source(answer, "no.such.source")


def a_cancel_has_no_answer_of_its_own(fetcher, options):
    fetcher.send("search", {"source": options.source, "term": options.term}, id="p1", correlationid="v1")
    fetcher.send("cancel", {"id": "v1"}, id="p2", correlationid="v2")
    fetcher.send("cancel", {"id": "v9"}, id="p3", correlationid="v3")
    fetcher.send("search", {"source": options.source, "term": options.term}, id="p4", correlationid="v4")
    chains = sorted(str(fetcher.answer().get("correlationid")) for _ in range(2))
    if chains != ["v1", "v4"]:
        raise Failure(f"answers to {shown(chains)}, not to v1 and v4")


def its_end_is_that_of_its_input(fetcher, options):
    pass


CASES = (
    a_search_finds_items_with_ids, what_is_found_is_found_by_its_id, what_is_not_there_is_not_found, a_request_begins_its_own_chain,
    a_bare_request_is_enough, each_of_many_requests_is_answered_once, pages_follow_one_another, an_unknown_source_is_answered,
    a_cancel_has_no_answer_of_its_own, its_end_is_that_of_its_input,
)


def cases():
    return {case.__name__.replace("_", "-"): case for case in CASES}


def hold(case, command, environment, options):
    """The problem, or None; and what the program wrote to standard error."""
    fetcher = Fetcher(command, environment, options.timeout)
    try:
        case(fetcher, options)
        fetcher.finish()
        return None, b""
    except Failure as failure:
        # All that it has written to standard error is here after its end.
        fetcher.kill()
        return str(failure), fetcher.diagnostics
    finally:
        fetcher.kill()
