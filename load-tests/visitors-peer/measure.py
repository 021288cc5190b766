"""Measures Runlight, a self-hosted counter, beside Stoa: page views stored a second without HTTP, and the time of its
reports of thirty days, in SQLite. Prints a line of a table for each figure."""

import json
import sys
import tempfile
import time
from pathlib import Path

from runlight import Runlight
from runlight.http import Request
from runlight.store import Stores

DAYS = 30
DAY_MS = 86_400_000
# Page views of a visit.
VISIT = 6
TIMES = 20


def views(count, start, clock):
    """The requests of the visitors' browsers, spread over the days."""
    for number in range(count):
        visitor = number // VISIT
        clock[0] = start + number * DAYS * DAY_MS // count
        url = f"https://example.com/page-{number * 17 % 500}?utm_source=source{visitor % 50}"
        agent = f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.{visitor}.0 Safari/537.36"
        address = f"10.{visitor >> 16 & 255}.{visitor >> 8 & 255}.{visitor & 255}"
        yield Request(
            "https://example.com/runlight/e",
            "POST",
            {"user-agent": agent, "x-forwarded-for": address},
            json.dumps({"k": "pageview", "u": url, "t": "A page", "i": f"p{number}"}),
            "127.0.0.1",
        )


def p95(ask):
    """The longest time of all but one in twenty, milliseconds."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask()
        times.append((time.perf_counter() - began) * 1_000)
    return sorted(times)[TIMES * 95 // 100 - 1]


def main(count):
    now = int(time.time() * 1_000)
    start = now - DAYS * DAY_MS
    clock = [start]
    with tempfile.TemporaryDirectory() as folder:
        store = Stores.sqlite(str(Path(folder) / "views.db"))
        site = {"name": "example.com", "hostnames": ["example.com"], "timezone": "Europe/Berlin"}
        counter = Runlight(store=store, site=site, now=lambda: clock[0], rate_limit=False)
        requests = list(views(count, start, clock))
        clock[0] = start
        began = time.perf_counter()
        for number, request in enumerate(requests):
            clock[0] = start + number * DAYS * DAY_MS // count
            counter.collect(request)
        rate = count / (time.perf_counter() - began)
        clock[0] = now
        while counter.build_rollups():
            pass
        site_id = counter.sites[0]["id"]

        def query(*filters):
            return {"site": site_id, "from": start, "to": now, "filters": list(filters)}

        source = {"dimension": "utm_source", "op": "is", "value": "source7"}
        stored = store.stats(query())["pageviews"]
        if stored < count - VISIT:
            sys.exit(f"only {stored} page views of {count} were stored")
        print(f"| Runlight: page views of one site in 30 days | {count} | |")
        print(f"| Runlight: page views stored a second | {rate:.0f} | |")
        reports = [
            ("overview", lambda: store.stats(query())),
            ("pages", lambda: store.breakdown(query(), "page", 10, 0)),
            ("one source: overview", lambda: store.stats(query(source))),
            ("one source: pages", lambda: store.breakdown(query(source), "page", 10, 0)),
        ]
        for name, ask in reports:
            print(f"| Runlight: {name}, p95 | {p95(ask):.1f} ms | |")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
