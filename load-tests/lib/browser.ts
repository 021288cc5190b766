// One visitor's browser: cookies, redirects, cached files, the token against forged requests.
import http, { type RefinedResponse, type ResponseType } from "k6/http";
import { check } from "k6";
import type { paths } from "../../api-spec/ts/src/schema.ts";
import {
  filled,
  type Answer,
  type Body,
  type Method,
  type PathParameters,
  type PathWith,
  type Problem,
} from "./api.ts";
import type { Query } from "./api.ts";
import { examineDocument, examineJson, examinePage } from "./markers.ts";
import { answered, callRefused } from "./metrics.ts";
import type { Random } from "./random.ts";
import { filesOf, following, importsOf, type Imports, type PageFile, type Screen } from "./page-files.ts";
import type { Site } from "./site.ts";
import { hostOf, pathOn, urlOf } from "./target.ts";

/** The header that marks the requests of a run. */
export const passHeader = "Stoa-Load-Run";

/** Names of page requests in the statistics. */
type PageName = "kept page" | "unkept page" | "search" | "cart page" | "checkout page" | "order page" | "account page";

/** What the browser knows of a file that it has loaded. */
interface CachedFile {
  etag: string;
  /** Whether it is used without asking. */
  isFresh: boolean;
  /** What it imports; null if it is no script. */
  imports: Imports | null;
}
type Cache = Map<string, CachedFile>;

/** A page as it was received. */
export interface Page {
  /** Path after redirects. */
  path: string;
  status: number;
  html: string;
}

/** The answer to an API call. */
export interface Called<T> {
  status: number;
  /** The JSON of a successful answer. */
  body: T | null;
  /** What went wrong. */
  problem: Problem | null;
}

export interface CallOptions<P extends keyof paths, M extends Method> {
  /** Name in the statistics. */
  name: string;
  in: PathParameters<P & string>;
  query?: Query<P, M>;
  body?: Body<P, M>;
  headers?: Record<string, string>;
  /** Further statuses that are no error. */
  expected?: number[];
  /** Where the API is; the site itself by default. */
  origin?: string;
}

const maxRedirects = 5;
/** Files that browsers load at once. */
const maxConnections = 6;

/** Sites whose files are remembered. */
const maxRemembered = 50;
/** Files that visitors of a site brought along from an earlier visit, by site. */
const remembered = new Map<string, Cache>();

export class Browser {
  readonly site: Site;
  readonly origin: string;
  readonly jar: http.CookieJar;
  readonly screen: Screen;
  /** Languages that it prefers. */
  language = "";
  private readonly cache: Cache;
  private readonly etags = new Map<string, { etag: string; html: string }>();

  /** `isReturning`: someone who was here before and has the site's files. */
  constructor(site: Site, random: Random, isReturning = false) {
    this.site = site;
    this.origin = site.origins[Math.floor(random() * site.origins.length)] ?? "";
    this.jar = new http.CookieJar();
    this.screen = random() < 0.6 ? "phone" : "desktop";
    this.cache = new Map(isReturning ? remembered.get(site.websiteId) : []);
  }

  /** Opens a page as a browser does: follows redirects, loads its pictures, styles and scripts, and counts the visit. */
  open(path: string, name: PageName): Page {
    const page = this.page(path, name);
    if (page.status === 200) this.loadFiles(page);
    return page;
  }

  /** Only the page itself. */
  page(path: string, name: PageName): Page {
    let place = path;
    for (let hops = 0; ; hops += 1) {
      const known = this.etags.get(place);
      const headers = {
        Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
        ...(known && { "If-None-Match": known.etag }),
      };
      const answer = this.get(place, name, headers);
      const next = this.redirectOf(answer);
      if (next !== null && hops < maxRedirects) {
        place = next;
        continue;
      }
      const isKnown = answer.status === 304 && known !== undefined;
      const html = isKnown ? known.html : (answer.body ?? "");
      const status = isKnown ? 200 : answer.status;
      check(status, { [`${name} answers 200`]: (is) => is === 200 });
      if (status === 200 && !isKnown) this.keepPage(place, answer, html);
      return { path: place, status, html };
    }
  }

  /** Reads a document, as programs do, and looks whether it is the site's own. */
  read(path: string, name: string, headers: Record<string, string> = {}): { status: number; etag: string } {
    const answer = this.get(path, name, { Accept: "*/*", ...headers });
    if (answer.status === 200) examineDocument(this.site, answer.body ?? "");
    return { status: answer.status, etag: answer.headers["Etag"] ?? "" };
  }

