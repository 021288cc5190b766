import { t } from "@lingui/core/macro";
import RequestQuoteOutlined from "@mui/icons-material/RequestQuoteOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 70,
    get label() {
      return t`Price lists`;
    },
    path: "price-lists",
    icon: RequestQuoteOutlined,
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`currencies wholesale`;
    },
  },
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`New price list`;
    },
    path: "price-lists/new",
    resource: "discounts-tax-shipping",
  },
];
