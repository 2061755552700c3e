"""Sends a thousand requests per second and writes each answer's latency in nanoseconds: paced.py COUNT FILE."""

import sys
import time

count = int(sys.argv[1])
times = []
begin = time.perf_counter()
for number in range(count):
    time.sleep(max(0, begin + number / 1000 - time.perf_counter()))
    sent = time.perf_counter_ns()
    sys.stdout.write(
        '{"specversion":"1.0","type":"ping.output.ping","source":"ping","id":"ping-1-%d","data":{"pad":"%s"}}\n'
        % (number, "x" * 100))
    sys.stdout.flush()
    answer = sys.stdin.readline()
    if '"pong.output.ponged"' not in answer:
        sys.exit(f"no answer but {answer!r}")
    times.append(time.perf_counter_ns() - sent)
with open(sys.argv[2], "w") as file:
    file.writelines(f"{one}\n" for one in times)
