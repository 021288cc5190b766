import { config } from "./config";
import { crumb } from "./crumb";
import { newerPayload, olderPayload, type Fields } from "./payload";
import { asJson, send, serviceUrl, timed } from "./transport";

const wait = 1_000;
const maxQueued = 40;
const noPayload = "no payload";
/** Milliseconds until a call is ended. */
const timeout = 30_000;

let queue: object[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is not known has its name all the same. */
const complete = (_: string, value: unknown): unknown => value ?? null;

/** Sends what is queued. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const events = queue;
  queue = [];
  const url = events.length > 0 && serviceUrl(config.environment, config.hosts);
  if (url) send(url, events);
}

/** Says in the console of developers what is wrong with an event. */
async function validate(schema: string, content: Fields): Promise<void> {
  const url = serviceUrl("dev", config.hosts, `validate-event-content/${schema}`);
  const answer = await timed(url, timeout, JSON.stringify(content), asJson);
  if (answer && !answer.ok) console.warn(await answer.text());
}

/** Queues an event of the newer kind. */
export function track(schema: string, payload?: Fields): void {
  if (payload === undefined) return console.log(noPayload);
  const content = newerPayload(payload);
  if (config.environment === "dev") void validate(schema, content);
  queue.push({ event_schema_name: schema, event_content: JSON.stringify(content, complete), event_source: "WEB" });
  if (queue.length >= maxQueued) flush();
  else timer ??= setTimeout(flush, wait);
}

/** Records an event of the older kind. If the CSRF token was outdated, the answer contains a new one. */
export async function recordOlder(event: string, payload?: Fields): Promise<void> {
  if (payload === undefined) return console.log(noPayload);
  const data = JSON.stringify(olderPayload(payload), complete);
  const post = (): Promise<Response | null> =>
    timed(`${location.origin}/api/events/RecordEvent`, timeout, new URLSearchParams({ crumb: crumb(), event, data }));
  if ((await post())?.status === 403) await post();
}
