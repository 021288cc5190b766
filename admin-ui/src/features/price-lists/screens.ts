import RequestQuoteOutlined from "@mui/icons-material/RequestQuoteOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 70,
    label: "Price lists",
    path: "price-lists",
    icon: RequestQuoteOutlined,
    resource: "discounts-tax-shipping",
    keywords: "currencies wholesale",
  },
];

export const creations: readonly Creation[] = [
  { title: "New price list", path: "price-lists/new", resource: "discounts-tax-shipping" },
];
