import { beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { context } from "@/testing/shop";
import { mountProductList } from "./product-list";

const renderText = vi.fn<(request: string) => { html: string; errors: unknown[] }>();
vi.mock("@stoa/engine", () => ({ loadEngine: async () => ({ renderText }) }));

const list = (names: string[], next: string): string =>
  `<ul class="stoa-product-list">${names.map((name) => `<li><a href="/shop/${name}">${name}</a></li>`).join("")}</ul>
   <nav class="stoa-pages" data-stoa-island="product-list">${next === "" ? "" : `<a rel="next" href="${next}">Next page</a>`}</nav>`;

const shown = () => [...document.querySelectorAll(".stoa-product-list li")].map((item) => item.textContent);
const button = () => document.querySelector("button");

function openShop(): string[] {
  document.body.innerHTML = list(["mug", "bowl"], "/shop?cursor=2");
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (address: URL) => {
    calls.push(address.pathname + address.search);
    return new Response("a call");
  });
  mountProductList(document.querySelector("nav")!, createPageStore(), context);
  return calls;
}

beforeEach(() => {
  renderText.mockReset();
});

test("further pages are appended until there are no more", async () => {
  const calls = openShop();
  renderText.mockReturnValueOnce({ html: list(["jar"], "/shop?cursor=3"), errors: [] });
  button()?.click();
  await expect.poll(shown).toEqual(["mug", "bowl", "jar"]);
  expect(document.activeElement?.textContent).toBe("jar");
  expect(document.querySelector("[role=status]")?.textContent).toBe("One more product");
  renderText.mockReturnValueOnce({ html: list(["vase", "cup"], ""), errors: [] });
  button()?.click();
  await expect.poll(shown).toEqual(["mug", "bowl", "jar", "vase", "cup"]);
  expect(button()).toBeNull();
  expect(calls).toEqual(["/shop?cursor=2&format=json", "/shop?cursor=3&format=json"]);
  expect(renderText).toHaveBeenCalledWith("a call");
});

test("nothing is requested before the button is used", () => {
  const calls = openShop();
  expect(button()?.textContent).toBe("Load more");
  expect(calls).toEqual([]);
});

test("a list without a next page is unchanged", () => {
  document.body.innerHTML = list(["mug"], "");
  mountProductList(document.querySelector("nav")!, createPageStore(), context);
  expect(button()).toBeNull();
});
