import { screen, waitFor } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { mountWishlist } from "./wishlist";

beforeEach(() => localStorage.clear());

const button = (name: string) => screen.getByRole("button", { name });

const form = (id: string, more: string, label: string) =>
  `<form method="post" action="/wishlist" data-item-id="${id}" data-name="Mug" ${more}>
    <button type="submit">${label}<span class="stoa-hidden">: Mug</span></button></form>`;

function open(html: string, answer: (sent: Sent) => Reply) {
  document.body.innerHTML = html;
  const calls = stubServer(answer);
  const store = createPageStore();
  change(() => {
    for (const place of document.querySelectorAll("form")) mountWishlist(place, store, context);
  });
  return calls;
}

const listOf = (...itemIds: string[]): Reply => ({ body: { itemIds, wantsEmails: false, canGetEmails: false } });
const said = () => document.getElementById("stoa-announcements")?.textContent;

test("the button puts a product on the list and takes it off; the next page remembers", async () => {
  const html = form("i1", "data-link", "Add to wishlist") + form("i1", "", "Add to wishlist");
  const calls = open(html, ({ method }) => (method === "PUT" ? listOf("i1", "i2") : listOf("i2")));
  expect(calls).toEqual([]);
  const [first, second] = screen.getAllByRole("button", { name: "Add to wishlist: Mug" });
  press(first!);
  expect(first!.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(said()).toBe("Added to your wishlist"));
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /api/v1/wishlist/items/i1"]);
  expect([first, second].map((shown) => shown!.textContent)).toEqual([
    "Remove from wishlist: Mug",
    "Remove from wishlist: Mug",
  ]);
  expect(screen.getAllByRole("link", { name: "View wishlist" })).toHaveLength(1);
  expect(JSON.parse(localStorage.getItem("stoa-wishlist")!)).toEqual(["i1", "i2"]);
  press(second!);
  await waitFor(() => expect(first!.textContent).toBe("Add to wishlist: Mug"));
  expect(calls.at(-1)?.method).toBe("DELETE");
  expect(screen.queryByRole("link")).toBeNull();
});

test("a failure is shown beside the button, and the server is asked where there may be a list", async () => {
  localStorage.setItem("stoa-wishlist", '["i1"]');
  const calls = open(form("i1", "", "Add to wishlist"), ({ method }) =>
    method === "GET" ? listOf() : problem(409, "conflict", "A wishlist holds at most 200 products."),
  );
  await waitFor(() => expect(button("Add to wishlist: Mug")).toBeTruthy());
  expect(calls[0]).toMatchObject({ method: "GET", path: "/api/v1/wishlist" });
  press(button("Add to wishlist: Mug"));
  await waitFor(() => expect(document.querySelector(".stoa-field__error")?.textContent).toContain("at most 200"));
  expect(said()).toContain("at most 200");
  expect(button("Add to wishlist: Mug").getAttribute("aria-busy")).toBe("false");
});

test("on the page of the list products are removed and bought", async () => {
  const go = vi.spyOn(navigation, "go").mockReturnValue();
  const entry = (id: string) =>
    `<li><h2><a href="/${id}">${id}</a></h2>${form(id, 'data-does="buy" data-sku="MUG"', "Add to cart")}${form(id, 'data-does="remove"', "Remove")}</li>`;
  const calls = open(`<ul>${entry("i1")}${entry("i2")}</ul>`, ({ method }) =>
    method === "POST" ? { body: { shoppingCart: cartOf([entryOf()]), newlyAdded: entryOf() } } : listOf("i2"),
  );
  press(screen.getAllByRole("button", { name: "Add to cart: Mug" })[0]!);
  await waitFor(() => expect(said()).toBe("Mug was added to your cart"));
  expect(calls[0]?.body).toEqual({ itemId: "i1", sku: "MUG", quantity: 1, additionalFields: null });
  press(screen.getAllByRole("button", { name: "Remove: Mug" })[0]!);
  await waitFor(() => expect(document.querySelectorAll("li")).toHaveLength(1));
  expect(document.activeElement?.textContent).toBe("i2");
  press(button("Remove: Mug"));
  await waitFor(() => expect(go).toHaveBeenCalledWith("/wishlist"));
});
