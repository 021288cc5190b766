import { t } from "@lingui/core/macro";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 20,
    get label() {
      return t`Contributors`;
    },
    path: "contributors",
    icon: BadgeOutlined,
    resource: "contributors",
    get keywords() {
      return t`team staff permissions roles invite`;
    },
  },
  {
    group: "Site",
    order: 30,
    get label() {
      return t`Activity log`;
    },
    path: "audit-log",
    icon: HistoryOutlined,
    resource: "audit-log",
    get keywords() {
      return t`activity history`;
    },
  },
];
