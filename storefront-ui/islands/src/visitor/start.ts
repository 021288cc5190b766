import { readCookie } from "@/shared/page/cookies";
import { isVisible, on, safely } from "./browser";
import { heartbeat, hit, pageView, siteSearch } from "./census";
import { config, configure, isExcluded, isRecorded, isSearchPage, type VisitorConfig } from "./config";
import { signalConsent } from "./consent-mode";
import { followActions, followRendered } from "./followed";
import { heartbeats } from "./heartbeat";
import { forget } from "./identifier";
import { mayIdentify, mayStore } from "./privacy";
import { flushErrors, followErrors } from "./script-errors";
import { flushSpeed, followSpeed } from "./speed";
import { listen } from "./told";
import { flush, recordOlder, track } from "./tracker";
import { forgetSession } from "./visitor";

const checkout = 201;
const productPage = "stoa-page-products-item";

/** Whether products that are seen and put into the cart are reported by the events of the beta flag. */
function reportsProducts(): boolean {
  const context = document.getElementById("stoa-context");
  return /"productTracking":\s*true/.test(context?.textContent ?? "") && mayStore(config);
}

/** Of several pages of results, the first has a search. */
function countSearch(): void {
  const { search } = config;
  if (search) hit(siteSearch, { query: search.query, number: search.count });
}

function countPage(): void {
  const { itemId, pageType } = config;
  hit(pageView);
  if (pageType === checkout) track("checkout_started", {});
  if (!document.body.classList.contains(productPage)) return;
  if (reportsProducts()) void recordOlder("commerce_product_visit", { itemId });
  else track("product_page_view", { object_identifier: itemId });
}

/** Runs when the page is loaded and shown, and the browser has nothing else to do: two seconds later at the latest. */
function whenIdle(run: () => void): void {
  const loaded = (): void => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2_000 });
    else setTimeout(run, 200);
  };
  if ((document as Document & { prerendering?: boolean }).prerendering) on("prerenderingchange", loaded);
  else if (document.readyState === "complete") loaded();
  else on("load", loaded, window);
}

/** The visitor answered the cookie banner. */
function followConsent(): void {
  signalConsent(mayStore(config));
  forgetSession();
  if (!mayIdentify(config)) forget();
}

/** Starts what the server says is recorded on this page. */
export const start = safely((script: Element | null): void => {
  const page = JSON.parse(script?.getAttribute("data-config") ?? "null") as VisitorConfig | null;
  // Only the editor may frame the page, and visitors may decline to be counted.
  if (page === null || window.parent !== window || readCookie("ss_notCounted")) return;
  if (!isRecorded(page) || isExcluded(page, location.pathname)) return;
  configure(page);
  const isSearch = isSearchPage(page);
  const { follow, restart } = heartbeats((number) => hit(heartbeat, { number }));
  const beats = page.heartbeat !== false && !isSearch;
  const countView = isSearch ? countSearch : countPage;
  const wasVisible = isVisible();
  let isBegun = false;

  // A visitor who leaves before the browser was idle counts, too.
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    countView();
    followRendered();
    if (page.performance && wasVisible) void followSpeed();
  };
  const changed = (): void => {
    if (!isVisible()) begin();
    if (beats && isBegun) follow();
    if (isVisible()) return;
    flush();
    flushErrors();
    flushSpeed(true);
  };

  if (page.scriptErrors) followErrors();
  listen({
    consent: followConsent,
    add_to_cart: (added) => {
      if (reportsProducts()) void recordOlder("commerce_add_to_cart", added);
      else track("add_to_cart", { object_identifier: added.itemId, number: added.quantity });
    },
  });
  followActions();
  // Without a policy of the site, the owner may have another one.
  if (page.asksFirst || readCookie("ss_cookieAllowed")) signalConsent(mayStore(page));
  whenIdle(
    safely(() => {
      begin();
      changed();
    }),
  );
  on("visibilitychange", changed);
  // A page that the browser kept and shows again is another view.
  on(
    "pageshow",
    ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      forgetSession();
      countView();
      if (beats) restart();
    },
    window,
  );
});
