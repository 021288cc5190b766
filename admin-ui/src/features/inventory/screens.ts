import { t } from "@lingui/core/macro";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 30,
    get label() {
      return t`Inventory`;
    },
    path: "inventory",
    icon: Inventory2Outlined,
    resource: "products",
    get keywords() {
      return t`stock sku`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Import stock`;
    },
    path: "inventory/import",
    get below() {
      return t`Inventory`;
    },
    resource: "products",
    action: "write",
    get keywords() {
      return t`csv upload`;
    },
  },
];
