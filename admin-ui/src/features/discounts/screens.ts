import { t } from "@lingui/core/macro";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 60,
    get label() {
      return t`Discounts`;
    },
    path: "discounts",
    icon: LocalOfferOutlined,
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`coupons promo codes sale`;
    },
  },
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`New discount`;
    },
    path: "discounts/new",
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`coupon promo code`;
    },
  },
];
