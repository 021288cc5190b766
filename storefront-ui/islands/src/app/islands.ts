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

/** Modules of the islands by the name in the markup, which export how to mount it; loaded on pages that use it. */
export const islands: Readonly<Record<string, () => Promise<{ default: Mount }>>> = {
  "product-form": () => import("@/features/product/product-form"),
  // The cart button is on every page.
  "cart-pill": () => Promise.resolve({ default: mountPill }),
  cart: () => import("@/features/cart/cart-page"),
  checkout: () => import("@/features/checkout/mount-checkout"),
  donate: () => import("@/features/donate/donate"),
  "product-list": () => import("@/features/product/product-list"),
  purchase: () => import("@/features/purchase/purchase"),
  restock: () => import("@/features/restock/restock"),
  account: () => import("@/features/account/mount-account"),
  lessons: () => import("@/features/lessons/lessons"),
  gallery: () => import("@/features/gallery/gallery"),
  form: () => import("@/features/form/contact-form"),
  "cookie-banner": () => import("@/features/cookies/cookie-banner"),
  comments: () => import("@/features/comments/comments"),
  likes: () => import("@/features/comments/likes"),
  wishlist: () => idle().then(() => import("@/features/wishlist/wishlist")),
  share: () => import("@/features/share/share"),
  popup: () => import("@/features/popup/popup"),
  "language-switch": () => idle().then(() => import("@/features/languages/language-switch")),
  announcement: () => import("@/features/announcement/announcement"),
};
