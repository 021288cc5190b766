import { expect, test, vi } from "vitest";
import type { Layout } from "./api";
import {
  createStore,
  mainNavigation,
  noProgress,
  type StoreCreationCalls,
  type StoreCreationInput,
} from "./create-store";
import { storeUrlId, urlSlug } from "./store-url";

const input: StoreCreationInput = {
  storeTitle: "My Shop",
  addToMainNav: true,
  fallbackStoreTitle: "Store",
  allCategoryDisplayName: "Everything",
  websiteId: "w",
  templateId: "linen",
  isSevenOne: true,
  storeUrls: [],
};

const layout: Layout = {
  layout: [
    { identifier: "mainNav", title: "Main Navigation", links: [{ collectionId: "home", children: [] }] },
    { identifier: "footerNav", title: "Footer", links: [] },
  ],
  templateId: "linen",
  revision: 4,
};

function calls(part: Partial<StoreCreationCalls> = {}) {
  return {
    createCollection: vi.fn<StoreCreationCalls["createCollection"]>().mockResolvedValue({ id: "col-1" }),
    createCategory: vi.fn<StoreCreationCalls["createCategory"]>().mockResolvedValue(null),
    getSiteLayout: vi.fn<StoreCreationCalls["getSiteLayout"]>().mockResolvedValue(layout),
    updateNavigation: vi.fn<StoreCreationCalls["updateNavigation"]>().mockResolvedValue(null),
    ...part,
  };
}

test("derives the URL from the title, the fallback, and a number while taken", () => {
  expect(storeUrlId("My Shop", "Store", [])).toBe("my-shop");
  expect(storeUrlId("ab", "Store", [])).toBe("store");
  expect(storeUrlId("Shop", "Store", ["shop", "shop-1"])).toBe("shop-2");
  expect(urlSlug("Café & Co!")).toBe("cafe-co");
  expect(urlSlug("x".repeat(150))).toHaveLength(100);
});

// The server refuses any other slug for these titles: see the tests of `core/kernel/src/address.rs`.
test.each([
  ["U\u0308ber uns, nai\u0308v", "ueber-uns-naiv"],
  ["Zażółć gęślą jaźń", "zazolc-gesla-jazn"],
  ["Підтримка й доставка", "pidtrimka-y-dostavka"],
  ["Съезд объявлен", "sezd-obyavlen"],
  ["Ταξίδια στην Ελλάδα", "taxidia-stin-ellada"],
  ["春の新作 2026 Tea", "春の新作-2026-tea"],
  ["خزف يدوي", "خزف-يدوي"],
  ["เครื่องปั้นดินเผา", "เครื่องปั้นดินเผา"],
  ["हिन्दी की किताब", "हिन्दी-की-किताब"],
  ["\u1112\u1161\u11ab국어", "한국어"],
  ["🎉🎉", ""],
  ["👩\u200d🎨 Kurse", "kurse"],
])("writes the address of %s", (title, address) => {
  expect(urlSlug(title)).toBe(address);
});

test("counts letters of other scripts, not bytes", () => {
  expect(urlSlug("茶".repeat(150))).toBe("茶".repeat(100));
  expect(storeUrlId("陶器店", "Store", ["陶器店"])).toBe("陶器店-1");
  expect(storeUrlId("陶器", "Store", [])).toBe("store");
});

// spec: store-creation.input, store-creation.category.root-values
test("creates a store with its root category at the end of the main navigation", async () => {
  const made = calls();
  expect(await createStore(input, made, noProgress())).toBe("col-1");
  const collection = { navigationTitle: "My Shop", title: "My Shop", urlId: "my-shop", description: "", enabled: true };
  expect(made.createCollection).toHaveBeenCalledExactlyOnceWith("w", collection);
  const root = { displayName: "Everything", type: "ROOT", pageRendering: "LIST_VIEW", displayIndex: 1 };
  expect(made.createCategory).toHaveBeenCalledExactlyOnceWith("w", "col-1", root);
  const items = [
    { collectionId: "home", children: [] },
    { collectionId: "col-1", children: [] },
  ];
  const change = { fieldName: "mainNav", templateId: "linen", navigation: { items } };
  expect(made.updateNavigation).toHaveBeenCalledExactlyOnceWith("w", change, 4);
});

test.each([
  ["a page has the first", { code: "url-taken", status: 409 }],
  [
    "the first is reserved",
    {
      code: "validation-failed",
      status: 400,
      errors: { urlId: "This address is reserved. Please choose another one." },
      errorTexts: { urlId: { code: "address-reserved-choose-another" } },
    },
  ],
])("tries the next URL if %s", async (_, problem) => {
  const taken = { kind: "problem", problem };
  const createCollection = vi
    .fn<StoreCreationCalls["createCollection"]>()
    .mockRejectedValueOnce(taken)
    .mockResolvedValue({ id: "col-1" });
  await createStore(input, calls({ createCollection }), noProgress());
  expect(createCollection.mock.calls.map(([, { urlId }]) => urlId)).toEqual(["my-shop", "my-shop-1"]);
});

test("continues after a failure", async () => {
  const progress = noProgress();
  const createCategory = vi
    .fn<StoreCreationCalls["createCategory"]>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue(null);
  const made = calls({ createCategory });
  await expect(createStore(input, made, progress)).rejects.toThrow("offline");
  expect(made.updateNavigation).not.toHaveBeenCalled();
  await createStore(input, made, progress);
  expect(made.createCollection).toHaveBeenCalledOnce();
  expect(made.updateNavigation).toHaveBeenCalledOnce();
});

test("does not change the navigation without the option", async () => {
  const made = calls();
  await createStore({ ...input, addToMainNav: false }, made, noProgress());
  expect(made.getSiteLayout).not.toHaveBeenCalled();
});

// spec: store-creation.seven-one.open
test("uses the first navigation of older templates", () => {
  const older = { ...layout, layout: layout.layout.toReversed() };
  expect(mainNavigation(older, true).identifier).toBe("mainNav");
  expect(mainNavigation(older, false).identifier).toBe("footerNav");
});

// spec: navigation.layout.missing
test("reports a site without navigations", () => {
  expect(() => mainNavigation({ ...layout, layout: [] }, true)).toThrow("Unable to find site main navigation");
});
