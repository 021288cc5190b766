import { t } from "@lingui/core/macro";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 40,
    get label() {
      return t`Settings`;
    },
    path: "settings",
    icon: SettingsOutlined,
    resource: "site-settings",
    get keywords() {
      return t`title language time zone favicon password seo`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Cookies and consent`;
    },
    path: "settings/cookies",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`privacy gdpr banner analytics`;
    },
  },
  {
    get label() {
      return t`Analytics settings`;
    },
    path: "settings/analytics",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
  },
  {
    get label() {
      return t`Comments, likes and sharing`;
    },
    path: "settings/comments",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`social`;
    },
  },
  {
    get label() {
      return t`Duplicate this site`;
    },
    path: "settings/duplicate",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`copy clone`;
    },
  },
];
