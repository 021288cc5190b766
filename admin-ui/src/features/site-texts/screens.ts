import { t } from "@lingui/core/macro";
import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Default texts`;
    },
    path: "settings/texts",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`language translations wording theme content labels`;
    },
  },
];
