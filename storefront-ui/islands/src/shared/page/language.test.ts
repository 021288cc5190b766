import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inLanguage, putAddressesInLanguage } from "./language";
import { addressInLanguage, followLanguageOfPage, linkWithin } from "./language-links";
import { navigation } from "./navigation";

beforeEach(() => putAddressesInLanguage(addressInLanguage));

afterEach(() => {
  delete document.documentElement.dataset.languagePrefix;
  delete document.documentElement.dataset.languagePrefixes;
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

test("addresses of pages get the prefix of the page's language", () => {
  expect(inLanguage("/cart")).toBe("/cart");
  document.documentElement.dataset.languagePrefix = "/fr";
  document.documentElement.dataset.languagePrefixes = "/fr /pt-br";
  for (const [address, expected] of [
    ["/", "/fr"],
    ["/?a=1", "/fr?a=1"],
    ["/cart", "/fr/cart"],
    ["/french", "/fr/french"],
    ["/fr", "/fr"],
    ["/fr/cart", "/fr/cart"],
    ["/pt-br/shop", "/pt-br/shop"],
    ["/pt-brasil", "/fr/pt-brasil"],
    ["/sitemap.xml", "/sitemap.xml"],
    ["/mailing-list", "/fr/mailing-list"],
    ["/mailing-list/leave?key=k", "/mailing-list/leave?key=k"],
    ["/robots.txt", "/robots.txt"],
    ["/favicon.svg", "/favicon.svg"],
    ["/api/1/cart", "/api/1/cart"],
    ["/assets/a.png", "/assets/a.png"],
    ["/checkout/downloads/t/1", "/checkout/downloads/t/1"],
    ["//elsewhere.example/", "//elsewhere.example/"],
    ["https://elsewhere.example/cart", "https://elsewhere.example/cart"],
    ["#end", "#end"],
  ] as const) {
    expect(inLanguage(address)).toBe(expected);
  }
});

test("scripts navigate in the page's language", () => {
  document.documentElement.dataset.languagePrefix = "/fr";
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  navigation.go("/checkout?cartToken=t");
  vi.unstubAllGlobals();
  expect(assign).toHaveBeenCalledWith("/fr/checkout?cartToken=t");
});

test("links that scripts add lead to pages in the page's language", async () => {
  document.documentElement.dataset.languagePrefix = "/fr";
  document.body.innerHTML = '<a href="/">Home</a> <a href="/" hreflang="en">English</a>';
  followLanguageOfPage();
  const added = document.createElement("p");
  added.innerHTML = '<a href="/cart">Cart</a>';
  document.body.append(added);
  const addresses = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  await expect.poll(addresses).toEqual(["/fr", "/", "/fr/cart"]);
  added.querySelector("a")?.setAttribute("href", "/checkout");
  await expect.poll(addresses).toEqual(["/fr", "/", "/fr/checkout"]);
  const page = document.createElement("template");
  page.innerHTML = '<a href="/shop?cursor=c" rel="next">Next</a>';
  linkWithin(page.content);
  expect(page.content.querySelector("a")?.getAttribute("href")).toBe("/fr/shop?cursor=c");
});
