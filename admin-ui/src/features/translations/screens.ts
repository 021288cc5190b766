import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Translations",
    path: "settings/translations",
    below: "Settings",
    resource: "content",
    keywords: "languages multilingual xliff translate",
  },
  {
    label: "Import translations",
    path: "settings/translations/import",
    below: "Settings",
    resource: "content",
    action: "write",
    keywords: "xliff csv upload",
  },
];
