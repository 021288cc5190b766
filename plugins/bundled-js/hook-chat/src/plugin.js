// Writes submissions of forms, and orders, into a chat: to the address of an incoming webhook that the owner enters.

import { send } from "stoa:plugin/http@0.1.0";
import { fail, implement, settings, text } from "../sdk/js/index.js";
import { body, message } from "./message.js";

const PATIENCE_MS = 8000;

export const events = implement({
  handle(event, ctx) {
    const chosen = settings();
    const written = message(event, chosen, (key, values) => text(ctx.locale, key, values));
    if (!written) {
      return;
    }
    const address = String(chosen.address ?? "").trim();
    if (!address) {
      throw fail("not-configured", "enter the address of the incoming webhook");
    }
    const response = post(address, body(chosen.service, written));
    if (response.status === 429) {
      throw fail("rate-limited", "the chat asks to wait", { retryAfterMs: retryAfter(response) });
    }
    if ([401, 403, 404, 410].includes(response.status)) {
      throw fail("not-configured", `the chat does not know this address (${response.status})`);
    }
    if (response.status < 200 || response.status > 299) {
      throw fail("upstream-failed", `the chat answered with ${response.status}`);
    }
  },
});

function post(url, content) {
  const request = {
    method: "POST",
    url,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(JSON.stringify(content)),
    timeoutMs: PATIENCE_MS,
  };
  try {
    return send(request);
  } catch (thrown) {
    // A failure of the contract comes as the payload of what is thrown.
    const failure = thrown?.payload ?? thrown;
    if (failure === "not-allowed") {
      throw fail("not-configured", "the address has to begin with https:// and be reachable from the internet");
    }
    throw fail(failure === "timeout" ? "timed-out" : "upstream-failed", `the chat failed: ${String(failure)}`);
  }
}

/** What the header `retry-after` asks for, in seconds there. */
function retryAfter(response) {
  const header = response.headers.find(([name]) => name.toLowerCase() === "retry-after");
  const seconds = Number.parseInt(header?.[1] ?? "", 10);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined;
}
