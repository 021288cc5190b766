import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { cartActions } from "@/shared/store/cart-slice";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { mountProductForm } from "./product-form";

const pictures = ["p1", "p2", "p3"].map((id) => ({ id, assetUrl: `/assets/${id}/x.webp`, srcset: "" }));

function variant(id: string, size: string, part: object = {}) {
  return { id, sku: id, attributes: { Size: size }, price: 3800, salePrice: 0, qtyInStock: 3, onSale: false, ...part };
}

const product = {
  id: "i1",
  title: "Mug",
  items: pictures,
  structuredContent: {
    productType: 1,
    options: [{ name: "Size", values: ["S", "M", "L"] }],
    variants: [
      variant("v-s", "S", { mainImageId: "p2" }),
      variant("v-m", "M", { price: 4400, salePrice: 4000, onSale: true, mainImageId: "p3" }),
      variant("v-l", "L", { qtyInStock: 0 }),
    ],
  },
};

function openPage(part: Partial<PageContext> = {}, shown: object = product, chosen = "") {
  const slides = pictures.map(({ id }) => `<figure data-image-id="${id}"></figure>`).join("");
  const thumbs = pictures.map(({ id }) => `<a href="#picture-${id}" data-image-thumb="${id}"></a>`).join("");
  document.body.innerHTML = `<article>
    <div data-product-gallery><div data-gallery-track>${slides}</div>${thumbs}</div>
    <form data-stoa-island="product-form" data-item-id="i1">
      <script type="application/json" data-stoa-product>${JSON.stringify(shown)}</script>
      <div data-price><div class="product-price">from $38.00</div></div>
      <select data-option-name="Size" aria-label="Size">
        <option value="">Select Size</option><option>S</option><option>M</option><option>L</option>
      </select>
      <input type="number" name="quantity" value="1">
      <div><button type="submit" data-add-to-cart>Buy me</button><button type="submit" data-buy-now>Buy now</button></div>
      <div class="product-scarcity" data-variant-attributes='{"Size":"S"}' hidden>Only 3 left in stock</div>
      <div data-product-message role="status"></div>
    </form></article>`;
  const form = document.querySelector("form")!;
  const select = form.querySelector("select")!;
  select.value = chosen;
  const store = createPageStore();
  change(() => mountProductForm(form, store, { ...context, ...part }));
  return {
    store,
    button: form.querySelector("button")!,
    buyNow: form.querySelector<HTMLButtonElement>("[data-buy-now]")!,
    choose: (size: string) => {
      select.value = size;
      change(() => select.dispatchEvent(new Event("change")));
    },
    setQuantity: (text: string) => {
      form.querySelector("input")!.value = text;
    },
    message: () => form.querySelector("[data-product-message]")!.textContent,
    price: () => form.querySelector("[data-price]")!.textContent,
  };
}

function added(sent: Sent): Reply {
  const newlyAdded = entryOf({ quantity: (sent.body as { quantity: number }).quantity });
  return { body: { shoppingCart: cartOf([newlyAdded]), newlyAdded } };
}

const alertDialog = () => document.querySelector("dialog");

beforeAll(async () => {
  // Loading takes real time, which fake timers do not wait for.
  await Promise.all([import("./buying"), import("./scarcity"), import("@stoa/api/client")]);
});

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.scrollTo = () => undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

// spec: add-to-cart.state.machine
test("the button shows progress", async () => {
  stubServer(added);
  const { button, choose } = openPage();
  choose("S");
  press(button);
  expect(button.textContent).toBe("Adding…");
  await vi.advanceTimersByTimeAsync(999);
  expect(button.textContent).toBe("Adding…");
  await vi.advanceTimersByTimeAsync(1);
  expect(button.textContent).toBe("Added!");
  await vi.advanceTimersByTimeAsync(1999);
  expect(button.textContent).toBe("Added!");
  await vi.advanceTimersByTimeAsync(1);
  expect(button.textContent).toBe("Buy me");
});

