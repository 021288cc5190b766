import { expect, test, type Page, type Request } from "@playwright/test";
import { Owner } from "./owner";
import { shops } from "./shops";

const days = 24 * 60 * 60;

/** The fields of the hits that a page sends. */
function hitsOf(page: Page): URLSearchParams[] {
  const hits: URLSearchParams[] = [];
  page.on("request", (request: Request) => {
    if (request.url().endsWith("/api/census/RecordHit")) hits.push(new URLSearchParams(request.postData() ?? ""));
  });
  return hits;
}

const dataOf = (hit: URLSearchParams | undefined) => JSON.parse(hit?.get("data") ?? "null") as Record<string, unknown>;
const eventsOf = (hits: readonly URLSearchParams[]) => hits.map((hit) => hit.get("event"));

// spec: analytics.purpose, census.record-hit, census.hit.data, analytics.search-excluded, analytics.page-types-excluded
test("views are counted, with nothing stored in the browser; searches and pages not found are no views", async ({
  page,
  context,
}) => {
  const hits = hitsOf(page);
  const answered = page.waitForResponse("**/api/census/RecordHit");
  await page.goto(shops.juniper.product.path);
  expect((await answered).status()).toBe(200);
  expect(eventsOf(hits)).toEqual(["1"]);
  expect(dataOf(hits[0])).toMatchObject({
    websiteId: expect.any(String) as unknown as string,
    templateId: expect.any(String) as unknown as string,
    url: expect.stringContaining(shops.juniper.product.path) as unknown as string,
    itemId: expect.any(String) as unknown as string,
    analyticsId: null,
    sessionId: null,
  });
  const stored = await context.cookies();
  expect(stored.filter(({ name }) => name.startsWith("SS_"))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("SS_ANALYTICS_ID"))).toBeNull();

  hits.length = 0;
  const searched = page.waitForRequest("**/api/census/RecordHit");
  await page.goto("/search?q=zzzz-nothing");
  await searched;
  expect(eventsOf(hits)).toEqual(["2"]);
  expect(dataOf(hits[0])).toMatchObject({ query: "zzzz-nothing", number: 0 });

  hits.length = 0;
  await page.goto("/no-such-page");
  await page.goto("about:blank");
  expect(hits).toEqual([]);
});

// spec: analytics.identifier.restore, analytics.cookie.names, analytics.cookie.lifetime, analytics.session.first-landing
test("with identifiers, the browser is known again for 390 days, unless it asks not to be", async ({
  page,
  context,
}) => {
  const owner = await Owner.signIn();
  await owner.chooseAnalytics({ mode: "identifier" });
  try {
    const hits = hitsOf(page);
    for (const path of ["/", "/about"]) {
      const sent = page.waitForRequest("**/api/census/RecordHit");
      await page.goto(path);
      await sent;
    }
    const [first, second] = [dataOf(hits[0]), dataOf(hits[1])];
    expect(first.analyticsId).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatchObject({ analyticsId: first.analyticsId, sessionId: first.sessionId, isFirstSession: true });
    expect([first.isFirstLanding, second.isFirstLanding]).toEqual([true, false]);
    const cookies = await context.cookies();
    const identifier = cookies.find(({ name }) => name === "SS_ANALYTICS_ID");
    expect(identifier?.value).toBe(first.analyticsId);
    const lifetime = (identifier?.expires ?? 0) - Date.now() / 1000;
    expect(Math.abs(lifetime - 390 * days)).toBeLessThan(300);
    expect(cookies.some(({ name }) => name === "SS_SESSION_ID")).toBe(true);
    expect(await page.evaluate(() => Number(localStorage.getItem("SS_ANALYTICS_EXPIRATION")))).toBeGreaterThan(
      Date.now(),
    );

    await context.clearCookies();
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    hits.length = 0;
    const sent = page.waitForRequest("**/api/census/RecordHit");
    await page.goto("/");
    await sent;
    expect(dataOf(hits[0]).analyticsId).toBeNull();
    expect((await context.cookies()).filter(({ name }) => name.startsWith("SS_"))).toEqual([]);
  } finally {
    await owner.chooseAnalytics({ mode: "cookie-free" });
  }
});

// spec: error-reporting.uncaught, analytics.response.open
test("an error of a script is reported once, and a failing server does not reach the page", async ({ page }) => {
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  await page.route("**/api/census/**", (route) => route.fulfill({ status: 500 }));
  await page.route("**/api/v1/clanker/**", (route) => route.fulfill({ status: 500 }));
  const counted = page.waitForRequest("**/api/census/RecordHit");
  await page.goto("/");
  await counted;
  expect(failures).toEqual([]);
  const reported = page.waitForRequest("**/api/events/RecordJavascriptErrors");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("broken on purpose");
    });
  });
  const body = (await reported).postDataJSON() as { event: string; data: { message: string } }[];
  expect(body.map(({ data }) => data.message)).toEqual(["broken on purpose"]);
  expect(failures).toEqual(["broken on purpose"]);
});

// spec: analytics.privacy.open
test("a browser is left out at the wish of its owner, and counted again", async ({ page }) => {
  await page.goto("/about");
  await page.goto("/~visits");
  await page.getByRole("button", { name: "Do not count my visits" }).click();
  await expect(page.getByText("are not counted")).toBeVisible();
  const hits = hitsOf(page);
  await page.goto("/about");
  await page.goto("about:blank");
  expect(hits).toEqual([]);
  await page.goto("/~visits");
  await page.getByRole("button", { name: "Count my visits again" }).click();
  const counted = page.waitForRequest("**/api/census/RecordHit");
  await page.goto("/about");
  await counted;
});
