import { t } from "@lingui/core/macro";
import SellOutlined from "@mui/icons-material/SellOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 20,
    get label() {
      return t`Products`;
    },
    path: "products",
    icon: SellOutlined,
    resource: "products",
    get keywords() {
      return t`catalog store`;
    },
  },
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`Add product`;
    },
    path: "products?new=product",
    resource: "products",
    get keywords() {
      return t`new sell`;
    },
  },
];
