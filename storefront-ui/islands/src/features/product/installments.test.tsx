import { render } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { InstallmentMessage } from "@/shared/api/types";
import { openExplanation } from "@/shared/installments/explanation";
import { hideWhereNotEligible } from "@/shared/installments/eligibility";
import { partsOf } from "@/shared/installments/message";
import { cartActions } from "@/shared/store/cart-slice";
import { createPageStore } from "@/shared/store/page-store";
import { stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, entryOf } from "@/testing/shop";
import { InstallmentLink, type InstallmentsChoice } from "./installments";

const inRange: InstallmentMessage = {
  availability: "in-range",
  providerName: "PayLater",
  locale: "en_US",
  payments: 4,
  amountCents: 1900,
  minimumCents: 100,
  maximumCents: 200_000,
  fullText: "4 interest-free payments of $19.00",
  oneLineText: "or 4 interest-free payments of $19.00 with",
  modalUrl: "/static/installments/en_US.html",
};
const tooMuch: InstallmentMessage = {
  ...inRange,
  availability: "above-maximum",
  fullText: "available for orders up to $2,000.00",
};
const page = "<!doctype html><main><h1>Pay in 4</h1><p>How it works</p></main>";

/** The link as the server rendered it, with its component. */
function showLink(): (choice: InstallmentsChoice | null, isUnwanted?: boolean) => void {
  const place = document.createElement("div");
  place.innerHTML = `<a class="stoa-installments" data-installments href="/static/installments/en_US.html">
    <span>4 interest-free payments of $9.50</span> <strong>PayLater</strong></a>`;
  document.body.append(place);
  const element = link();
  const linkOf = (choice: InstallmentsChoice | null, isUnwanted = false) => (
    <InstallmentLink link={element} itemId="i1" choice={choice} isUnwanted={isUnwanted} />
  );
  const { rerender } = render(linkOf(null));
  return (choice, isUnwanted) => rerender(linkOf(choice, isUnwanted));
}

const link = () => document.querySelector<HTMLAnchorElement>("a.stoa-installments")!;
const words = () => link().textContent.trim().replace(/\s+/g, " ");
const dialog = () => document.querySelector("dialog");

function answering(answer: (sent: Sent) => InstallmentMessage | null): Sent[] {
  return stubServer((sent): Reply => ({ body: { message: answer(sent) } }), {});
}

beforeAll(async () => {
  // Loading takes real time, which fake timers do not wait for.
  await import("@stoa/api/client");
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("data-no-installments");
  document.body.replaceChildren();
});

test("the message follows the choice and the last choice wins", async () => {
  const calls = answering(({ query }) => (query.includes("quantity=99") ? tooMuch : inRange));
  const show = showLink();
  show({ sku: "MUG-S", quantity: 1 });
  show({ sku: "MUG-S", quantity: 2 });
  await vi.runAllTimersAsync();
  expect(calls.map(({ query }) => query)).toEqual(["?itemId=i1&quantity=2&sku=MUG-S"]);
  expect(words()).toBe("4 interest-free payments of $19.00 PayLater");
  show({ sku: null, quantity: 99 });
  await vi.runAllTimersAsync();
  expect(calls.at(-1)?.query).toBe("?itemId=i1&quantity=99");
  expect(words()).toBe("PayLater available for orders up to $2,000.00");
  expect(link().dataset.availability).toBe("above-maximum");
});

test("an empty message keeps its space", async () => {
  answering(() => null);
  showLink()({ sku: null, quantity: 1 });
  await vi.runAllTimersAsync();
  expect(link().hasAttribute("data-away")).toBe(true);
});

test("a subscription hides it and a single purchase shows it again", () => {
  const show = showLink();
  show(null, true);
  expect(link().hasAttribute("data-away")).toBe(true);
  show(null, false);
  expect(link().hasAttribute("data-away")).toBe(false);
});

test("the provider's name is last with an offer and first without", () => {
  expect(partsOf(inRange).map(({ text }) => text)).toEqual(["4 interest-free payments of $19.00", "PayLater"]);
  expect(partsOf(tooMuch).map(({ text }) => text)).toEqual(["PayLater", "available for orders up to $2,000.00"]);
});

test("one item that is not shipped hides the messages on the page", () => {
  const store = createPageStore();
  hideWhereNotEligible(store);
  const isHidden = () => document.documentElement.hasAttribute("data-no-installments");
  expect(isHidden()).toBe(false);
  store.dispatch(cartActions.received(cartOf([entryOf(), entryOf({ id: "e2", productType: 2 })])));
  expect(isHidden()).toBe(true);
  store.dispatch(cartActions.received(cartOf([entryOf()])));
  expect(isHidden()).toBe(false);
  store.dispatch(cartActions.received(cartOf([entryOf({ subscription: "every month" })])));
  expect(isHidden()).toBe(true);
});

test("a click opens the explanation, and closing restores the page", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(page, { status: 200 })));
  showLink();
  link().focus();
  link().click();
  await vi.runAllTimersAsync();
  expect(dialog()?.textContent).toContain("How it works");
  expect(document.getElementById(dialog()?.getAttribute("aria-labelledby") ?? "")?.textContent).toBe("Pay in 4");
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(true);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Close");
  dialog()!.close();
  await vi.runAllTimersAsync();
  expect(dialog()).toBeNull();
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(false);
  expect(document.activeElement).toBe(link());
});

// spec: ui.modal.load-failure
test("an explanation that cannot be loaded is only logged", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  await openExplanation("/static/installments/en_US.html");
  expect(dialog()).toBeNull();
  expect(log).toHaveBeenCalledOnce();
});
