import { expect, test, vi } from "vitest";
import type { Cart } from "@/shared/api/types";
import type { PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { cartActions } from "@/shared/store/cart-slice";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { cartOf, context, entryOf } from "@/testing/shop";
import { prepareAnnouncements } from "@/shared/ui/announce";
import { announceCartChanges } from "./announcer";
import { cartSummary, shownCount, summaryOf } from "./cart-summary";
import { mountIndicator } from "./indicator";
import { mountPill } from "./pill";

function pageWith(part: Partial<PageContext> = {}, html = "") {
  document.body.innerHTML = `${html}<div id="pill"></div>`;
  const store = createPageStore();
  change(() => mountPill(document.querySelector<HTMLElement>("#pill")!, store, { ...context, ...part }));
  const setQuantity = async (quantity: number): Promise<void> => {
    const entries = quantity === 0 ? [] : [entryOf({ quantity })];
    change(() => store.dispatch(cartActions.received(cartOf(entries))));
    await vi.dynamicImportSettled();
  };
  return { store, setQuantity, pill: () => document.querySelector<HTMLAnchorElement>("#pill a") };
}

// spec: cart.pill.hundred-plus
test("the count is exact up to a hundred", () => {
  expect([99, 100, 101].map(shownCount)).toEqual(["99", "100", "100+"]);
});

// spec: cart.indicator.summary-fields
test("a summary without its parts is that of an empty cart", () => {
  expect(cartSummary({})).toEqual({ items: 0, subtotal: "" });
  expect(cartSummary({ items: 3, subtotal: "$9.00" })).toEqual({ items: 3, subtotal: "$9.00" });
  expect(summaryOf(null, "en-US")).toEqual({ items: 0, subtotal: "" });
});

// spec: cart.pill.hidden-when-zero
test("the pill appears and disappears with the items, without a reload", async () => {
  const { pill, setQuantity } = pageWith();
  expect(pill()).toBeNull();
  await setQuantity(2);
  expect(pill()?.hidden).toBe(false);
  expect(pill()?.getAttribute("href")).toBe("/cart");
  expect(pill()?.textContent).toBe("2$76.00");
  await setQuantity(0);
  expect(pill()?.hidden).toBe(true);
});

// spec: cart.pill.shown-when, cart.pill.modes.open
test("no pill on the cart page, on express sites, and on sites with their own indicator", async () => {
  for (const [part, html, isThere] of [
    [{}, "", true],
    [{}, '<div id="cart-root"></div>', false],
    [{ expressCheckout: true }, "", false],
    [{ customCart: true }, "", false],
  ] as const) {
    const { pill, setQuantity } = pageWith(part, html);
    await setQuantity(1);
    expect(pill() !== null && !pill()!.hidden).toBe(isThere);
  }
});

// spec: cart.pill.spoken.open, cart.pill.spoken-hundred
test("the pill is labelled with its count, and changes are announced", async () => {
  const { store, pill, setQuantity } = pageWith();
  announceCartChanges(store, false);
  const names: Record<number, string> = {
    1: "1 item in cart",
    2: "2 items in cart",
    101: "More than 100 items in cart",
    0: "Cart is empty",
  };
  for (const quantity of [1, 2, 101, 0]) {
    await setQuantity(quantity);
    expect(pill()?.getAttribute("aria-label")).toBe(names[quantity]);
    expect(document.querySelector("[aria-live=polite]")?.textContent).toBe(names[quantity]);
  }
});

test("the initial count is not announced", async () => {
  const { store, setQuantity } = pageWith();
  prepareAnnouncements();
  announceCartChanges(store, true);
  await setQuantity(3);
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("");
  await setQuantity(4);
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("4 items in cart");
});

test("in the editor's frame a click navigates the frame", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  const { pill, setQuantity } = pageWith({ inEditor: true });
  await setQuantity(1);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  pill()?.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  expect(go).toHaveBeenCalledExactlyOnceWith("/cart");
});

// spec: cart.indicator.lifecycle, cart.indicator.header
test("a theme's indicator is uninitialised until the first load and follows the cart", () => {
  document.body.innerHTML =
    "<a data-stoa-cart-indicator data-empty><span data-cart-quantity>0</span><span data-cart-subtotal></span></a>";
  const sign = document.querySelector<HTMLElement>("a")!;
  const store = createPageStore();
  const receive = (cart: Cart) => change(() => store.dispatch(cartActions.received(cart)));
  change(() => mountIndicator(sign, store, context));
  expect([sign.hasAttribute("data-initialized"), sign.hasAttribute("data-empty"), sign.textContent]).toEqual([
    false,
    true,
    "0",
  ]);
  receive(cartOf([entryOf({ quantity: 2 })]));
  expect(sign.hasAttribute("data-initialized")).toBe(true);
  expect(sign.hasAttribute("data-empty")).toBe(false);
  expect(sign.querySelector("[data-cart-quantity]")?.textContent).toBe("2");
  expect(sign.querySelector("[data-cart-subtotal]")?.textContent).toBe("$76.00");
  receive(cartOf([]));
  expect(sign.hasAttribute("data-empty")).toBe(true);
});
