import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 40,
    label: "Restock notices",
    path: "restock",
    icon: NotificationsNoneOutlined,
    resource: "products",
    keywords: "back in stock",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Restock settings",
    path: "restock/settings",
    below: "Restock notices",
    resource: "discounts-tax-shipping",
    keywords: "back in stock",
  },
];
