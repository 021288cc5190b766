import { beforeEach, expect, test, vi } from "vitest";
import { readPageContext } from "@/shared/page/context";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { mountPurchase, type Purchase } from "./purchase";

const purchase: Purchase = {
  id: "ord_1",
  purchasedCartId: "crt_1",
  testMode: false,
  websiteId: "site_1",
  currency: "USD",
  grandTotal: "45.66",
  shippingTotal: "5.00",
  taxTotal: "2.66",
  items: [{ sku: "MUG", productName: "Mug", quantity: 2, unitPrice: "19.00" }],
};

function show(shown: Purchase = purchase): void {
  const place = document.createElement("script");
  place.textContent = JSON.stringify(shown);
  change(() => mountPurchase(place, createPageStore(), readPageContext()));
}

const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.clear();
  delete window.dataLayer;
  document.cookie = "crumb=abc";
  sent.mockReset();
  sent.mockImplementation(() => Promise.resolve(new Response(null, { status: 200 })));
  vi.stubGlobal("fetch", sent);
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "doNotTrack");
  };
});

test("the purchase event has its five parts", () => {
  show();
  expect(window.dataLayer).toEqual([
    {
      event: "purchase",
      ecommerce: {
        transaction_id: "ord_1",
        value: 45.66,
        shipping: 5,
        tax: 2.66,
        currency: "USD",
        items: [{ item_id: "MUG", item_name: "Mug", quantity: 2, price: 19 }],
      },
    },
  ]);
});

// spec: security.crumb.cookie, order.analytics.internal-event
test("the server gets the CSRF token and the four keys, and a retry if the token was outdated", async () => {
  sent.mockImplementationOnce(() => {
    document.cookie = "crumb=fresh";
    return Promise.resolve(new Response(null, { status: 403 }));
  });
  show();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  const [address, request] = sent.mock.calls[1] ?? [];
  const fields = request?.body as URLSearchParams;
  expect(address).toBe(`${window.location.origin}/api/events/RecordEvent`);
  expect(fields.get("crumb")).toBe("fresh");
  expect(fields.get("event")).toBe("commerce_checkout_order_confirmed");
  expect(JSON.parse(fields.get("data") ?? "")).toEqual({
    orderId: "ord_1",
    cartId: "crt_1",
    testMode: false,
    websiteId: "site_1",
  });
});

test("each order is reported once by a browser", () => {
  show();
  show();
  show({ ...purchase, id: "ord_2" });
  expect(window.dataLayer).toHaveLength(2);
  expect(sent).toHaveBeenCalledTimes(2);
});

test("nothing is reported without consent or storage", () => {
  Object.defineProperty(navigator, "doNotTrack", { value: "1", configurable: true });
  show();
  expect(localStorage).toHaveLength(0);
  Reflect.deleteProperty(navigator, "doNotTrack");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  show();
  expect(window.dataLayer).toBeUndefined();
  expect(sent).not.toHaveBeenCalled();
});

test("errors are not shown", async () => {
  sent.mockRejectedValue(new TypeError("no network"));
  show();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});
