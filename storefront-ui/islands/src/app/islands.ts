import type { Mount } from "@/shared/react/island";

/** Island modules by the name in the markup; each is loaded only on pages that use it. */
export const islands: Readonly<Record<string, () => Promise<Mount>>> = {
  "product-form": async () => (await import("@/features/product/product-form")).mountProductForm,
  "cart-pill": async () => (await import("@/features/cart/pill")).mountPill,
  cart: async () => (await import("@/features/cart/cart-page")).mountCartPage,
  checkout: async () => (await import("@/features/checkout/mount-checkout")).mountCheckout,
  donate: async () => (await import("@/features/donate/donate")).mountDonate,
  "product-list": async () => (await import("@/features/product/product-list")).mountProductList,
  purchase: async () => (await import("@/features/purchase/purchase")).mountPurchase,
  restock: async () => (await import("@/features/restock/restock")).mountRestock,
  account: async () => (await import("@/features/account/mount-account")).mountAccount,
  lessons: async () => (await import("@/features/lessons/lessons")).mountLessons,
  gallery: async () => (await import("@/features/gallery/gallery")).mountGallery,
  form: async () => (await import("@/features/form/contact-form")).mountForm,
  "cookie-banner": async () => (await import("@/features/cookies/cookie-banner")).mountCookieBanner,
  comments: async () => (await import("@/features/comments/comments")).mountComments,
  likes: async () => (await import("@/features/comments/likes")).mountLikes,
  share: async () => (await import("@/features/share/share")).mountShare,
  popup: async () => (await import("@/features/popup/popup")).mountPopup,
  announcement: async () => (await import("@/features/announcement/announcement")).mountAnnouncement,
};
