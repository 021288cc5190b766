import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountProductList } from "./product-list";

const renderText = vi.fn<(request: string) => { html: string; errors: unknown[] }>();
vi.mock("@stoa/engine", () => ({ loadEngine: async () => ({ renderText }) }));

const list = (names: string[], next: string): string =>
  `<ul class="stoa-product-list">${names.map((name) => `<li><a href="/shop/${name}">${name}</a></li>`).join("")}</ul>
   <nav class="stoa-pages" data-stoa-island="product-list">${next === "" ? "" : `<a rel="next" href="${next}">Next page</a>`}</nav>`;

const shown = () => [...document.querySelectorAll(".stoa-product-list li")].map((item) => item.textContent);
const button = () => screen.queryByRole<HTMLButtonElement>("button", { name: "Load more" });

function openShop(): string[] {
  document.body.innerHTML = list(["mug", "bowl"], "/shop?cursor=2");
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (address: URL) => {
    calls.push(address.pathname + address.search);
    return new Response("a call");
  });
  change(() => mountProductList(document.querySelector("nav")!, createPageStore(), context));
  return calls;
}

beforeEach(() => {
  renderText.mockReset();
});

test("further pages are appended until there are no more", async () => {
  const calls = openShop();
  renderText.mockReturnValueOnce({ html: list(["jar"], "/shop?cursor=3"), errors: [] });
  await userEvent.click(button()!);
  await waitFor(() => expect(shown()).toEqual(["mug", "bowl", "jar"]));
  expect(document.activeElement?.textContent).toBe("jar");
  expect((await screen.findByText("One more product")).getAttribute("role")).toBe("status");
  await waitFor(() => expect([button()?.disabled, button()?.hasAttribute("aria-busy")]).toEqual([false, false]));
  renderText.mockReturnValueOnce({ html: list(["vase", "cup"], ""), errors: [] });
  await userEvent.click(button()!);
  await waitFor(() => expect(shown()).toEqual(["mug", "bowl", "jar", "vase", "cup"]));
  await waitFor(() => expect(button()).toBeNull());
  expect(calls).toEqual(["/shop?cursor=2&format=json", "/shop?cursor=3&format=json"]);
  expect(renderText).toHaveBeenCalledWith("a call");
});

test("nothing is requested before the button is used", () => {
  const calls = openShop();
  expect(button()).not.toBeNull();
  expect(screen.queryByRole("link", { name: "Next page" })).toBeNull();
  expect(calls).toEqual([]);
});

test("a list without a next page is unchanged", () => {
  document.body.innerHTML = list(["mug"], "");
  change(() => mountProductList(document.querySelector("nav")!, createPageStore(), context));
  expect(button()).toBeNull();
});
