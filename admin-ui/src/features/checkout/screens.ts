import { t } from "@lingui/core/macro";
import ShoppingCartCheckoutOutlined from "@mui/icons-material/ShoppingCartCheckoutOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 90,
    get label() {
      return t`Checkout`;
    },
    path: "checkout",
    icon: ShoppingCartCheckoutOutlined,
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`terms fields`;
    },
  },
];
