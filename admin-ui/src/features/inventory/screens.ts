import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 30,
    label: "Inventory",
    path: "inventory",
    icon: Inventory2Outlined,
    resource: "products",
    keywords: "stock sku",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Import stock",
    path: "inventory/import",
    below: "Inventory",
    resource: "products",
    action: "write",
    keywords: "csv upload",
  },
];