  /** Fetches a file or page without looking at it. */
  fetch(path: string, name: string, headers: Record<string, string> = {}): { status: number; etag: string } {
    const params = {
      headers: this.headers({ Accept: "*/*", ...headers }),
      jar: this.jar,
      redirects: 0,
      tags: { name },
    };
    const answer = http.get(urlOf(this.origin, path), { ...params, responseType: "none" });
    answered(answer);
    if (answer.status === 429) callRefused();
    return { status: answer.status, etag: answer.headers["Etag"] ?? "" };
  }

  /** What makes this visitor the same one in another browser. */
  cookies(): Record<string, string> {
    const held = Object.entries(this.jar.cookiesForURL(`${this.origin}/`));
    return Object.fromEntries(held.map(([name, [value = ""]]) => [name, value]));
  }

  /** Goes on as a visitor who was in another browser before. */
  goOnAs(cookies: Readonly<Record<string, string>>): void {
    const secure = this.origin.startsWith("https:");
    for (const [name, value] of Object.entries(cookies)) this.jar.set(`${this.origin}/`, name, value, { secure });
  }

  private keepPage(path: string, answer: RefinedResponse<"text">, html: string): void {
    examinePage(this.site, html, (id) => this.isKnown(id));
    const { Etag: etag } = answer.headers;
    if (etag) this.etags.set(path, { etag, html });
  }

  /** Whether the site has a product. */
  private isKnown(id: string): boolean {
    const responseCallback = http.expectedStatuses(200, 404);
    const url = this.origin + filled("/api/1/commerce/inventory/stock/", {}, { itemId: id });
    const tags = { name: "load run" };
    const params = { headers: this.headers({}), redirects: 0, responseCallback, tags };
    return http.get(url, { ...params, responseType: "none" }).status !== 404;
  }

  /** The path to which an answer leads on the same site. Browsers would also leave it; a load test does not. */
  private redirectOf({ status, headers }: RefinedResponse<"text">): string | null {
    const { Location: location } = headers;
    if (status < 300 || status > 308 || status === 304 || !location) return null;
    return pathOn(location, [hostOf(this.origin), this.site.host]);
  }

  private headers(more: Record<string, string>): Record<string, string> {
    const languages = this.language === "" ? {} : { "Accept-Language": this.language };
    return { "Accept-Encoding": "gzip, deflate, br", [passHeader]: this.site.pass, ...languages, ...more };
  }

  private get(path: string, name: string, more: Record<string, string>): RefinedResponse<"text"> {
    const params = { headers: this.headers(more), jar: this.jar, redirects: 0, tags: { name } };
    const answer = http.get(urlOf(this.origin, path), { ...params, responseType: "text" });
    answered(answer);
    if (answer.status === 429) callRefused();
    return answer;
  }

  /** The token that the server wants repeated; pages, and answers to reading calls, bring it. */
  private crumb(origin: string): string {
    const held = this.jar.cookiesForURL(`${origin}/`);
    return (held["__Host-crumb"] ?? held["crumb"])?.[0] ?? "";
  }

  /** Calls the API. */
  call<M extends Method, P extends PathWith<M>>(method: M, path: P, options: CallOptions<P, M>): Called<Answer<P, M>> {
    const sent = options.body === undefined ? null : JSON.stringify(options.body);
    const kind: Record<string, string> = sent === null ? {} : { "Content-Type": "application/json" };
    const asked = filled(path, options.in, options.query);
    const answer = this.exchange(method.toUpperCase(), asked, sent, {
      ...options,
      headers: { ...kind, ...options.headers },
    });
    return read<Answer<P, M>>(answer);
  }

  /** Sends a form; files go as `multipart/form-data`. */
  submit<T>(
    path: string,
    fields: http.StructuredRequestBody,
    options: Omit<CallOptions<never, never>, "in">,
  ): Called<T> {
    return read<T>(this.exchange("POST", path, fields, { ...options, headers: options.headers ?? {} }));
  }

