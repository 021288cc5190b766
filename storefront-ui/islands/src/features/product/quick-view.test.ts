import { afterEach, expect, test, vi } from "vitest";
import { openQuickView } from "./quick-view";

const item = { id: "i1", title: "Hearth Mug", excerpt: "<p>For <em>large</em> hands.</p>", items: [], structuredContent: {} };
const page = `<body><article><div data-product-gallery><img alt=""></div>
  <form data-stoa-island="product-form" data-item-id="i1">
    <script type="application/json" data-stoa-product>${JSON.stringify(item)}</script><button data-add-to-cart>Add</button>
  </form></article><div class="stoa-restock" data-item-id="i1"></div></body>`;

const dialog = () => document.querySelector<HTMLDialogElement>("dialog.stoa-quick-view");
const enliven = vi.fn<(place: HTMLElement) => Promise<void>>().mockResolvedValue(undefined);

function openerOf(id = "i1"): HTMLAnchorElement {
  document.body.innerHTML = `<a href="/shop/hearth-mug" data-stoa-quick-view="${id}">Quick View</a>`;
  const link = document.querySelector("a")!;
  link.focus();
  return link;
}

afterEach(() => {
  dialog()?.close();
  enliven.mockClear();
});

// spec: product.quick-view.open
test("form and images are taken from the product page and mounted, and the view is counted", async () => {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (asked: Request) => {
    if (asked.method === "GET") return new Response(page);
    calls.push(`${asked.method} ${new URL(asked.url).pathname}`);
    return new Response(null, { status: 204 });
  });
  const opened = openQuickView(openerOf(), enliven);
  expect(dialog()?.textContent).toContain("Loading…");
  await opened;
  const shown = dialog()!;
  expect(shown.querySelector("h2")?.textContent).toBe("Hearth Mug");
  expect(shown.querySelector(".stoa-quick-view__excerpt")?.textContent).toBe("For large hands.");
  expect(shown.querySelectorAll("[data-product-gallery], form, .stoa-restock")).toHaveLength(3);
  expect(shown.getAttribute("aria-labelledby")).toBe(shown.querySelector("h2")?.id);
  expect(shown.querySelector<HTMLAnchorElement>("a.stoa-more")?.getAttribute("href")).toMatch(/\/shop\/hearth-mug$/);
  expect(enliven).toHaveBeenCalledExactlyOnceWith(shown);
  await expect.poll(() => calls).toEqual(["POST /api/census/RecordQuickView/i1"]);
});

test.each([
  ["a page that cannot be had", "i1", async () => new Response("", { status: 500 })],
  ["another product's page", "i2", async () => new Response(page)],
  ["no line", "i1", async () => Promise.reject(new TypeError("Failed to fetch"))],
])("with %s it rejects and nothing stays open", async (_, id, answer) => {
  vi.stubGlobal("fetch", answer);
  await expect(openQuickView(openerOf(id), enliven)).rejects.toThrow("/shop/hearth-mug");
  expect(dialog()).toBeNull();
  expect(enliven).not.toHaveBeenCalled();
});

test("closing before it is loaded keeps it closed", async () => {
  vi.stubGlobal("fetch", async () => new Response(page));
  const opener = openerOf();
  const opened = openQuickView(opener, enliven);
  dialog()?.close();
  await opened;
  expect(enliven).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(opener);
});
