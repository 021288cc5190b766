import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { shops } from "./shops";

const address = new URL("/blocks", shops.juniper.url).href;
/** The demo's navigation has no folder, and its shop sells no lessons. */
const kindsShown = 58;

// spec: enum.block-type.rendering.open
test("one page shows every kind of block and loads nothing of other sites", async ({ page }) => {
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
  await expect(page.locator("[data-block-id^='kind-']")).toHaveCount(kindsShown);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("img", { name: /^Mugs rise/ })).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(widths[0]).toBe(widths[1]);
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test("a visitor who asks for it loads another service into its frame", async ({ page }) => {
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<p>The player</p>" });
  });
  await page.goto(address);
  const video = page.locator("[data-block-id='kind-video']");
  const frame = video.frameLocator("iframe");
  await video.scrollIntoViewIfNeeded();
  await expect(frame.getByText("www.youtube-nocookie.com learns your network address")).toBeVisible();
  expect(asked).toEqual([]);
  await frame.getByRole("link", { name: "Load YouTube" }).click();
  await expect(frame.getByText("The player")).toBeVisible();
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"]);
});

for (const shop of Object.values(shops)) {
  test(`the page of all blocks of ${new URL(shop.url).hostname} has no grave barrier`, async ({ page }) => {
    await page.goto(new URL("/blocks", shop.url).href);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
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
test("cells of a grid gallery have the ratio that its setting names", async ({ page }) => {
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
      const shown = await gallery.evaluate((place, [name, isCropped]) => {
        place.setAttribute("data-ratio", name);
        place.toggleAttribute("data-crop", isCropped);
        const box = place.querySelector(".stoa-gallery__picture")?.getBoundingClientRect();
        return box === undefined ? 0 : box.width / box.height;
      }, [name, isCropped] as const);
      expect(shown, `${name}, ${isCropped ? "cropped" : "whole"}`).toBeCloseTo(ratio, 1);
    }
  }
});