// spec: add-to-cart.state.added-ignores-click, add-to-cart.state.adding-click.open
test("clicks while adding and after it send nothing", async () => {
  const calls = stubServer(added);
  const { button, choose } = openPage();
  choose("S");
  press(button);
  press(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await vi.advanceTimersByTimeAsync(1500);
  expect(button.textContent).toBe("Added!");
  press(button);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  press(button);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(2);
});

// spec: add-to-cart.state.error, add-to-cart.error.server-message
test("an error is shown and the button is ready after a second", async () => {
  stubServer(() => problem(400, "validation-failed", "X"));
  const { button, choose } = openPage();
  choose("S");
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(alertDialog()?.querySelector("h2")?.textContent).toBe("Unable to Add Item");
  expect(alertDialog()?.querySelector("p")?.textContent).toBe("X");
  expect(button.textContent).toBe("Adding…");
  await vi.advanceTimersByTimeAsync(1000);
  expect(button.textContent).toBe("Buy me");
});

// spec: add-to-cart.alert-title.normal, add-to-cart.alert-title.express, add-to-cart.alert-title.gift-card
test("the alert title depends on the action", async () => {
  stubServer(() => problem(400, "validation-failed", "X"));
  const card = { ...product, structuredContent: { ...product.structuredContent, productType: 4 } };
  for (const [part, shown, title] of [
    [{}, product, "Unable to Add Item"],
    [{ expressCheckout: true }, product, "Unable to Purchase Item"],
    [{}, card, "Unable to purchase Gift Card"],
  ] as const) {
    const { button, choose } = openPage(part, shown);
    choose("S");
    press(button);
    await vi.advanceTimersByTimeAsync(10);
    expect(alertDialog()?.querySelector("h2")?.textContent).toBe(title);
  }
});

// spec: add-to-cart.error.429, add-to-cart.error.crumb-cookies-on, add-to-cart.error.crumb-cookies-off
test("rate limit and expired session have their own messages", async () => {
  const { button, choose } = openPage();
  choose("S");
  const isOver = problem(403, "crumb-invalid", "Expired", { crumbFail: true });
  const takesCookies = vi.spyOn(navigator, "cookieEnabled", "get");
  for (const [reply, isOn, text] of [
    [problem(429, "rate-limited", "Slow down"), true, "Please try again in a few seconds."],
    [isOver, true, "Your session has expired. Please reload the page and try again."],
    [isOver, false, "Please enable cookies in your browser, reload the page, and try again."],
  ] as const) {
    takesCookies.mockReturnValue(isOn);
    stubServer(() => reply);
    press(button);
    await vi.advanceTimersByTimeAsync(10);
    expect(alertDialog()?.querySelector("p")?.textContent).toBe(text);
    alertDialog()?.querySelector("button")?.click();
    await vi.advanceTimersByTimeAsync(2000);
  }
  takesCookies.mockRestore();
});

// spec: add-to-cart.error.no-server-message.open
test("without a server message a default is shown", async () => {
  const { button, choose } = openPage();
  choose("S");
  for (const [reply, text] of [
    ["unreachable", "Please check your internet connection."],
    [{ status: 500 }, "Please try again."],
  ] as const) {
    stubServer(() => reply);
    press(button);
    await vi.advanceTimersByTimeAsync(10);
    expect(alertDialog()?.querySelector("p")?.textContent).toBe(text);
    alertDialog()?.querySelector("button")?.click();
    await vi.advanceTimersByTimeAsync(2000);
  }
});

test("the alert restores the focus", async () => {
  stubServer(() => problem(400, "validation-failed", "X"));
  const { button, choose } = openPage();
  choose("S");
  button.focus();
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  const ok = alertDialog()?.querySelector("button");
  expect(document.activeElement).toBe(ok);
  ok?.click();
  expect(document.activeElement).toBe(button);
});

test("missing choices are shown and nothing is sent", () => {
  const calls = stubServer(added);
  const { button, choose, message, setQuantity } = openPage();
  press(button);
  expect(message()).toBe("Please select the Size option.");
  expect(document.activeElement).toBe(document.querySelector("select"));
  choose("S");
  expect(message()).toBe("");
  setQuantity("1.5");
  press(button);
  expect(message()).toBe("Quantity must be a whole number");
  expect(calls).toEqual([]);
});

// spec: add-to-cart.message.out-of-stock
test("more than the stock cannot be added", () => {
  const calls = stubServer(added);
  const { store, button, choose, message, setQuantity } = openPage();
  const text = "Sorry, we do not have enough of that item available.";
  choose("L");
  expect(message()).toBe(text);
  choose("S");
  setQuantity("4");
  press(button);
  expect(message()).toBe(text);
  store.dispatch(cartActions.received(cartOf([entryOf({ variantId: "v-s", quantity: 2 })])));
  setQuantity("2");
  press(button);
  expect(message()).toBe(text);
  expect(calls).toEqual([]);
});

const shownPictures = () =>
  [...document.querySelectorAll<HTMLElement>("[data-shown]")].map((slide) => slide.dataset.imageId);

test("a chosen variant shows its price and image", () => {
  const { choose, price } = openPage();
  choose("S");
  expect(price()).toBe("$38.00");
  expect(shownPictures()).toEqual(["p2"]);
  choose("M");
  expect(price()).toBe("Sale Price:$40.00Original Price:$44.00");
  expect(shownPictures()).toEqual(["p3"]);
  choose("");
  expect(price()).toBe("from $38.00");
});

test("choices made before the script was loaded count", () => {
  expect(openPage({}, product, "M").price()).toContain("$40.00");
});

test("a variant without an image shows the first one", () => {
  const { choose } = openPage();
  choose("S");
  choose("L");
  expect(shownPictures()).toEqual(["p1"]);
});

// spec: add-to-cart.after.express-checkout, add-to-cart.after.urls.open
test("on express sites adding redirects to the checkout", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  stubServer(added);
  const { button, choose } = openPage({ expressCheckout: true });
  choose("S");
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(go).toHaveBeenCalledExactlyOnceWith("/checkout?cartToken=t1");
});

