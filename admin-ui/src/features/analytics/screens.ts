import { t } from "@lingui/core/macro";
import BarChart from "@mui/icons-material/BarChart";
import TrendingUp from "@mui/icons-material/TrendingUp";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

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
    get keywords() {
      return t`visitors traffic statistics`;
    },
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
    get keywords() {
      return t`revenue cohorts abandoned carts`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Real time`;
    },
    path: "analytics/live",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
  {
    get label() {
      return t`Sources`;
    },
    path: "analytics/sources",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
  {
    get label() {
      return t`Searches`;
    },
    path: "analytics/searches",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
  {
    get label() {
      return t`Other events`;
    },
    path: "analytics/events",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
  {
    get label() {
      return t`Speed`;
    },
    path: "analytics/speed",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
  {
    get label() {
      return t`Script errors`;
    },
    path: "analytics/errors",
    get below() {
      return t`Analytics`;
    },
    resource: "analytics",
  },
];
