import { t } from "@lingui/core/macro";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 80,
    get label() {
      return t`Shipping`;
    },
    path: "shipping",
    icon: LocalShippingOutlined,
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`delivery zones rates pickup`;
    },
  },
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`New shipping zone`;
    },
    path: "shipping/new",
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`delivery`;
    },
  },
];