// spec: add-to-cart.after.gift-card, add-to-cart.after.urls.open
test("gift cards redirect to the gift card page", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  stubServer(added);
  const card = { ...product, structuredContent: { ...product.structuredContent, productType: 4 } };
  const { button, choose } = openPage({}, card);
  choose("S");
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(go).toHaveBeenCalledExactlyOnceWith("/checkout/gift-card/i1?sku=v-s&quantity=1");
});

// spec: add-to-cart.after.urls.open
test("buying now uses a separate checkout", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  go.mockClear();
  const calls = stubServer(() => ({ body: { cartToken: "t9" } }));
  const { buyNow, button, choose, message, setQuantity } = openPage();
  press(buyNow);
  expect(message()).toBe("Please select the Size option.");
  choose("S");
  setQuantity("2");
  press(buyNow);
  expect(buyNow.textContent).toBe("One moment…");
  expect(button.textContent).toBe("Buy me");
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toMatchObject([
    {
      method: "POST",
      path: "/api/3/commerce/cart/buy-now",
      body: { itemId: "i1", sku: "v-s", qty: 2, additionalFields: null },
    },
  ]);
  expect(go).toHaveBeenCalledExactlyOnceWith("/checkout?cartToken=t9");
});

test("a failed purchase is shown and the button is ready again", async () => {
  stubServer(() => problem(400, "refused", "X"));
  const { buyNow, choose } = openPage();
  choose("S");
  press(buyNow);
  await vi.advanceTimersByTimeAsync(10);
  expect(alertDialog()?.querySelector("h2")?.textContent).toBe("Unable to Purchase Item");
  await vi.advanceTimersByTimeAsync(1000);
  expect(buyNow.textContent).toBe("Buy now");
});

test("visitors who must sign in are redirected and come back", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  go.mockClear();
  stubServer(() => problem(401, "sign-in-required", "Sign in to buy here."));
  const { buyNow, choose } = openPage();
  choose("S");
  press(buyNow);
  await vi.advanceTimersByTimeAsync(10);
  expect(go).toHaveBeenCalledExactlyOnceWith("/account/sign-in?next=%2F");
  expect(alertDialog()).toBeNull();
});

// spec: add-to-cart.after.subscription, add-to-cart.after.urls.open
test("subscriptions use a separate checkout", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  go.mockClear();
  const calls = stubServer(() => ({ body: { cartToken: "t 9" } }));
  const plan = { ...product, structuredContent: { ...product.structuredContent, isSubscribable: true } };
  const { button, choose } = openPage({}, plan);
  choose("S");
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toMatchObject([
    { method: "POST", path: "/api/3/commerce/cart/subscription", body: { itemId: "i1", sku: "v-s", qty: 1 } },
  ]);
  expect(go).toHaveBeenCalledExactlyOnceWith("/checkout?cartToken=t+9");
});

test("the script that counts visits is told once of what was added", async () => {
  stubServer(added);
  const told = vi.fn<(message: Event) => void>();
  document.addEventListener("stoa:visitor", told);
  const { button, choose } = openPage();
  choose("S");
  press(button);
  await vi.advanceTimersByTimeAsync(3100);
  expect(told.mock.calls.map(([message]) => (message as CustomEvent<unknown>).detail)).toEqual([
    { event: "add_to_cart", payload: { itemId: "i1", sku: "v-s", quantity: 1 } },
  ]);
  document.removeEventListener("stoa:visitor", told);
});

// spec: product.scarcity.threshold.open
test("low stock is shown for the chosen variant", async () => {
  const { choose } = openPage();
  await vi.advanceTimersByTimeAsync(10);
  const few = document.querySelector<HTMLElement>(".product-scarcity")!;
  choose("S");
  expect(few.hidden).toBe(false);
  choose("M");
  expect(few.hidden).toBe(true);
});
