import CreditCardOutlined from "@mui/icons-material/CreditCardOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 110,
    label: "Payments",
    path: "payments",
    icon: CreditCardOutlined,
    resource: "plugins",
    keywords: "payment methods providers cards bank transfer",
  },
];
