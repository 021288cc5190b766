import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { platformUrl, siteUrl, type SignIn } from "./environment.ts";

type Session = paths["/api/auth/session"]["post"]["responses"][200]["content"]["application/json"];
export type Website = Session["websites"][number];

export interface SignedIn {
  website: Website;
  accessToken: string;
  /** The URL of a screen of the site, such as `orders`. */
  screen: (path: string) => string;
}

/** Signs in to the site under test by the API. The page is not opened: each load of the app is dear. */
export async function signIn(page: Page, { email, password }: SignIn, site: string = siteUrl): Promise<SignedIn> {
  await page.context().request.get("/api/auth/sign-up");
  const answer = await callApi(page, "POST", "/api/auth/session", { email, password });
  expect(answer.status, `${email} signs in`).toBe(200);
  return signedInTo(email, answer.body as Session, site);
}

/** The same with the form, which opens the site. */
export async function signInByForm(page: Page, { email, password }: SignIn): Promise<SignedIn> {
  await page.goto("/admin/");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  const answer = page.waitForResponse(
    (response) => response.url().endsWith("/api/auth/session") && response.status() === 200,
  );
  await page.getByRole("button", { name: "Sign in" }).click();
  const session = (await (await answer).json()) as Session;
  await expect(page).toHaveURL(/\/admin\/sites\//);
  const signedIn = signedInTo(email, session, siteUrl);
  await page.goto(signedIn.screen(""));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return signedIn;
}

function signedInTo(email: string, { websites, accessToken }: Session, site: string): SignedIn {
  const website = websites.find(({ url }) => new URL(url).host === new URL(site).host);
  if (website === undefined) throw new Error(`${email} is no contributor of ${site}`);
  const screen = (path: string) => `/admin/sites/${website.id}${path === "" ? "" : `/${path}`}`;
  return { website, accessToken, screen };
}

/** Waits until all finite animations have ended: half-faded text fails the contrast check. */
async function expectAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const ends = animation.effect?.getComputedTiming().endTime;
      return animation.playState !== "running" || ends === Infinity;
    }),
  );
}

/** Rated moderate, but screen reader users navigate by headings and landmarks. */
const ways = new Set(["heading-order", "landmark-unique"]);

/** No serious or critical axe violation on the current screen, no skipped heading level, no duplicate landmark name. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expectAtRest(page);
  // The content of the preview belongs to the theme, and is checked with the themes.
  const axe = new AxeBuilder({ page }).exclude("iframe").options({ resultTypes: ["violations"] });
  // Otherwise what is found in each frame is put together in a page that is opened for it.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  const grave = violations.filter(({ id, impact }) => impact === "serious" || impact === "critical" || ways.has(id));
  expect(grave.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }))).toEqual([]);
}

interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Calls the API of the platform with the cookies of the page's browser, whatever the page shows. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  body: object | null = null,
  accessToken: string | null = null,
  more: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const cookies = await page.context().cookies(platformUrl);
  const crumb = cookies.find(({ name }) => name === "crumb")?.value ?? "";
  const headers: Record<string, string> = { "Content-Type": "application/json", "X-CSRF-Token": crumb, ...more };
  if (accessToken !== null) headers["Authorization"] = `Bearer ${accessToken}`;
  const data = body === null ? {} : { data: body };
  const response = await page.context().request.fetch(path, { method, headers, ...data });
  return { status: response.status(), body: (await response.json().catch(() => null)) as unknown };
}

/** Sends a request from within a page of a site: host names below localhost resolve only there. */
export async function callFromPage(
  page: Page,
  method: string,
  path: string,
  body: object | null = null,
): Promise<ApiAnswer> {
  return page.evaluate(
    async (call) => {
      const crumb = /(?:^|; )crumb=([^;]*)/.exec(document.cookie)?.[1] ?? "";
      const headers: Record<string, string> = { "Content-Type": "application/json", "X-CSRF-Token": crumb };
      const init: RequestInit = { method: call.method, headers };
      if (call.body !== null) init.body = JSON.stringify(call.body);
      const response = await fetch(call.path, init);
      return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
    },
    { method, path, body },
  );
}
