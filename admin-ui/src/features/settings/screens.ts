import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 40,
    label: "Settings",
    path: "settings",
    icon: SettingsOutlined,
    resource: "site-settings",
    keywords: "title language time zone favicon password seo",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Cookies and consent",
    path: "settings/cookies",
    below: "Settings",
    resource: "site-settings",
    keywords: "privacy gdpr banner analytics",
  },
  {
    label: "Comments, likes and sharing",
    path: "settings/comments",
    below: "Settings",
    resource: "site-settings",
    keywords: "social",
  },
  {
    label: "Duplicate this site",
    path: "settings/duplicate",
    below: "Settings",
    resource: "site-settings",
    keywords: "copy clone",
  },
];
