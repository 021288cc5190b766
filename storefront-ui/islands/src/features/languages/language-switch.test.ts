import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountLanguageSwitch, preferred } from "./language-switch";

const markup = `<nav><ul>
  <li><a href="/shop" hreflang="en-US" aria-current="true" data-primary data-offer="In English" data-dismiss="Close">English</a></li>
  <li><a href="/fr/shop" hreflang="fr" lang="fr" dir="ltr" data-offer="Aussi en français" data-dismiss="Fermer">Français</a></li>
  <li><a href="/pt-br/shop" hreflang="pt-BR" data-offer="Em português" data-dismiss="Fechar">Português</a></li>
</ul></nav>`;

function mount(languages: string[]): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  document.body.innerHTML = markup;
  const place = document.querySelector("nav");
  if (place !== null) change(() => mountLanguageSwitch(place, createPageStore(), context));
}

const offer = () => screen.queryByRole("link", { name: "Aussi en français" });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = "siteLanguage=; path=/; max-age=0";
});

test("the page is offered in the language of the browser until the offer is closed", async () => {
  mount(["fr-CA", "en"]);
  expect(offer()?.getAttribute("href")).toBe("/fr/shop");
  expect(offer()?.closest("aside")?.lang).toBe("fr");
  await press(screen.getByRole("button", { name: "Fermer" }));
  expect(offer()).toBeNull();
  mount(["fr-CA", "en"]);
  expect(offer()).toBeNull();
});

test("nothing is offered in the present or a chosen language, or without a fitting one", () => {
  mount(["en-GB", "fr"]);
  expect(offer()).toBeNull();
  mount(["sv"]);
  expect(offer()).toBeNull();
  document.cookie = "siteLanguage=en-US; path=/";
  mount(["fr"]);
  expect(offer()).toBeNull();
});

test("a region comes before the language alone", () => {
  document.body.innerHTML = markup.replace('hreflang="fr"', 'hreflang="pt"');
  const links = [...document.querySelectorAll("a")];
  expect(preferred(links, ["pt-BR"])?.hreflang).toBe("pt-BR");
  expect(preferred(links, ["pt-PT"])?.hreflang).toBe("pt");
});
