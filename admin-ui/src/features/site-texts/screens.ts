import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Default texts",
    path: "settings/texts",
    below: "Settings",
    resource: "site-settings",
    keywords: "language translations wording theme content labels",
  },
];
