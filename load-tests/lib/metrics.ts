// What the suite counts besides k6's own metrics.
import exec from "k6/execution";
import type { Response } from "k6/http";
import { Counter, Gauge, Trend } from "k6/metrics";

const confirmed = new Counter("confirmed_orders");
const foreign = new Counter("foreign_answers");
const broken = new Counter("broken_rules");
const late = new Counter("late_shoppers");
const refused = new Counter("refused_calls");
const errors = new Counter("script_errors");
const connecting = new Trend("connecting", true);
const arrivals = new Gauge("visits_per_second");
const maxReasonLength = 200;

/** An order was confirmed to a shopper. Its id is no tag, because each value of a tag is a time series. */
export function orderConfirmed(run: string, order: string): void {
  const { metadata } = exec.vu.metrics;
  metadata.order = order;
  confirmed.add(1, { run });
  delete metadata.order;
}

/** An answer has something of another site, or of another visitor. */
export function answerWasForeign(found: string, host: string): void {
  foreign.add(1, { found, target: host });
}

/** A rule that must hold after a run does not. */
export function ruleBroken(rule: string): void {
  broken.add(1, { rule });
}

/** Someone else bought the last piece, or the cart changed meanwhile: no error. */
export function shopperWasLate(): void {
  late.add(1);
}

/** The run made more calls a second than it may. */
export function callRefused(): void {
  refused.add(1);
}

/** Visitors come at such a rate now. */
export function arriving(perSecond: number): void {
  arrivals.add(perSecond);
}

/** A scenario ended with an exception, which k6 itself only logs. The reason is no tag, as the id of an order is none. */
export function scriptFailed(error: unknown): void {
  const { metadata } = exec.vu.metrics;
  metadata.error = String(error).slice(0, maxReasonLength);
  errors.add(1);
  delete metadata.error;
}

/**
 * Notes an answer: how long a new connection took, with TLS, since the time of a request begins after it; and whether
 * the server refused or failed the request, for the checks that follow. That is no tag, as the id of an order is none.
 */
export function answered({ status, timings }: Pick<Response, "status" | "timings">): void {
  const { metadata } = exec.vu.metrics;
  if (status >= 200 && status < 500) delete metadata.refused;
  else metadata.refused = String(status);
  const took = timings.connecting + timings.tls_handshaking;
  if (took > 0) connecting.add(took);
}

/** Gives all counters a value, so that limits on them are judged. */
export function beginCounting(): void {
  for (const counter of [confirmed, foreign, broken, late, refused, errors]) counter.add(0);
}
