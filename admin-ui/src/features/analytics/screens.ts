import { t } from "@lingui/core/macro";
import Insights from "@mui/icons-material/Insights";
import ShowChart from "@mui/icons-material/ShowChart";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: null,
    order: 20,
    get label() {
      return t`Analytics`;
    },
    path: "analytics",
    icon: Insights,
    resource: "analytics",
    get keywords() {
      return t`visitors traffic sources speed statistics`;
    },
  },
  {
    group: "Selling",
    order: 15,
    get label() {
      return t`Sales reports`;
    },
    path: "sales",
    icon: ShowChart,
    resource: "sales-reports",
    get keywords() {
      return t`revenue cohorts abandoned carts`;
    },
  },
];
