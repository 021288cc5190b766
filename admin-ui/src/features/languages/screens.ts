import { t } from "@lingui/core/macro";
import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Languages`;
    },
    path: "settings/languages",
    get below() {
      return t`Settings`;
    },
    resource: "content",
    get keywords() {
      return t`multilingual translation locale hreflang`;
    },
  },
];
