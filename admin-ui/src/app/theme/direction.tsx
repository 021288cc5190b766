import createCache, { type EmotionCache } from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { lazy, Suspense, type ReactNode } from "react";

const Mirrored = lazy(async () => {
  const [{ prefixer }, { default: mirrored }] = await Promise.all([import("stylis"), import("stylis-plugin-rtl")]);
  const cache: EmotionCache = createCache({ key: "rtl", stylisPlugins: [prefixer, mirrored] });
  return {
    default: ({ children }: { children: ReactNode }) => <CacheProvider value={cache}>{children}</CacheProvider>,
  };
});

/** Mirrors the styles for texts that run from right to left. What does it is loaded for those only. */
export function StyleDirection({ direction, children }: { direction: "ltr" | "rtl"; children: ReactNode }) {
  if (direction === "ltr") return children;
  return (
    <Suspense fallback={null}>
      <Mirrored>{children}</Mirrored>
    </Suspense>
  );
}
