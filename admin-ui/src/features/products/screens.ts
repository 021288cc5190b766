import SellOutlined from "@mui/icons-material/SellOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 20,
    label: "Products",
    path: "products",
    icon: SellOutlined,
    resource: "products",
    keywords: "catalog store",
  },
];

export const creations: readonly Creation[] = [
  { title: "Add product", path: "products?new=product", resource: "products", keywords: "new sell" },
];
