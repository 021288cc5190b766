import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 20,
    label: "Navigation",
    path: "navigation",
    icon: AccountTreeOutlined,
    resource: "navigation",
    keywords: "menu links folders",
  },
];
