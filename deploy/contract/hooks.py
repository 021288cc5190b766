"""Hooks of the API contract check: authentication, host name, and ids of existing objects.

Read by schemathesis (`SCHEMATHESIS_HOOKS`). `STOA_CONTRACT_PORT` is the port of a demo server on 127.0.0.1,
`STOA_CONTRACT_CALLER` is `owner` or `visitor`.
"""

import http.client
import json
import os
import random
import re

import schemathesis

PORT = int(os.environ["STOA_CONTRACT_PORT"])
IS_OWNER = os.environ["STOA_CONTRACT_CALLER"] == "owner"
PLATFORM = f"localhost:{PORT}"
SHOP = f"juniper.localhost:{PORT}"
OWNER = {"email": "owner@stoa.example", "password": "stoa-demo-2026"}
# Operations on the platform's host; all others are operations of a shop's visitors.
ADMIN_CALLS = ("/api/v1/", "/api/auth/")
# In this many of ten requests, ids are replaced by those of existing objects; the others keep generated ids.
REAL_OF_TEN = 8

chance = random.Random(7)


class Client:
    """An HTTP client that keeps cookies, so that writes pass the server's CSRF protection."""

    def __init__(self, host):
        self.host = host
        self.cookies = {}
        self.token = None

    def call(self, method, path, body=None):
        headers = {"Host": self.host, "Content-Type": "application/json", **self.headers()}
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        connection.request(method, path, body=None if body is None else json.dumps(body), headers=headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, kept = value.split(";")[0].partition("=")
                self.cookies[cookie] = kept
        text = answer.read()
        connection.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, None

    def headers(self):
        found = {}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if "crumb" in self.cookies:
            found["X-CSRF-Token"] = self.cookies["crumb"]
        if self.token:
            found["Authorization"] = f"Bearer {self.token}"
        return found


def signed_in():
    client = Client(PLATFORM)
    client.call("GET", "/api/openapi.json")
    status, session = client.call("POST", "/api/auth/session", OWNER)
    assert status < 300, f"the owner cannot sign in: {status} {session}"
    client.token = session["accessToken"]
    site = next(each["id"] for each in session["websites"] if each["identifier"] == "juniper")
    return client, site


def with_a_cart():
    """A visitor with a cart."""
    client = Client(SHOP)
    client.call("GET", "/api/commerce/shopping-cart")
    return client


def rows_of(answer):
    """The ids in the first list of a response."""
    if isinstance(answer, dict):
        for value in answer.values():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                answer = value
                break
    if not isinstance(answer, list):
        return []
    names = ("id", "token", "kind", "seq", "productId", "variantId", "code")
    found = []
    for row in answer:
        name = next((name for name in names if isinstance(row, dict) and name in row), None)
        if name is not None:
            found.append(str(row[name]))
    return found


def ids_of(paths, client, site):
    """Ids of existing objects for each path parameter, keyed by the path before it, whose GET returns them as a list."""
    known = {}
    prefixes = {path[: match.start()].rstrip("/") for path in paths for match in re.finditer(r"\{[^}]+\}", path)}
    for prefix in sorted(prefixes, key=lambda prefix: prefix.count("{")):
        if prefix.endswith("/websites"):
            known[prefix] = [site]
            continue
        if prefix not in paths or "get" not in paths[prefix]:
            continue
        for _ in range(4 if "{" in prefix.replace("{websiteId}", "") else 1):
            asked = filled(prefix, known)
            if asked is not None:
                known.setdefault(prefix, []).extend(rows_of(client.call("GET", asked)[1]))
    return {prefix: sorted(set(ids)) for prefix, ids in known.items() if ids}


def filled(template, known):
    """The path with ids of existing objects, or None if some are unknown."""
    parts = []
    for part in template.split("/"):
        if part.startswith("{"):
            ids = known.get("/".join(template.split("/")[: len(parts)]))
            if not ids:
                return None
            part = chance.choice(ids)
        parts.append(part)
    return "/".join(parts)


OWNER_CLIENT, SITE = signed_in()
CALLER = OWNER_CLIENT if IS_OWNER else with_a_cart()
PATHS = OWNER_CLIENT.call("GET", "/api/openapi.json")[1]["paths"]
KNOWN = ids_of(PATHS, OWNER_CLIENT, SITE)


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    is_admin = path.startswith(ADMIN_CALLS)
    case.headers["Host"] = PLATFORM if is_admin else SHOP
    for name, value in CALLER.headers().items():
        case.headers[name] = value
    if not is_admin or not IS_OWNER:
        case.headers["X-Website-Id"] = SITE
    if case.path_parameters is None:
        return
    parts = path.split("/")
    for index, part in enumerate(parts):
        ids = KNOWN.get("/".join(parts[:index]))
        if part.startswith("{") and ids and chance.randrange(10) < REAL_OF_TEN:
            case.path_parameters[part.strip("{}")] = chance.choice(ids)
