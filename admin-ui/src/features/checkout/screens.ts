import ShoppingCartCheckoutOutlined from "@mui/icons-material/ShoppingCartCheckoutOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 90,
    label: "Checkout",
    path: "checkout",
    icon: ShoppingCartCheckoutOutlined,
    resource: "discounts-tax-shipping",
    keywords: "terms fields",
  },
];
