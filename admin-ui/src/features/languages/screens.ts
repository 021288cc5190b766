import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Languages",
    path: "settings/languages",
    below: "Settings",
    resource: "content",
    keywords: "multilingual translation locale hreflang",
  },
];
