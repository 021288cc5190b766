import type { FeatureScreens } from "@/shared/screens/screen";
import { collectScreens } from "@/shared/screens/site-screens";

/** The screens of all features; a feature has them in its `screens.ts`. */
export const screens = collectScreens(
  Object.values(import.meta.glob<FeatureScreens>("../features/*/screens.ts", { eager: true })),
);
