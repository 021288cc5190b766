import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { PageProvider } from "@/shared/react/page";
import { cartActions } from "@/shared/store/cart-slice";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { problem, stubServer, type Sent } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { mountCartPage } from "./cart-page";
import { CartView } from "./cart-view";

afterEach(cleanup);

function openCart(cart = cartOf([entryOf({ quantity: 2 })])) {
  const store = createPageStore();
  store.dispatch(cartActions.received(cart));
  render(
    <PageProvider store={store} context={context}>
      <CartView />
    </PageProvider>,
  );
  return store;
}

const more = () => screen.getByRole("button", { name: "Increase quantity of Hearth Mug, 10 oz / Oat" });
const remove = () => screen.getByRole("button", { name: "Remove Hearth Mug, 10 oz / Oat" });
const amount = () => screen.getByRole<HTMLInputElement>("spinbutton");

function updated(sent: Sent) {
  const { quantity } = sent.body as { quantity: number };
  return { body: { shoppingCart: cartOf([entryOf({ quantity })]), updatedEntry: entryOf({ quantity }) } };
}

test("a line shows product, quantity and price, and can be increased", async () => {
  const calls = stubServer(updated);
  openCart();
  const line = within(screen.getByRole("listitem"));
  expect(line.getByRole("link", { name: "Hearth Mug" }).getAttribute("href")).toBe("/shop/hearth-mug");
  expect(line.getByText("$76.00")).toBeTruthy();
  expect(screen.queryByText("Subtotal after discounts")).toBeNull();
  await userEvent.click(more());
  expect(amount().value).toBe("3");
  await waitFor(() => expect(calls).toMatchObject([{ method: "PUT", body: { quantity: 3 } }]));
  expect(line.getByText("$114.00")).toBeTruthy();
});

test("shows test mode above the lines", () => {
  const notice = "This store is in test mode. No real payments are taken and nothing will be delivered.";
  openCart({ ...cartOf([entryOf()]), testNotice: notice });
  expect(screen.getByText(notice).closest("[role=status]")).not.toBeNull();
  cleanup();
  openCart();
  expect(screen.queryByText(notice)).toBeNull();
});

// spec: cart.full-page.behaviour.open
test("a typed quantity is committed on Enter", async () => {
  const calls = stubServer(updated);
  openCart();
  await userEvent.clear(amount());
  await userEvent.type(amount(), "5{Enter}");
  await waitFor(() => expect(calls).toMatchObject([{ body: { quantity: 5 } }]));
  await userEvent.clear(amount());
  await userEvent.tab();
  expect(screen.getByRole("alert").textContent).toContain("Quantity must be a number.");
  expect(amount().value).toBe("5");
});

test("the button at the minimum keeps the focus and does not go lower", async () => {
  const calls = stubServer(updated);
  openCart();
  const less = screen.getByRole("button", { name: "Decrease quantity of Hearth Mug, 10 oz / Oat" });
  await userEvent.click(less);
  await waitFor(() => expect(calls).toMatchObject([{ body: { quantity: 1 } }]));
  expect(document.activeElement).toBe(less);
  expect(less.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(less);
  expect(calls).toHaveLength(1);
});

test("a typed zero removes the line", async () => {
  const calls = stubServer(() => ({ body: { shoppingCart: cartOf([]) } }));
  openCart();
  await userEvent.clear(amount());
  await userEvent.type(amount(), "0{Enter}");
  await waitFor(() => expect(calls).toMatchObject([{ method: "DELETE" }]));
  await screen.findByText("You have nothing in your shopping cart.");
});

// spec: cart.string.update-quantity-failed, cart.string.try-again
test("a refused quantity is reverted and explained", async () => {
  stubServer(() => problem(500, "internal", "Something went wrong on our side"));
  openCart();
  await userEvent.click(more());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Unable to update quantityPlease try again.");
  expect(amount().value).toBe("2");
});

// spec: cart.string.remove-failed, cart.string.check-connection
test("a failed removal restores the line with the reason", async () => {
  stubServer(() => "unreachable");
  openCart();
  await userEvent.click(remove());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Unable to remove itemPlease check your internet connection.");
});

// spec: cart.string.try-again
test("a removal that failed on the server asks to try again", async () => {
  stubServer(() => problem(503, "unavailable", "Not ready"));
  openCart();
  await userEvent.click(remove());
  expect((await screen.findByRole("alert")).textContent).toBe("Unable to remove itemPlease try again.");
});

// spec: cart.full-page.behaviour.open
test.each([
  ["changed", more],
  ["removed", remove],
])("a line that is %s after another tab removed it is removed here too", async (_what, button) => {
  stubServer(({ method }) => (method === "GET" ? { body: cartOf([]) } : problem(404, "not-found", "Not found")));
  openCart();
  await userEvent.click(button());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("You have nothing in your shopping cart."));
});

