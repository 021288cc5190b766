// What is tested: one site, or several with weights.
import type { Answer } from "./api.ts";
import { isOn, list, number, readJson, text } from "./env.ts";

/** A site to test. */
export interface Target {
  /** Its address; several addresses of the same site, one of each node, are separated by commas. */
  url: string;
  /** The key that its owner made in the admin. */
  key: string;
  /** Its share of the visits. */
  weight: number;
}

/** The server's answer to the start of a run. */
export type RunAnswer = Answer<"/api/v1/load-tests/runs", "post">;

/** A site on which a run was started. */
export type StartedTarget = Target & RunAnswer;

/** What scheme, host and port of an address are. */
const address = /^(https?):\/\/([^/:?#@]+)(:\d+)?\/?$/;

function complete(given: Partial<Target>): Target {
  const { url = "", key = "", weight = 1 } = given;
  for (const one of url.split(",")) {
    if (!address.test(one)) {
      throw new Error(`"${one}" is no address of a site: give scheme, host and port, such as https://shop.example.com`);
    }
  }
  if (!(weight > 0)) throw new Error(`the weight of ${url} should be above 0`);
  return { url, key, weight };
}

/** The sites that are to be tested. */
export function targets(): Target[] {
  const path = text("STOA_TARGETS");
  if (path !== "") {
    const given = readJson<Partial<Target>[]>(path);
    if (!Array.isArray(given) || given.length === 0)
      throw new Error(`${path} should list sites: [{"url": …, "key": …}]`);
    return given.map(complete);
  }
  const url = list("STOA_URL").join(",");
  if (url === "") throw new Error("say what to test: --env STOA_URL=https://shop.example.com --env STOA_KEY=…");
  return [complete({ url, key: text("STOA_KEY") })];
}

/** The runs that were started before, by `steps/start.ts`; none if this run starts its own. */
export function startedRuns(): StartedTarget[] | null {
  const path = text("STOA_STARTED");
  if (path === "") return null;
  const { runs } = readJson<{ runs: (Partial<Target> & RunAnswer)[] }>(path);
  return runs.map((run) => ({ ...run, ...complete(run) }));
}

/** Scheme, host and port of each address of a site. */
export function originsOf({ url }: Pick<Target, "url">): string[] {
  return url.split(",").map((one) => one.replace(/\/$/, ""));
}

/** The host name of an address, without the port. */
export function hostOf(url: string): string {
  return /^https?:\/\/([^/:?#@]+)(?::\d+)?(?=[/?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** Scheme, host and port of an address. */
export function originOf(url: string): string {
  return /^https?:\/\/[^/?#@]+/.exec(url)?.[0] ?? "";
}

/** Whether a path leads to a page or file of the site itself: nothing else may become part of an address. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** The address of a path of a site. What follows a host name directly, such as `@else.example`, would change the host. */
export function urlOf(origin: string, path: string): string {
  if (!isOwnPath(path)) throw new Error(`"${path}" is no path of ${origin}`);
  return origin + path;
}

/** The path of an address on one of these hosts; null if it leads elsewhere. */
export function pathOn(address: string, hosts: readonly string[]): string | null {
  const isWhole = hostOf(address) !== "" && hosts.includes(hostOf(address));
  const path = isWhole ? address.slice(originOf(address).length).replace(/^$|^(?=\?)/, "/") : address;
  return isOwnPath(path) ? path : null;
}

/**
 * Where host names lead: subdomains of localhost to this machine, and what `STOA_RESOLVE` says, such as
 * `shop.example.com=10.0.0.7` or `shop.example.com=127.0.0.1:8443`.
 */
export function hosts(): Record<string, string> {
  const known: Record<string, string> = { "*.localhost": "127.0.0.1" };
  for (const pair of list("STOA_RESOLVE")) {
    const [host = "", place = ""] = pair.split("=");
    if (host === "" || place === "") throw new Error(`STOA_RESOLVE has "${pair}", but should be host=address`);
    known[host] = place;
  }
  return known;
}

/** What every k6 run of the suite needs, whatever it does. */
export function connection() {
  return {
    hosts: hosts(),
    insecureSkipTLSVerify: isOn("STOA_INSECURE_TLS"),
    // Visits of programs are not counted: those of the run are to cost what visits cost.
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 StoaLoad/1",
    setupTimeout: `${number("STOA_SETUP_SECONDS", 600)}s`,
    teardownTimeout: "10m",
  };
}
