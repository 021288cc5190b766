// SDK for Stoa plugins in JavaScript. src/plugin.js exports one constant for each interface of the contract:
//
//   import { block, escapeHtml } from '../sdk/js/index.js';
//   export const blocks = block({ hello: ({ settings }) => ({ html: `<p>${escapeHtml(settings.name)}</p>` }) });
//
// There are no files, no network and no random numbers, and the clock stands still: the time is `ctx.nowMs`. Functions
// of the host are imported from `stoa:plugin/…`, and called within a call only, not while the module is loaded.

import { all, get } from "stoa:plugin/config@0.1.0";
import { write } from "stoa:plugin/log@0.1.0";
import { fail } from "./errors.js";
import { fromJson, fromMoney, fromValue, plain, toMoney, toRecord, toValue } from "./values.js";
import texts from "./texts.js";

export { fail, invalidInput } from "./errors.js";
export { escapeHtml, queryEncode, queryValue } from "./text.js";
export { allEligible, largestShare, limitsOf, range, shares } from "./parts.js";

/** Writes lines to the plugin's log, which owners see. */
export const log = {
  debug: (message) => write("debug", String(message)),
  info: (message) => write("info", String(message)),
  warn: (message) => write("warn", String(message)),
  error: (message) => write("error", String(message)),
};

/** One setting of the site, or undefined. */
export function setting(key) {
  return fromJson(get(key) ?? "null") ?? undefined;
}

/** All settings of the site. */
export function settings() {
  return fromJson(all());
}

/** A text of `locales/` in the language of a tag such as `de-AT` or `de_AT`, else in English, else the key. */
export function text(language, key, values = {}) {
  const tag = String(language).replace("_", "-");
  const file = texts[tag] ?? texts[tag.split("-")[0]] ?? {};
  const pattern = file[key] ?? texts.en?.[key] ?? key;
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Functions of an interface as they are in the contract: any kind, also those of later versions. */
export function implement(functions) {
  return Object.fromEntries(Object.entries(functions).map(([name, own]) => [name, guarded(own)]));
}

/** Functions of any interface, with numbers in place of BigInt in what they get, and in amounts that they return. */
export function records(functions) {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    (...args) => toRecord(call(...args.map(plain))),
  ]);
  return implement(Object.fromEntries(wrapped));
}

/** Blocks by name: functions of `{ settings, data, instanceId, kind }` and the context. */
export function block(kinds) {
  return implement({
    render(input, ctx) {
      const render = own(kinds, input.kind, "block");
      const output = render(
        {
          kind: input.kind,
          instanceId: input.instanceId,
          settings: fromJson(input.settings),
          data: fromJson(input.data),
        },
        plain(ctx),
      );
      const {
        html,
        head = [],
        data,
        cacheSeconds = 0,
        varyOn = [],
      } = typeof output === "string" ? { html: output } : output;
      return { html, head: data === undefined ? head : [...head, clientData(data)], cacheSeconds, varyOn };
    },
  });
}

