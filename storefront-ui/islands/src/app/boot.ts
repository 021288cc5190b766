import { announceCartChanges } from "@/features/cart/announcer";
import { hideWhereNotEligible } from "@/shared/installments/eligibility";
import { isFullPageCart, readPageContext, type PageContext } from "@/shared/page/context";
import { reportReadLanguage } from "@/shared/page/read-language";
import { readSiteUserHint } from "@/shared/page/site-user";
import { isReturning, wasRedirected } from "@/shared/page/visit";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import { shouldPreloadCart } from "@/shared/store/preload";
import { createPageStore, siteUserActions, type PageStore } from "@/shared/store/page-store";
import { islands } from "./islands";
import { mountOpeners } from "./lazy-openers";

const attribute = "data-stoa-island";

function showAddToCart(within: ParentNode): void {
  for (const button of within.querySelectorAll("[data-add-to-cart]")) {
    button.parentElement?.classList.add("is-visible");
  }
}

/** Loads the cart, with the code for it: the first page of most visits needs neither. */
async function load(store: PageStore): Promise<void> {
  const { loadCart } = await import("@/shared/store/cart-thunks");
  await store.dispatch(loadCart());
}

/** Another tab may have changed the cart while this one was hidden. */
function refreshOnReturn(store: PageStore): void {
  window.addEventListener("focus", () => {
    const { cart, siteUser } = store.getState();
    const isKnown = cart.cart !== null;
    if (isKnown || shouldPreloadCart(siteUser?.authenticated === true)) void load(store);
  });
}

interface HeldSubmit {
  /** Called when the form handles its own events. */
  letGo: () => void;
  /** Submits the form if a submit was held. */
  repeat: () => void;
}

/**
 * A submit before the form's code is loaded waits for it, instead of leaving the page or showing the browser's
 * validation messages.
 */
function holdSubmit(form: HTMLFormElement): HeldSubmit {
  let held: SubmitEvent | null = null;
  const hold = (event: SubmitEvent): void => {
    event.preventDefault();
    held = event;
  };
  const { noValidate } = form;
  form.noValidate = true;
  form.addEventListener("submit", hold);
  return {
    letGo: () => {
      form.removeEventListener("submit", hold);
      form.noValidate = noValidate;
    },
    repeat: () => {
      if (held !== null) form.requestSubmit(held.submitter);
    },
  };
}

async function mountIsland(place: HTMLElement, store: PageStore, context: PageContext): Promise<void> {
  const load = islands[place.getAttribute(attribute) ?? ""];
  if (load === undefined) return;
  const held = place instanceof HTMLFormElement ? holdSubmit(place) : null;
  const mount = await load();
  held?.letGo();
  mount(place, store, context, (within) => mountIslands(within, store, context));
  held?.repeat();
}

/** Shows the signed-in visitor's own prices. */
async function showPrices(within: ParentNode, store: PageStore, context: PageContext): Promise<void> {
  if (!mayHaveOwnPrices(store, context) || within.querySelector("[data-stoa-price-of]") === null) return;
  const { showOwnPrices } = await import("@/features/product/own-prices");
  showOwnPrices(within, store, context);
}

async function colourFrames(within: ParentNode): Promise<void> {
  const frames = within.querySelectorAll<HTMLIFrameElement>("iframe.stoa-outside__frame[srcdoc]");
  if (frames.length === 0) return;
  const { colourFrame } = await import("@/shared/ui/frame-colours");
  frames.forEach(colourFrame);
}

async function mountIndicators(store: PageStore, context: PageContext): Promise<void> {
  const indicators = document.querySelectorAll<HTMLElement>("[data-stoa-cart-indicator]");
  if (indicators.length === 0) return;
  const { mountIndicator } = await import("@/features/cart/indicator");
  for (const indicator of indicators) mountIndicator(indicator, store, context);
}

/** Cookies and counting on the sites that have them. */
async function followVisit(context: PageContext): Promise<void> {
  if (context.cookies.setByScripts) (await import("@/shared/page/visitor-cookies")).keepVisitorCookies(context);
  if (context.tracksProducts) (await import("@/shared/page/product-tracking")).countProductVisit(context);
  if (window.stoaSessionRecorder === undefined) return;
  const { recordSession } = await import("@/shared/page/session-recording");
  await recordSession(context);
}

async function mountIslands(within: ParentNode, store: PageStore, context: PageContext): Promise<void> {
  showAddToCart(within);
  const places = [...within.querySelectorAll<HTMLElement>(`[${attribute}]`)];
  const begun = [...places.map((place) => mountIsland(place, store, context)), showPrices(within, store, context)];
  await Promise.all([...begun, colourFrames(within)]);
}

/** Starts a page: one store, the cart if there may be one, and all islands. */
export async function boot(): Promise<PageStore> {
  const context = readPageContext();
  const followed = followVisit(context);
  const store = createPageStore();
  const siteUser = readSiteUserHint();
  store.dispatch(siteUserActions.recognised(siteUser));
  const preload = shouldPreloadCart(siteUser?.authenticated === true);
  announceCartChanges(store, preload);
  hideWhereNotEligible(store);
  reportReadLanguage(context.locale);
  refreshOnReturn(store);
  if (isFullPageCart() && isReturning() && wasRedirected()) {
    const { redirectToConfirmation: leadToConfirmation } = await import("@/features/checkout/confirmation-redirect");
    await leadToConfirmation();
  }
  mountOpeners((place) => mountIslands(place, store, context));
  const mounted = mountIslands(document, store, context);
  if (preload) void load(store);
  await Promise.all([mounted, followed, mountIndicators(store, context)]);
  return store;
}
