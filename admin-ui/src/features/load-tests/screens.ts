import { t } from "@lingui/core/macro";
import type { FurtherScreen } from "@/shared/screens/screen";

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Load tests`;
    },
    path: "settings/load-tests",
    get below() {
      return t`Settings`;
    },
    resource: "developer-keys",
    get keywords() {
      return t`k6 stress performance key`;
    },
  },
];
