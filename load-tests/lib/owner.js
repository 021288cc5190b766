// API requests of the owner of the demo shops, on the platform's host.
import http from "k6/http";
import { fail } from "k6";
import { BASE } from "./shop.js";

const ADMIN = BASE.replace("http://127.0.0.1", "localhost");
const SITE = __ENV.STOA_SITE || "juniper";

/** A request of the owner; fails the run if it is not successful. `more` are additional headers. */
export function admin(method, path, body, token, more) {
  http.request("GET", `${BASE}/api/openapi.json`, null, { headers: { Host: ADMIN } });
  const [crumb] = http.cookieJar().cookiesForURL(BASE).crumb || [""];
  const headers = Object.assign({ Host: ADMIN, "Content-Type": "application/json", "X-CSRF-Token": crumb }, more);
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  const answer = http.request(method, `${BASE}${path}`, body && JSON.stringify(body), { headers });
  if (answer.status >= 300) {
    fail(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  }
  return answer.json();
}

/** The owner's access token and the id of the tested site. */
export function signIn() {
  const session = admin("POST", "/api/auth/session", { email: "owner@stoa.example", password: "stoa-demo-2026" });
  const site = session.websites.find((website) => website.identifier === SITE);
  return { token: session.accessToken, site: site.id };
}

/** All rows of a list, page by page. */
export function readAll(path, rows, token) {
  const all = [];
  let cursor = "";
  while (cursor !== null) {
    const page = admin("GET", `${path}${path.includes("?") ? "&" : "?"}limit=200&cursor=${cursor}`, null, token);
    all.push(...page[rows]);
    cursor = page.hasNextPage ? encodeURIComponent(page.nextPageCursor) : null;
  }
  return all;
}
