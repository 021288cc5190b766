import { t } from "@lingui/core/macro";
import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 40,
    get label() {
      return t`Restock notices`;
    },
    path: "restock",
    icon: NotificationsNoneOutlined,
    resource: "products",
    get keywords() {
      return t`back in stock`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Restock settings`;
    },
    path: "restock/settings",
    get below() {
      return t`Restock notices`;
    },
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`back in stock`;
    },
  },
];
