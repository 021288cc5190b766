import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 20,
    label: "Contributors",
    path: "contributors",
    icon: BadgeOutlined,
    resource: "contributors",
    keywords: "team staff permissions roles invite",
  },
  {
    group: "Site",
    order: 30,
    label: "Activity log",
    path: "audit-log",
    icon: HistoryOutlined,
    resource: "audit-log",
    keywords: "activity history",
  },
];
