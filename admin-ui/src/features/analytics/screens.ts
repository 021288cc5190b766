import { t } from "@lingui/core/macro";
import BarChart from "@mui/icons-material/BarChart";
import TrendingUp from "@mui/icons-material/TrendingUp";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: null,
    order: 20,
    get label() {
      return t`Analytics`;
    },
    path: "analytics",
    icon: BarChart,
    resource: "analytics",
  },
  {
    group: "Selling",
    order: 15,
    get label() {
      return t`Sales reports`;
    },
    path: "sales",
    icon: TrendingUp,
    resource: "sales-reports",
  },
];
