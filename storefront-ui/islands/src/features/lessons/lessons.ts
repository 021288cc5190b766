import { settled } from "@/shared/api/send";
import type { Lesson } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { signInAddress } from "@/shared/page/sign-in";
import { addEntry, loadCart } from "@/shared/store/cart-thunks";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";

const checkoutAddress = "/checkout";

function player(lesson: Lesson): HTMLElement {
  if (lesson.kind === "file") return element("a", "stoa-more", "Download", { href: lesson.url, download: "" });
  const kind = lesson.kind === "audio" ? "audio" : "video";
  return element(kind, `stoa-lessons__${kind}`, undefined, {
    src: lesson.url,
    controls: "",
    playsinline: "",
    preload: "metadata",
    "aria-label": lesson.title,
  });
}

function line(lesson: Lesson, number: number): HTMLElement {
  const item = element("li", "stoa-lessons__open", undefined, { value: String(number), "data-lesson-id": lesson.id });
  item.append(element("span", "stoa-lessons__title", lesson.title), player(lesson));
  return item;
}

/** Replaces the paywall with video players if the signed-in account has bought the lessons. */
async function open(place: HTMLElement, itemId: string): Promise<void> {
  const result = await settled((api) => api.GET("/api/commerce/lessons/{itemId}", { params: { path: { itemId } } }));
  if (!result.ok) return;
  const only = Number(place.dataset.lesson ?? "0");
  const lines = result.data.lessons
    .map((lesson, index) => ({ lesson, number: index + 1 }))
    .filter(({ number }) => only === 0 || number === only)
    .map(({ lesson, number }) => line(lesson, number));
  if (lines.length === 0) return;
  const list = element("ol", "stoa-lessons__list");
  list.append(...lines);
  place.replaceChildren(list);
}

/** Adds the lessons to the cart, once, and goes to the checkout; if that fails, to their own page. */
async function buy(itemId: string, page: string, store: PageStore): Promise<void> {
  const known = await store.dispatch(loadCart());
  const isThere = known.ok && known.data.entries.some((entry) => entry.itemId === itemId);
  const body = { itemId, sku: null, quantity: 1, additionalFields: null };
  const isReady = isThere || (await store.dispatch(addEntry(body))).ok;
  navigation.go(isReady ? checkoutAddress : page);
}

/** Lessons behind a paywall: buyers can play them, others can buy them. Access is bound to an account. */
export function mountLessons(place: HTMLElement, store: PageStore): void {
  const itemId = place.dataset.itemId ?? "";
  const isSignedIn = store.getState().siteUser?.authenticated === true;
  const signIn = place.querySelector<HTMLElement>("[data-lessons-sign-in]");
  signIn?.querySelector("a")?.setAttribute("href", signInAddress());
  const button = place.querySelector<HTMLAnchorElement>("a[data-lessons-buy]");
  button?.addEventListener("click", (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    if (!isSignedIn) return navigation.go(signInAddress());
    button.setAttribute("aria-busy", "true");
    void buy(itemId, button.href, store).finally(() => button.removeAttribute("aria-busy"));
  });
  if (!isSignedIn) return;
  signIn?.remove();
  void open(place, itemId);
}
