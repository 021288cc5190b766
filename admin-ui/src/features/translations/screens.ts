import { t } from "@lingui/core/macro";
import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Translations`;
    },
    path: "settings/translations",
    get below() {
      return t`Settings`;
    },
    resource: "content",
    get keywords() {
      return t`languages multilingual xliff translate`;
    },
  },
  {
    get label() {
      return t`Import translations`;
    },
    path: "settings/translations/import",
    get below() {
      return t`Settings`;
    },
    resource: "content",
    action: "write",
    get keywords() {
      return t`xliff csv upload`;
    },
  },
];