// spec: cart.full-page.behaviour.open
test("removing the last line shows the empty cart with the focus", async () => {
  stubServer(() => ({ body: { shoppingCart: cartOf([]) } }));
  openCart();
  await userEvent.click(remove());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("You have nothing in your shopping cart."));
});

const welcome = { id: "d1", promoCode: "WELCOME10", label: "Welcome", amountCents: 760, reason: null };

test("a coupon is added, shown with its discount, and removed", async () => {
  const discounts = [{ id: "d1", label: "Welcome", code: "WELCOME10", amountCents: 760, freeShipping: false }];
  const lowered = cartOf([entryOf({ quantity: 2 })], { coupons: [welcome], validCoupons: [welcome], discounts });
  const calls = stubServer((sent) => ({
    body: { shoppingCart: sent.method === "POST" ? lowered : cartOf([entryOf()]) },
  }));
  openCart();
  await userEvent.type(screen.getByLabelText("Discount code"), "welcome10{Enter}");
  expect(await screen.findByText("Welcome (WELCOME10)")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Discount code").value).toBe("");
  expect(screen.getAllByText("−$7.60")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Remove code WELCOME10" }));
  await waitFor(() => expect(screen.queryByText("Welcome (WELCOME10)")).toBeNull());
  expect(calls).toMatchObject([
    { method: "POST", path: "/api/commerce/shopping-cart/coupons", body: { promoCode: "welcome10" } },
    { method: "DELETE", path: "/api/commerce/shopping-cart/coupons/d1" },
  ]);
});

test("the total is shown once the server has calculated the discounts", async () => {
  const discounts = [{ id: "d1", label: "Welcome", code: null, amountCents: 760, freeShipping: false }];
  const answer = cartOf([entryOf({ quantity: 3 })], { discounts, discountCents: 1140 });
  let arrive: () => void = () => undefined;
  stubServer(async () => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return { body: { shoppingCart: answer } };
  });
  openCart(cartOf([entryOf({ quantity: 2 })], { discounts, discountCents: 760 }));
  const left = () => screen.getByText("Subtotal after discounts").nextSibling?.textContent;
  expect(left()).toBe("$68.40");
  await userEvent.click(more());
  expect(left()).toBe("…");
  arrive();
  await waitFor(() => expect(left()).toBe("$102.60"));
});

test("an unknown coupon is explained at the field, one that does not apply beside it", async () => {
  const errors = { promoCode: "This code is not valid." };
  stubServer(() => problem(400, "validation-failed", "This code is not valid.", { errors }));
  const expired = { ...welcome, amountCents: 0, reason: "This code has expired." };
  openCart(cartOf([entryOf()], { coupons: [expired], invalidCoupons: [expired] }));
  expect(screen.getByText("This code has expired.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(screen.getByText("Enter a code.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Discount code"), "nonsense{Enter}");
  expect(await screen.findByText("This code is not valid.")).toBeTruthy();
  expect(screen.getByLabelText("Discount code").getAttribute("aria-invalid")).toBe("true");
});

// spec: cart.string.empty
test("shows an empty cart", () => {
  openCart(cartOf([]));
  expect(screen.getByText("You have nothing in your shopping cart.")).toBeTruthy();
});

// spec: cart.string.minimum-subtotal
test("below the minimum the checkout is disabled and the minimum is shown", () => {
  openCart(cartOf([entryOf()], { minimumSubtotalCents: 5000 }));
  expect(screen.getByText("To check out, your order subtotal must be $50.00 or more.")).toBeTruthy();
  const checkout = screen.getByRole("link", { name: "Checkout" });
  expect(checkout.getAttribute("aria-disabled")).toBe("true");
  expect(checkout.hasAttribute("href")).toBe(false);
});

// spec: cart.full-page.behaviour.open
test("the checkout waits for pending changes", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  let arrive: () => void = () => undefined;
  stubServer(async (sent) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return updated(sent);
  });
  openCart();
  await userEvent.click(more());
  await userEvent.click(screen.getByRole("link", { name: "Checkout" }));
  expect(go).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/checkout"));
});

test("the server's lines stay until the cart is loaded, and if that fails", async () => {
  document.body.innerHTML = '<div id="cart-root"><p>Server line</p></div>';
  const place = document.querySelector<HTMLElement>("#cart-root")!;
  const store = createPageStore();
  change(() => mountCartPage(place, store, context));
  change(() => store.dispatch(cartActions.loading()));
  expect(place.getAttribute("aria-busy")).toBe("true");
  change(() => store.dispatch(cartActions.loadFailed()));
  expect(screen.getByRole("alert").textContent).toContain("Unable to load your cart");
  expect(place.firstElementChild).toBe(screen.getByRole("alert"));
  expect(screen.getByText("Server line")).toBeTruthy();
  change(() => store.dispatch(cartActions.received(cartOf([entryOf()]))));
  expect(screen.getByRole("link", { name: "Hearth Mug" })).toBeTruthy();
  expect([screen.queryByText("Server line"), screen.queryByRole("alert")]).toEqual([null, null]);
  expect(place.getAttribute("aria-busy")).toBe("false");
});

test("loading can be tried again", async () => {
  const calls = stubServer(() => ({ body: cartOf([entryOf()]) }));
  document.body.innerHTML = '<div id="cart-root"><p>Server line</p></div>';
  const store = createPageStore();
  change(() => mountCartPage(document.querySelector<HTMLElement>("#cart-root")!, store, context));
  change(() => store.dispatch(cartActions.loadFailed()));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Hearth Mug" })).toBeTruthy();
  expect(calls).toMatchObject([{ method: "GET", path: "/api/commerce/shopping-cart" }]);
  expect(screen.queryByText("Server line")).toBeNull();
});

const asked = {
  id: "i1",
  structuredContent: {
    additionalFieldsForm: { fields: [{ id: "name", type: "text", title: "Name", required: true, options: [] }] },
  },
};
const productPage = `<form data-stoa-island="product-form" data-item-id="i1"><script type="application/json" data-stoa-product>${JSON.stringify(asked)}</script></form>`;

function openAnswered() {
  const answers = [{ label: "Name", value: "Ada" }];
  const entry = { ...entryOf({ quantity: 1 }), itemId: "i1", additionalFields: '{"name":"Ada"}', answers };
  return openCart(cartOf([entry]));
}

const editForm = () => screen.getByRole("button", { name: /^Edit form of/ });

// spec: cart.state.machine, cart.full-page.behaviour.open
test("additional fields can be changed in the cart", async () => {
  const states: boolean[] = [];
  const calls = stubServer(({ method }) =>
    method === "PUT"
      ? { body: { shoppingCart: cartOf([entryOf({ quantity: 1 })]), updatedEntry: entryOf({ quantity: 1 }) } }
      : { html: productPage },
  );
  const store = openAnswered();
  store.subscribe(() => states.push(store.getState().cart.recalculating));
  expect(screen.getByText("Name: Ada")).toBeDefined();
  await userEvent.click(editForm());
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name (required)", hidden: true });
  expect(name.value).toBe("Ada");
  await userEvent.clear(name);
  await userEvent.type(name, "Bo");
  await userEvent.click(screen.getByRole("button", { name: "Continue", hidden: true }));
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ method: "PUT", body: { additionalFields: '{"name":"Bo"}' } }),
  );
  await waitFor(() => expect(store.getState().cart.recalculating).toBe(false));
  expect([...new Set(states)]).toEqual([true, false]);
});

// spec: cart.string.open-form-failed, cart.string.try-again
test("shows at the line that additional fields could not be loaded", async () => {
  stubServer(() => ({ status: 404, html: "" }));
  openAnswered();
  await userEvent.click(editForm());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Unable to open formPlease try again."));
});

// spec: cart.string.update-form-failed, cart.string.try-again
test("refused additional fields are reverted, with the reason at the line", async () => {
  stubServer(({ method }) => (method === "PUT" ? problem(500, "internal", "broken") : { html: productPage }));
  const store = openAnswered();
  await userEvent.click(editForm());
  await userEvent.type(await screen.findByRole("textbox", { name: "Name (required)", hidden: true }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Continue", hidden: true }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Unable to update formPlease try again."));
  expect(store.getState().cart.cart?.entries[0]?.additionalFields).toBe('{"name":"Ada"}');
});
