import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayRemember } from "@/shared/page/consent";
import { readPageContext } from "@/shared/page/context";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { mountCookieBanner } from "./cookie-banner";

const names = ["ss_cookieAllowed", "ss_cvr", "ss_cvt"];
const asked = vi.fn<(request: Request) => Promise<Response>>();
const banner = () => document.querySelector<HTMLElement>(".stoa-cookies")!;
const choice = (name: "Accept" | "Decline") => screen.getByRole("button", { name });
const link = () => screen.getByRole("link", { name: "Cookie settings" });
const room = () => [document.documentElement.style.scrollPaddingBottom, document.body.style.marginBottom];
let leave = (): void => undefined;

/** A page of a site with a cookie policy; `answers` is what the server sets. */
function open(policy: Record<string, boolean> = {}): void {
  change(() => leave());
  const context = { storeSettings: { cookieSettings: policy } };
  document.body.innerHTML = `<a class="stoa-skip" href="#main">Skip</a><main id="main" tabindex="-1"></main>
    <a href="/cookie-settings" data-stoa-cookie-settings>Cookie settings</a>
    <section class="stoa-cookies" aria-label="Cookie settings" tabindex="-1" hidden><p>Cookies?</p>
    <button type="button" data-cookie-choice="false">Decline</button><button type="button" data-cookie-choice="true">Accept</button>
    <p role="status"></p></section>
    <script type="application/json" id="stoa-context">${JSON.stringify(context)}</script>`;
  change(() => (leave = mountCookieBanner(banner(), createPageStore(), readPageContext())));
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
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(120);
  open();
  expect(banner().hidden).toBe(false);
  expect(room()).toEqual(["120px", "120px"]);
  expect(document.querySelector(".stoa-skip")?.nextElementSibling).toBe(banner());
  await userEvent.click(choice("Decline"));
  await expect.poll(() => banner().hidden).toBe(true);
  expect(room()).toEqual(["", ""]);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  const [request] = asked.mock.calls[0]!;
  expect([request.method, new URL(request.url).pathname, request.headers.get("X-CSRF-Token")]).toEqual([
    "POST",
    "/api/cookie-consent",
    "c1",
  ]);
  expect(document.cookie).toContain("ss_cookieAllowed=false");
  open();
  expect(banner().hidden).toBe(true);
});

test("the footer link reopens it with the choice marked; Escape closes it", async () => {
  document.cookie = "ss_cookieAllowed=true; path=/";
  open();
  await userEvent.click(link());
  expect(banner().hidden).toBe(false);
  expect(document.activeElement).toBe(banner());
  expect([choice("Accept"), choice("Decline")].map((button) => button.getAttribute("aria-pressed"))).toEqual([
    "true",
    "false",
  ]);
  await userEvent.keyboard("{Escape}");
  expect(banner().hidden).toBe(true);
  expect(document.activeElement).toBe(link());
});

test("a banner that opened by itself stays until there is a choice", async () => {
  open();
  choice("Accept").focus();
  await userEvent.keyboard("{Escape}");
  expect(banner().hidden).toBe(false);
});

test("a choice that was not stored is asked for again", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  open();
  await userEvent.click(choice("Accept"));
  await expect.poll(() => screen.getByRole("status").textContent).toContain("could not be saved");
  expect(banner().hidden).toBe(false);
  expect(choice("Accept").getAttribute("aria-disabled")).toBe("false");
});

test("if the server never sets cookies, the page does after consent", async () => {
  open({
    isRestrictiveCookiePolicyEnabled: true,
    isRestrictiveCookiePolicyAbsolute: true,
    isCookieBannerEnabled: true,
  });
  expect(document.cookie).not.toContain("ss_cv");
  await userEvent.click(choice("Accept"));
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
