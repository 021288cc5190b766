import { on, ownAddress } from "./browser";
import { crumb } from "./crumb";
import { asJson, timed } from "./transport";

const maxSends = 20;
const maxQueued = 10;
/** Milliseconds until a call is ended. */
const timeout = 30_000;
const debounce = 1_000;
const maxStackLength = 5_000;
const maxMessageLength = 1_000;
/** Browsers send no larger messages while a page is left, and the server takes none. */
const maxCharacters = 60_000;

let queue: unknown[] = [];
let sends = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues an error; the newest is dropped when the queue is full. */
function note(fault: unknown, line = 0, column = 0): void {
  if (queue.length >= maxQueued || sends >= maxSends) return;
  const { message = String(fault), stack = "" } = (fault ?? {}) as { message?: string; stack?: string };
  const data = {
    message: message.slice(0, maxMessageLength),
    stack: stack.slice(0, maxStackLength),
    url: ownAddress(),
    line,
    column,
  };
  queue.push({ event: "javascript_error", data, timestamp: Date.now() });
  timer ??= setTimeout(flushErrors, debounce);
}

/** Sends what is queued. */
export function flushErrors(): void {
  clearTimeout(timer);
  timer = undefined;
  if (queue.length === 0) return;
  while (JSON.stringify(queue).length > maxCharacters) queue.pop();
  const body = JSON.stringify(queue);
  queue = [];
  sends += 1;
  void timed("/api/events/RecordJavascriptErrors", timeout, body, { ...asJson, "X-CSRF-Token": crumb() });
}

/** Reports errors that no script of the page handled. */
export function followErrors(): void {
  on(
    "error",
    ({ error, message, lineno, colno }: ErrorEvent) => {
      // Files that could not be loaded are no errors of scripts.
      if (message) note(error ?? message, lineno, colno);
    },
    window,
  );
  on("unhandledrejection", ({ reason }: PromiseRejectionEvent) => note(reason), window);
}