/** The line that passes data to the script of a block. */
function clientData(data) {
  return `<script type="application/json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

/** Formatters by name: functions of the value and the arguments. */
export function formatter(functions) {
  const apply = (name, input, args) =>
    toValue(own(functions, name, "formatter")(fromValue(input), ...args.map(fromValue)));
  return implement({ apply, applyMany: (name, inputs, args) => inputs.map((input) => apply(name, input, args)) });
}

/** Predicates by name: functions of the value and the arguments that return a boolean. */
export function predicate(functions) {
  return implement({
    test: (name, input, args) => Boolean(own(functions, name, "predicate")(fromValue(input), ...args.map(fromValue))),
  });
}

/** Payment methods: the functions of the contract, with amounts as `{ minor, currency }` and JSON as values. */
export function payment(functions) {
  const call =
    (name) =>
    (attempt, ...rest) =>
      toOutcome(functions[name](toAttempt(attempt), ...rest.map(plain)));
  return implement({
    create: call("create"),
    authorise: call("authorise"),
    capture: call("capture"),
    refund: call("refund"),
    cancel: call("cancel"),
    fetchStatus: call("fetchStatus"),
    verifyWebhook: (webhook) =>
      functions.verifyWebhook(webhook).map(({ eventId, attemptId, providerRef, outcome }) => ({
        eventId,
        attemptId,
        providerRef,
        outcome: toOutcome(outcome),
      })),
  });
}

/**
 * Payment methods by the interface 0.2.0: its functions, with amounts as `{ minor, currency }` and JSON as values. What
 * the buyer entered is `attempt.buyer.entered`, how a saved method is used `attempt.saved`.
 */
export function paymentMethod(functions) {
  const call =
    (name) =>
    (attempt, ...rest) =>
      toAnswer(functions[name](toPlainAttempt(attempt), ...rest.map(plain)));
  return implement({
    create: call("create"),
    authorise: call("authorise"),
    capture: call("capture"),
    refund: call("refund"),
    cancel: call("cancel"),
    fetchStatus: call("fetchStatus"),
    verifyWebhook: (webhook, ctx) =>
      functions.verifyWebhook(webhook, plain(ctx)).map(({ outcome, dispute, ...event }) => ({
        ...event,
        outcome: toAnswer(outcome),
        dispute: dispute && { ...dispute, amount: toMoney(dispute.amount), respondByMs: toTime(dispute.respondByMs) },
      })),
    forget: (token, ctx) => functions.forget(token, plain(ctx)),
  });
}

/** Messages about installments: `quote` and `modal` of the contract, with amounts as `{ minor, currency }`. */
export function installment(functions) {
  return implement({
    quote(request, ctx) {
      const offer = functions.quote(plain(request), plain(ctx));
      const sentence = (part) => ({ pattern: part.pattern, count: part.count, amount: toMoney(part.amount) });
      return {
        ...offer,
        amount: toMoney(offer.amount),
        minimum: toMoney(offer.minimum),
        maximum: toMoney(offer.maximum),
        fullText: sentence(offer.fullText),
        oneLineText: sentence(offer.oneLineText),
        plans: (offer.plans ?? []).map((plan) => ({
          ...plan,
          perMonth: toMoney(plan.perMonth),
          total: toMoney(plan.total),
        })),
      };
    },
    modal: (locale) => functions.modal(locale),
  });
}

/** Delivery options: a function of the cart, the destination and the context. */
export function shippingRates(rates) {
  return implement({
    rates: (cart, destination, ctx) =>
      rates(plain(cart), destination, plain(ctx)).map((rate) => ({ ...rate, price: toMoney(rate.price) })),
  });
}

/** Taxes: a function of the cart, the price of the delivery, the destination and the context. */
export function taxRates(calculate) {
  return implement({
    calculate: (cart, shipping, destination, ctx) => calculate(plain(cart), plain(shipping), destination, plain(ctx)),
  });
}

/** Discounts: a function of the cart and the context. */
export function discountsOf(evaluate) {
  return implement({
    evaluate: (cart, ctx) =>
      evaluate(plain(cart), plain(ctx)).map((discount) => ({ ...discount, amount: toMoney(discount.amount) })),
  });
}

/** Questions of the checkout: `ask` of the checkout and the context, `check` of the checkout, the answers and the context. */
export function checkoutQuestions({ ask, check = () => [] }) {
  return implement({
    ask: (checkout, ctx) =>
      ask(plain(checkout), plain(ctx)).map((question) => ({ help: "", required: false, choices: [], ...question })),
    check(checkout, answers, ctx) {
      const said = Object.fromEntries(answers.map(({ question, value }) => [question, value]));
      return check(plain(checkout), said, plain(ctx));
    },
  });
}

/**
 * Formats of catalogue files by name: `write` of a part of the products and the context, `read` of the text of a file and
 * the context.
 */
export function catalogueFormats(formats) {
  return implement({
    write: (format, part, ctx) => own(own(formats, format, "format"), "write", "function")(plain(part), plain(ctx)),
    read: (format, file, ctx) => own(own(formats, format, "format"), "read", "function")(textOfFile(file), plain(ctx)),
  });
}

function textOfFile(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw fail("invalid-input", "the file is not UTF-8");
  }
}

/** An event hook: a function of the event, with its payload as a value, and the context. */
export function eventHook(handle) {
  return implement({
    handle(event, ctx) {
      handle({ ...plain(event), payload: fromJson(event.payload) }, plain(ctx));
    },
  });
}

/** Scheduled jobs by name: functions of the time at which the run was due and the context. */
export function scheduledJobs(jobs) {
  return implement({
    run(name, scheduledMs, ctx) {
      own(jobs, name, "job")(plain(scheduledMs), plain(ctx));
    },
  });
}

/**
 * Settings of earlier versions: a function of the version of the settings and of what was saved, as a value. It returns the
 * settings for this version.
 */
export function settingsMigration(migrate) {
  return implement({
    settings(fromVersion, settings) {
      return JSON.stringify(migrate(fromVersion, fromJson(settings)));
    },
  });
}

/**
 * Settings of blocks of earlier versions, by the name of the block: functions of the version for which they were saved and of the
 * settings, as a value. They return the settings for this version.
 */
export function blockMigrations(kinds) {
  return implement({
    settings(kind, fromVersion, settings) {
      return JSON.stringify(own(kinds, kind, "block")(fromVersion, fromJson(settings)));
    },
  });
}

/** Panels of the admin by name, each with its methods by name: functions of the input, the person and the context. */
export function adminPanels(panels) {
  return implement({
    call(panel, method, input, person, ctx) {
      const answer = own(own(panels, panel, "panel"), method, "method")(fromJson(input), person, plain(ctx));
      return JSON.stringify(answer ?? null);
    },
  });
}

/** What is thrown by `fail` is an answer. Anything else is a mistake of the plugin, logged with its place. */
function guarded(call) {
  return (...args) => {
    try {
      return call(...args);
    } catch (thrown) {
      if (thrown instanceof Error) {
        write("error", `${thrown.name}: ${thrown.message} at ${place(thrown.stack)}`);
      }
      throw thrown;
    }
  };
}

/** The plugin's own line in a stack, such as `src/plugin.js:7`. */
function place(stack) {
  const lines = String(stack).trim().split("\n");
  const line = lines.find((frame) => !/sdk\/js\/|dev-loader\.js/.test(frame)) ?? lines[0];
  return line.replace(/^.*@/, "").trim();
}

function own(functions, name, what) {
  if (!Object.hasOwn(functions, name)) {
    throw fail("not-supported", `no ${what} ${name}`);
  }
  return functions[name];
}

function toAttempt(attempt) {
  return {
    ...attempt,
    amount: fromMoney(attempt.amount),
    buyer: fromJson(attempt.buyer),
    lines: fromJson(attempt.lines),
    providerState: fromJson(attempt.providerState),
  };
}

function toPlainAttempt(attempt) {
  const known = plain(attempt);
  const buyer = { ...known.buyer, entered: fromJson(known.buyer.entered) };
  return { ...known, buyer, providerState: fromJson(known.providerState) };
}

const toTime = (ms) => (ms === undefined ? undefined : BigInt(ms));

/** An outcome of 0.2.0. */
function toAnswer({ savedMethod, ...outcome }) {
  const saved = savedMethod && { ...savedMethod, expiresMs: toTime(savedMethod.expiresMs) };
  return { ...toOutcome(outcome), savedMethod: saved };
}

/** `next` is absent, `{ redirect }` or `{ clientAction }`. */
function toOutcome({ status, next, providerRef, captured, refunded, declineMessage, providerState }) {
  const step = next?.redirect
    ? { tag: "redirect", val: next.redirect }
    : next?.clientAction
      ? { tag: "client-action", val: JSON.stringify(next.clientAction) }
      : { tag: "none" };
  return {
    status,
    next: step,
    providerRef,
    captured: toMoney(captured),
    refunded: toMoney(refunded),
    declineMessage,
    providerState: JSON.stringify(providerState ?? null),
  };
}
