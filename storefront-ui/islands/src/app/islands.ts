import { mountPill } from "@/features/cart/pill";
import type { Mount } from "@/shared/react/island";

/** Resolves when the browser has nothing else to do, and after two seconds at the latest. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 500);
  });
}

/** Island modules by the name in the markup; each is loaded only on pages that use it. */
export const islands: Readonly<Record<string, () => Promise<Mount>>> = {
  "product-form": () => import("@/features/product/product-form").then((island) => island.mountProductForm),
  // The cart button is on every page.
  "cart-pill": () => Promise.resolve(mountPill),
  cart: () => import("@/features/cart/cart-page").then((island) => island.mountCartPage),
  checkout: () => import("@/features/checkout/mount-checkout").then((island) => island.mountCheckout),
  donate: () => import("@/features/donate/donate").then((island) => island.mountDonate),
  "product-list": () => import("@/features/product/product-list").then((island) => island.mountProductList),
  purchase: () => import("@/features/purchase/purchase").then((island) => island.mountPurchase),
  restock: () => import("@/features/restock/restock").then((island) => island.mountRestock),
  account: () => import("@/features/account/mount-account").then((island) => island.mountAccount),
  lessons: () => import("@/features/lessons/lessons").then((island) => island.mountLessons),
  gallery: () => import("@/features/gallery/gallery").then((island) => island.mountGallery),
  form: () => import("@/features/form/contact-form").then((island) => island.mountForm),
  "cookie-banner": () => import("@/features/cookies/cookie-banner").then((island) => island.mountCookieBanner),
  comments: () => import("@/features/comments/comments").then((island) => island.mountComments),
  likes: () => import("@/features/comments/likes").then((island) => island.mountLikes),
  wishlist: () =>
    idle()
      .then(() => import("@/features/wishlist/wishlist"))
      .then((island) => island.mountWishlist),
  share: () => import("@/features/share/share").then((island) => island.mountShare),
  popup: () => import("@/features/popup/popup").then((island) => island.mountPopup),
  "language-switch": () =>
    idle()
      .then(() => import("@/features/languages/language-switch"))
      .then((island) => island.mountLanguageSwitch),
  announcement: () => import("@/features/announcement/announcement").then((island) => island.mountAnnouncement),
};
