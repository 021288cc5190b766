import { t } from "@lingui/core/macro";
import CreditCardOutlined from "@mui/icons-material/CreditCardOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 110,
    get label() {
      return t`Payments`;
    },
    path: "payments",
    icon: CreditCardOutlined,
    resource: "plugins",
    get keywords() {
      return t`payment methods providers cards bank transfer`;
    },
  },
];