  private exchange(
    method: string,
    path: string,
    body: http.RequestBody | null,
    options: { name: string; headers: Record<string, string>; expected?: number[]; origin?: string },
  ): RefinedResponse<"text"> {
    const { name, expected = [], origin = this.origin } = options;
    const responseCallback = http.expectedStatuses({ min: 200, max: 299 }, ...expected);
    const once = (): RefinedResponse<"text"> => {
      const token: Record<string, string> =
        method === "GET" ? {} : { "X-CSRF-Token": this.crumb(origin), Origin: origin };
      const headers = this.headers({ Accept: "application/json", ...token, ...options.headers });
      const params = { headers, jar: this.jar, redirects: 0, responseCallback, tags: { name } };
      const answer = http.request(method, urlOf(origin, path), body as http.RequestBody, params);
      answered(answer);
      return answer as RefinedResponse<"text">;
    };
    if (method !== "GET" && this.crumb(origin) === "") this.fetchCrumb(origin);
    let answer = once();
    // As the site's own scripts do: once more with the new token of this answer.
    if (answer.status === 403 && jsonOf<Problem>(answer)?.crumbFail === true) answer = once();
    if (answer.status === 429) callRefused();
    if (origin === this.origin) examineJson(this.site, answer.body ?? "");
    return answer;
  }

  private fetchCrumb(origin: string): void {
    const path = origin === this.origin ? "/api/commerce/shopping-cart" : "/api/openapi.json";
    const headers = this.headers({ Accept: "application/json" });
    const params = { headers, jar: this.jar, redirects: 0, tags: { name: "cart" } };
    answered(http.get(urlOf(origin, path), { ...params, responseType: "none" }));
  }

  /** Loads what a page shows and runs, except what the browser has. */
  private loadFiles(page: Page): void {
    const seen = new Set<string>();
    let files = filesOf(page.html, this.screen);
    // What scripts import is only known once they are there.
    while (files.length > 0) {
      const found = new Map(files.filter(({ path }) => !seen.has(path)).map((file) => [file.path, file]));
      for (const path of found.keys()) seen.add(path);
      this.load([...found.values()].filter(({ path }) => this.cache.get(path)?.isFresh !== true));
      const imports = [...found.keys()].map((path) => this.cache.get(path)?.imports ?? null);
      files = imports.flatMap((known) => (known === null ? [] : following(known, page.html)));
    }
    if (remembered.size > maxRemembered) remembered.clear();
    remembered.set(this.site.websiteId, this.cache);
  }

  private load(files: readonly PageFile[]): void {
    for (let first = 0; first < files.length; first += maxConnections) {
      const group = files.slice(first, first + maxConnections);
      const answers = http.batch(group.map(({ path, kind }) => this.request(path, kind))) as RefinedResponse<"text">[];
      answers.forEach((answer, index) => this.loaded(answer, group[index] as PageFile));
    }
  }

  private request(path: string, kind: PageFile["kind"]): http.BatchRequest {
    const known = this.cache.get(path);
    const headers = this.headers({ Accept: "*/*", ...(known && { "If-None-Match": known.etag }) });
    const responseType: ResponseType = kind === "script" && known === undefined ? "text" : "none";
    const params = { headers, jar: this.jar, redirects: 0, responseType, tags: { name: kind } };
    return { method: "GET", url: urlOf(this.origin, path), params };
  }

  private loaded(answer: RefinedResponse<"text">, { path, kind }: PageFile): void {
    const { status, headers, body } = answer;
    answered(answer);
    check(status, { [`${kind} is there`]: (is) => is >= 200 && is < 400 });
    if (status === 429) callRefused();
    if (status !== 200) return;
    const kept = /max-age=([1-9]\d*)/.test(headers["Cache-Control"] ?? "");
    const imports = kind === "script" ? importsOf(path, body ?? "") : null;
    this.cache.set(path, { etag: headers["Etag"] ?? "", isFresh: kept, imports });
  }
}

function jsonOf<T>({ body }: RefinedResponse<"text">): T | null {
  try {
    return JSON.parse(body ?? "") as T;
  } catch {
    return null;
  }
}

function read<T>(answer: RefinedResponse<"text">): Called<T> {
  const { status } = answer;
  if (status < 200 || status > 299) return { status, body: null, problem: jsonOf<Problem>(answer) };
  if (!answer.body) return { status, body: null, problem: null };
  const json = jsonOf<T>(answer);
  check(json, { "answers of the API are JSON": (read) => read !== null });
  return { status, body: json, problem: null };
}
