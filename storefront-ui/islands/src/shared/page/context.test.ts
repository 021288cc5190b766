import { expect, test, vi } from "vitest";
import { isFullPageCart, readPageContext } from "./context";

// spec: cart.full-page.root-element
test("a full-page cart is detected by its root element", () => {
  document.body.innerHTML = '<div id="cart-root"></div>';
  expect(isFullPageCart()).toBe(true);
  document.body.innerHTML = "<main></main>";
  expect(isFullPageCart()).toBe(false);
});

test("reads the context of a page, with defaults", () => {
  document.body.innerHTML = `<script type="application/json" id="stoa-context">${JSON.stringify({
    websiteId: "w1",
    currency: "JPY",
    locale: "ja-JP",
    pageType: 205,
    storeSettings: { expressCheckout: true },
  })}</script>`;
  expect(readPageContext()).toMatchObject({
    currency: "JPY",
    locale: "ja-JP",
    pageType: 205,
    expressCheckout: true,
    customCart: false,
    inEditor: false,
  });
  document.body.innerHTML = "";
  expect(readPageContext()).toMatchObject({ currency: "USD", inEditor: false });
});

test("a page in a frame is in the editor", () => {
  vi.spyOn(window, "parent", "get").mockReturnValue({} as Window);
  expect(readPageContext().inEditor).toBe(true);
});
