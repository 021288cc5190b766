import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { shops } from "./shops";

const address = new URL("/blocks", shops.juniper.url).href;
/** A text of each block kind. The demo's navigation has no folder, and its shop sells no lessons. */
const words: Readonly<Record<string, string>> = {
  accordion: "Is it safe in the dishwasher?",
  album: "Rain on the roof",
  amazon: "Open Amazon",
  archive: "Why we leave the foot bare",
  button: "See <all> pots",
  calendar: "Why we leave the foot bare",
  chart: "Pots fired",
  code: "cone 6 {",
  "collection-link": "Notes from the wheel",
  comments: "No comments yet",
  contact: "118 Foundry Alley",
  donation: "Your gift keeps the kiln warm.",
  embed: "Open Spotify",
  "five-hundred-px": "Open 500px",
  flickr: "Open Flickr",
  form: "Name (required)",
  foursquare: "Open Foursquare",
  hero: "A table set by hand",
  image: "Two firings a month",
  instagram: "Open Instagram",
  link: "Our supplier & friend",
  logo: "Juniper & Clay",
  map: "118 Foundry Alley",
  markdown: "Wash by hand, or not.",
  marquee: "Free shipping over $75",
  "member-area": "See your orders",
  menu: "Filter coffee",
  "message-link": "View this message in your browser",
  navigation: "Journal",
  newsletter: "Subscribe to our newsletter",
  opentable: "Open OpenTable",
  "posts-by-author": "Nora Estes (",
  "posts-by-category": "process (",
  "posts-by-month": "October 2026 (",
  "posts-by-tag": "process (",
  "pricing-plan": "$25 a day",
  product: "Hearth Mug",
  products: "Hearth Mug",
  quote: "The best mug I own.",
  reservations: "Reserve a table",
  rss: "Why we leave the foot bare",
  scheduling: "Open Calendly",
  search: "Search",
  social: "Pinterest",
  soundcloud: "Open SoundCloud",
  summary: "A wall of posts",
  "tag-cloud": "glazes",
  text: "One page with each kind of block",
  "tour-dates": "Kiln opening",
  twitter: "Open X",
  video: "Open YouTube",
  "website-component": "Open on Saturdays from ten to four.",
  "wedding-registry": "Wedding registry",
};
/** Selectors for kinds without text. */
const things: Readonly<Record<string, string>> = {
  audio: "audio[controls]",
  gallery: "img",
  line: "hr",
  shape: "svg",
  spacer: "div",
};

interface Shown {
  kind: string;
  text: string;
  height: number;
}

// spec: enum.block-type.rendering.open
test("one page shows every block kind without third-party requests", async ({ page }) => {
  const problems: string[] = [];
  const outside: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.host !== new URL(address).host) outside.push(request.url());
  });
  await page.goto(address);
  const shown = await page.locator("[data-block-id^='kind-']").evaluateAll(
    (blocks, things): Shown[] =>
      blocks.map((block) => {
        const kind = block.getAttribute("data-block-id")?.replace("kind-", "") ?? "";
        const thing = things[kind] === undefined ? block : block.querySelector(things[kind]);
        return { kind, text: (block as HTMLElement).innerText, height: thing?.getBoundingClientRect().height ?? 0 };
      }),
    things,
  );
  expect(shown.map(({ kind }) => kind).sort()).toEqual([...Object.keys(words), ...Object.keys(things)].sort());
  for (const { kind, text, height } of shown) {
    expect(height, `the height of ${kind}`).toBeGreaterThan(0);
    expect(text, kind).toContain(words[kind] ?? "");
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("img", { name: /^Mugs rise/ })).toBeVisible();
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths[0]).toBe(widths[1]);
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test("after consent an external service is loaded in its frame", async ({ page }) => {
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<p>The player</p>" });
  });
  await page.goto(address);
  const video = page.locator("[data-block-id='kind-video']");
  const frame = video.frameLocator("iframe");
  await video.scrollIntoViewIfNeeded();
  await expect(frame.getByText("www.youtube-nocookie.com receives your IP address")).toBeVisible();
  expect(asked).toEqual([]);
  await frame.getByRole("link", { name: "Load YouTube" }).click();
  await expect(frame.getByText("The player")).toBeVisible();
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"]);
});

for (const shop of Object.values(shops)) {
  test(`the page of all blocks of ${new URL(shop.url).hostname} has no grave barrier`, async ({ page }) => {
    await page.goto(new URL("/blocks", shop.url).href);
    await expectAccessible(page);
  });
}

test("a search from a block finds a product", async ({ page }) => {
  await page.goto(address);
  const search = page.getByRole("search");
  await search.getByRole("searchbox").fill("moon jar");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=moon\+jar/);
  await page.getByRole("main").getByRole("link", { name: "Moon Jar" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Moon Jar" })).toBeVisible();
});

// spec: gallery.option.aspect-ratio.numbers.open
test("cells of a grid gallery have the configured aspect ratio", async ({ page }) => {
  await page.goto(new URL("/studio", shops.juniper.url).href);
  const gallery = page.locator('.stoa-gallery[data-design="grid"]').first();
  const ratios = {
    square: 1,
    standard: 3 / 2,
    "standard-vertical": 2 / 3,
    "four-three": 4 / 3,
    "three-four-vertical": 3 / 4,
    widescreen: 16 / 9,
    "anamorphic-widescreen": 2.39,
  };
  for (const [name, ratio] of Object.entries(ratios)) {
    for (const isCropped of [true, false]) {
      const shown = await gallery.evaluate(
        (place, [name, isCropped]) => {
          place.setAttribute("data-ratio", name);
          place.toggleAttribute("data-crop", isCropped);
          const box = place.querySelector(".stoa-gallery__picture")?.getBoundingClientRect();
          return box === undefined ? 0 : box.width / box.height;
        },
        [name, isCropped] as const,
      );
      expect(shown, `${name}, ${isCropped ? "cropped" : "whole"}`).toBeCloseTo(ratio, 1);
    }
  }
});
