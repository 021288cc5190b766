import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayRemember } from "@/shared/page/consent";
import { readPageContext } from "@/shared/page/context";
import { createPageStore } from "@/shared/store/page-store";
import { mountCookieBanner } from "./cookie-banner";

const names = ["ss_cookieAllowed", "ss_cvr", "ss_cvt"];
const asked = vi.fn<(request: Request) => Promise<Response>>();
const banner = () => document.querySelector<HTMLElement>(".stoa-cookies")!;
const choice = (allowed: boolean) => document.querySelector<HTMLElement>(`[data-cookie-choice="${String(allowed)}"]`)!;

/** A page of a site with a cookie policy; `answers` is what the server sets. */
function open(policy: Record<string, boolean> = {}): void {
  const context = { storeSettings: { cookieSettings: policy } };
  document.body.innerHTML = `<a class="stoa-skip" href="#main">Skip</a><main id="main" tabindex="-1"></main>
    <a href="/cookie-settings" data-stoa-cookie-settings>Cookie settings</a>
    <section class="stoa-cookies" aria-label="Cookie settings" tabindex="-1" hidden><p>Cookies?</p>
    <button type="button" data-cookie-choice="false">Decline</button><button type="button" data-cookie-choice="true">Accept</button>
    <p role="status"></p></section>
    <script type="application/json" id="stoa-context">${JSON.stringify(context)}</script>`;
  mountCookieBanner(banner(), createPageStore(), readPageContext());
}

function answerOf(status: number): void {
  asked.mockImplementation(async (request) => {
    document.cookie = `ss_cookieAllowed=${new URLSearchParams(await request.text()).get("allowed") ?? ""}; path=/`;
    return new Response(null, { status });
  });
}

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  asked.mockReset();
  answerOf(204);
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of names) document.cookie = `${name}=; path=/; max-age=0`;
});

test("the banner is first in tab order, and disappears after a choice", async () => {
  open();
  expect(banner().hidden).toBe(false);
  expect(document.querySelector(".stoa-skip")?.nextElementSibling).toBe(banner());
  choice(false).focus();
  choice(false).click();
  await expect.poll(() => banner().hidden).toBe(true);
  expect(document.activeElement?.id).toBe("main");
  const [request] = asked.mock.calls[0]!;
  expect([request.method, new URL(request.url).pathname, request.headers.get("X-CSRF-Token")]).toEqual(["POST", "/api/cookie-consent", "c1"]);
  expect(document.cookie).toContain("ss_cookieAllowed=false");
  open();
  expect(banner().hidden).toBe(true);
});

test("the footer link reopens it with the choice marked; Escape closes it", () => {
  document.cookie = "ss_cookieAllowed=true; path=/";
  open();
  const link = document.querySelector<HTMLElement>("[data-stoa-cookie-settings]")!;
  link.click();
  expect(banner().hidden).toBe(false);
  expect(document.activeElement).toBe(banner());
  expect([choice(true), choice(false)].map((button) => button.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
  banner().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(banner().hidden).toBe(true);
  expect(document.activeElement).toBe(link);
});

test("a choice that was not stored is asked for again", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  open();
  choice(true).click();
  await expect.poll(() => banner().querySelector("[role=status]")?.textContent).toContain("could not be saved");
  expect(banner().hidden).toBe(false);
});

test("if the server never sets cookies, the page does after consent", async () => {
  open({ isRestrictiveCookiePolicyEnabled: true, isRestrictiveCookiePolicyAbsolute: true, isCookieBannerEnabled: true });
  expect(document.cookie).not.toContain("ss_cv");
  choice(true).click();
  await expect.poll(() => document.cookie).toMatch(/ss_cvr=[a-z0-9]{32}/);
  expect(document.cookie).toMatch(/ss_cvt=[a-z0-9]{32}/);
});

test("nothing non-essential is stored before consent", () => {
  open({ isRestrictiveCookiePolicyEnabled: true });
  expect(mayRemember(readPageContext())).toBe(false);
  document.cookie = "ss_cookieAllowed=true; path=/";
  expect(mayRemember(readPageContext())).toBe(true);
  document.cookie = "ss_cookieAllowed=false; path=/";
  open();
  expect(mayRemember(readPageContext())).toBe(false);
});
