import { isFullPageCart, readPageContext, type PageContext } from "@/shared/page/context";
import { languagePrefix } from "@/shared/page/language";
import { readSiteUserHint } from "@/shared/page/site-user";
import { isReturning, wasRedirected } from "@/shared/page/visit";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import { shouldPreloadCart } from "@/shared/store/preload";
import { createPageStore, siteUserActions, type PageStore } from "@/shared/store/page-store";
import { prepareAnnouncements } from "@/shared/ui/announce";
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
  await import("@/shared/store/cart-thunks").then(({ loadCart }) => store.dispatch(loadCart()));
}

/** What follows the cart everywhere on the page; it is loaded with the cart. */
function followCart(store: PageStore, isPreloaded: boolean): void {
  prepareAnnouncements();
  const unsubscribe = store.subscribe(() => {
    if (store.getState().cart.status === "unknown") return;
    unsubscribe();
    void import("./cart-followers").then((followers) => followers.followCart(store, isPreloaded));
  });
}

/** Another tab may have changed the cart while this one was hidden. */
function refreshOnReturn(store: PageStore): void {
  window.addEventListener("focus", () => {
    const { cart, siteUser } = store.getState();
    const isKnown = cart.cart !== null;
    if (isKnown || shouldPreloadCart(siteUser?.authenticated === true)) void load(store);
  });
}

/** Keeps what scripts link to in the language of the page. Pages in the primary language do without the code. */
const stayInLanguage = async () =>
  languagePrefix() && (await import("@/shared/page/language-links")).followLanguageOfPage();

/** Reports the language in which the site is read; the code is loaded once there is a choice of languages. */
function followLanguage({ locale }: PageContext): void {
  const follow = (): void => {
    changes.disconnect();
    void import("@/shared/page/read-language").then(({ reportReadLanguage }) => reportReadLanguage(locale));
  };
  const changes = new MutationObserver(follow);
  if (document.querySelector("[data-translation-widget]") !== null) follow();
  else changes.observe(document.documentElement, { attributeFilter: ["lang"] });
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
  const [{ default: mount }] = await Promise.all([load(), stayInLanguage()]);
  held?.letGo();
  mount(place, store, context, (within) => mountIslands(within, store, context));
  held?.repeat();
}

/** Shows the signed-in visitor's own prices. */
async function showPrices(within: ParentNode, store: PageStore, context: PageContext): Promise<void> {
  if (!mayHaveOwnPrices(store, context) || within.querySelector("[data-stoa-price-of]") === null) return;
  await import("@/features/product/own-prices").then((own) => own.showOwnPrices(within, store, context));
}

async function colourFrames(within: ParentNode): Promise<void> {
  const frames = within.querySelectorAll<HTMLIFrameElement>("iframe.stoa-outside__frame[srcdoc]");
  if (frames.length > 0)
    await import("@/shared/ui/frame-colours").then(({ colourFrame }) => frames.forEach(colourFrame));
}

async function mountIndicators(store: PageStore, context: PageContext): Promise<void> {
  const indicators = document.querySelectorAll<HTMLElement>("[data-stoa-cart-indicator]");
  if (indicators.length === 0) return;
  await import("@/features/cart/indicator").then(({ mountIndicator }) => {
    for (const indicator of indicators) mountIndicator(indicator, store, context);
  });
}

/** Cookies and recording; most sites have none of them. */
async function followVisit(context: PageContext): Promise<void> {
  const isFollowed = context.cookies.setByScripts || "stoaSessionRecorder" in window;
  if (isFollowed) await import("./visit-tracking").then((tracking) => tracking.trackVisit(context));
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
  followCart(store, preload);
  followLanguage(context);
  refreshOnReturn(store);
  if (isFullPageCart() && isReturning() && wasRedirected()) {
    await import("@/features/checkout/confirmation-redirect").then((checkout) => checkout.redirectToConfirmation());
  }
  mountOpeners((place) => mountIslands(place, store, context));
  const mounted = mountIslands(document, store, context);
  if (preload) void load(store);
  await Promise.all([mounted, followed, mountIndicators(store, context)]);
  return store;
}
