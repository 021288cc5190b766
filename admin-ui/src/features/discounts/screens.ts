import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 60,
    label: "Discounts",
    path: "discounts",
    icon: LocalOfferOutlined,
    resource: "discounts-tax-shipping",
    keywords: "coupons promo codes sale",
  },
];

export const creations: readonly Creation[] = [
  { title: "New discount", path: "discounts/new", resource: "discounts-tax-shipping", keywords: "coupon promo code" },
];
