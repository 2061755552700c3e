"""Answers requests in the order of their arrival, each after PAUSE seconds."""

import json
import os
import sys
import time

pause = float(sys.argv[1])
for line in sys.stdin:
    event = json.loads(line)
    time.sleep(pause)
    print(json.dumps({
        "type": "far.output.done", "id": f"{os.environ['VIPERLINE_RUN']}-{event['id']}", "causationid": event["id"],
        "causationsource": event.get("source"), "correlationid": event.get("correlationid", event["id"]),
        "data": {"n": event["data"]["n"]}}), flush=True)
