import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 10,
    label: "Orders",
    path: "orders",
    icon: ReceiptLongOutlined,
    resource: "orders",
    keywords: "sales",
  },
];
