import { beforeEach, expect, test } from "vitest";
import { stubServer } from "@/testing/server";
import { cartOf, entryOf } from "@/testing/shop";
import { boot } from "./boot";

const page = `<div class="actions"><button data-add-to-cart>Add To Cart</button></div>
  <div data-stoa-island="cart-pill"></div>
  <script type="application/json" id="stoa-context">{"currency":"USD","locale":"en-US","pageType":50}</script>`;

function clearCookies(): void {
  for (const name of ["hasCart", "CART", "SiteUserInfo"]) document.cookie = `${name}=; path=/; max-age=0`;
}

beforeEach(() => {
  clearCookies();
  document.body.innerHTML = page;
});

// spec: cart.load.condition, add-to-cart.loading-wrapper-visible
test("a new visitor causes no cart request and can add immediately", async () => {
  const calls = stubServer(() => ({ body: cartOf([]) }));
  await boot();
  expect(calls).toEqual([]);
  expect(document.querySelector(".actions")?.classList).toContain("is-visible");
});

const user = encodeURIComponent(JSON.stringify({ authenticated: true, siteUserId: "u1" }));

// spec: cart.load.condition
test.each(["hasCart=true", "CART=token", `SiteUserInfo=${user}`])("with %s the cart is loaded once", async (cookie) => {
  const calls = stubServer(() => ({ body: cartOf([entryOf()]) }));
  document.cookie = `${cookie}; path=/`;
  const store = await boot();
  await expect.poll(() => store.getState().cart.status).toBe("loaded");
  expect(calls).toMatchObject([{ method: "GET", path: "/api/commerce/shopping-cart" }]);
  await expect.poll(() => document.querySelector(".stoa-pill")?.textContent).toBe("1$38.00");
});

// spec: site-user.role-of-cookie
test("a hint cookie about the signed-in visitor does not change the page by itself", async () => {
  const calls = stubServer(() => ({ body: cartOf([]) }));
  // The cart button shows the cart, which the server returns.
  const beside = page.replace('<div data-stoa-island="cart-pill"></div>', "");
  document.body.innerHTML = beside;
  await boot();
  const anonymous = document.body.innerHTML;
  document.body.innerHTML = beside;
  document.cookie = `SiteUserInfo=${user}; path=/`;
  const store = await boot();
  await expect.poll(() => store.getState().cart.status).toBe("loaded");
  expect(calls.map(({ path }) => path)).toEqual(["/api/commerce/shopping-cart"]);
  expect(document.body.innerHTML).toBe(anonymous);
});

test("returning to the tab reloads a known cart", async () => {
  let quantity = 1;
  const calls = stubServer(() => ({ body: cartOf([entryOf({ quantity })]) }));
  document.cookie = "hasCart=true; path=/";
  const store = await boot();
  await expect.poll(() => store.getState().cart.status).toBe("loaded");
  quantity = 5;
  window.dispatchEvent(new Event("focus"));
  await expect.poll(() => store.getState().cart.cart?.totalQuantity).toBe(5);
  expect(calls.length).toBeGreaterThan(1);
});

test("a form submitted before its code is loaded is handled by it, not by the browser", async () => {
  stubServer(() => ({ body: {} }));
  document.body.innerHTML += `<form data-stoa-island="form" data-form-id="f1">
    <div class="stoa-form__field" data-field-id="name" data-field-type="text">
      <label class="stoa-field__label" for="n">Name</label><input id="n" name="name" required><p data-field-error="name" hidden></p>
    </div>
    <button type="submit" data-form-submit>Send</button><div data-form-status role="status"></div></form>`;
  const live = boot();
  document.querySelector<HTMLButtonElement>("[data-form-submit]")?.click();
  await live;
  await expect.poll(() => document.querySelector("[data-field-error]")?.textContent).toBe("Name is required.");
});

test("an error in the frame colours does not prevent mounting islands", async () => {
  stubServer(() => ({ body: cartOf([entryOf()]) }));
  document.body.innerHTML += '<iframe class="stoa-outside__frame" srcdoc=""></iframe>';
  Object.defineProperty(document.querySelector("iframe"), "contentDocument", {
    get: () => {
      throw new Error("not to be read");
    },
  });
  document.cookie = "hasCart=true; path=/";
  await expect(boot()).rejects.toThrow("not to be read");
  await expect.poll(() => document.querySelector(".stoa-pill")?.textContent).toBe("1$38.00");
});
