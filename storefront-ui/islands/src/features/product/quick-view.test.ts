import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { change, press } from "@/testing/act";
import { openQuickView } from "./quick-view";

const item = {
  id: "i1",
  title: "Hearth Mug",
  excerpt: "<p>For <em>large</em> hands.</p>",
  items: [],
  structuredContent: {},
};
const page = `<body><article><div data-product-gallery><img alt=""></div>
  <form data-stoa-island="product-form" data-item-id="i1">
    <script type="application/json" data-stoa-product>${JSON.stringify(item)}</script><button data-add-to-cart>Add</button>
  </form></article><div class="stoa-restock" data-item-id="i1"></div></body>`;

const dialog = () => screen.queryByRole<HTMLDialogElement>("dialog");
const enliven = vi.fn<(place: HTMLElement) => Promise<void>>().mockResolvedValue(undefined);

function openerOf(id = "i1"): HTMLAnchorElement {
  document.body.innerHTML = `<a href="/shop/hearth-mug" data-stoa-quick-view="${id}">Quick View</a>`;
  const link = document.querySelector("a")!;
  link.focus();
  return link;
}

/** Opens the quick view of a link; `ended` is how that ended. */
function open(link: HTMLAnchorElement) {
  const ended = vi.fn<(outcome: unknown) => void>();
  change(() => openQuickView(link, enliven).then(() => ended("closed"), ended));
  return ended;
}

const close = () => press(screen.getByRole("button", { name: "Close" }));

afterEach(() => {
  change(() => dialog()?.close());
  enliven.mockReset().mockResolvedValue(undefined);
});

// spec: product.quick-view.open, census.quick-view
test("form and images are taken from the product page and mounted, and the view is counted", async () => {
  vi.stubGlobal("fetch", async () => new Response(page));
  const told = vi.fn<(message: Event) => void>();
  document.addEventListener("stoa:visitor", told, { once: true });
  const ended = open(openerOf());
  expect(within(screen.getByRole("dialog", { name: "Quick view" })).getByRole("status").textContent).toBe("Loading…");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  const shown = await screen.findByRole("dialog", { name: "Hearth Mug" });
  expect(within(shown).getByRole("heading", { level: 2 }).textContent).toBe("Hearth Mug");
  expect(within(shown).getByText("For large hands.").className).toBe("stoa-quick-view__excerpt");
  const parts = [...shown.querySelectorAll("[data-product-gallery], h2, form, .stoa-restock, a.stoa-more")];
  expect(parts.map((part) => part.tagName)).toEqual(["DIV", "H2", "FORM", "DIV", "A"]);
  expect(within(shown).queryByText("Loading…")).toBeNull();
  expect(within(shown).getByRole("article").hasAttribute("aria-busy")).toBe(false);
  expect(within(shown).getByRole("link", { name: "View full details: Hearth Mug" }).getAttribute("href")).toMatch(
    /\/shop\/hearth-mug$/,
  );
  expect(enliven).toHaveBeenCalledExactlyOnceWith(shown);
  const [message] = told.mock.calls[0] ?? [];
  expect((message as CustomEvent<unknown>).detail).toEqual({ event: "quick_view", payload: { itemId: "i1" } });
  close();
  await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith("closed"));
});

const failures = [
  ["a page that cannot be had", "i1", async () => new Response("", { status: 500 })],
  ["another product's page", "i2", async () => new Response(page)],
  ["no line", "i1", async () => Promise.reject(new TypeError("Failed to fetch"))],
] as const;

test.each(failures)("with %s it rejects and nothing stays open", async (_, id, answer) => {
  vi.stubGlobal("fetch", answer);
  const ended = open(openerOf(id));
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(String(ended.mock.calls[0]?.[0])).toContain("/shop/hearth-mug");
  expect(dialog()).toBeNull();
  expect(document.documentElement.className).toBe("");
  expect(enliven).not.toHaveBeenCalled();
});

test("a product whose islands are not loaded is not shown", async () => {
  vi.stubGlobal("fetch", async () => new Response(page));
  enliven.mockRejectedValue(new TypeError("Failed to fetch"));
  const ended = open(openerOf());
  await waitFor(() => expect(ended).toHaveBeenCalledWith(expect.any(Error)));
  expect(dialog()).toBeNull();
});

test("closing before it is loaded keeps it closed", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const opener = openerOf();
  const ended = open(opener);
  close();
  await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith("closed"));
  answer(new Response(page));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(dialog()).toBeNull();
  expect(enliven).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(opener);
});
