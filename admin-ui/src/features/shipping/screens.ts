import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 80,
    label: "Shipping",
    path: "shipping",
    icon: LocalShippingOutlined,
    resource: "discounts-tax-shipping",
    keywords: "delivery zones rates pickup",
  },
];

export const creations: readonly Creation[] = [
  { title: "New shipping zone", path: "shipping/new", resource: "discounts-tax-shipping", keywords: "delivery" },
];
