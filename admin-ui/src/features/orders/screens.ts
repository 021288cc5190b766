import { t } from "@lingui/core/macro";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 10,
    get label() {
      return t`Orders`;
    },
    path: "orders",
    icon: ReceiptLongOutlined,
    resource: "orders",
    get keywords() {
      return t`sales`;
    },
  },
];
