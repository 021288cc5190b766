import InboxOutlined from "@mui/icons-material/InboxOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 30,
    label: "Form submissions",
    path: "forms",
    icon: InboxOutlined,
    resource: "submissions",
    keywords: "forms answers contact inbox",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "Webhooks",
    path: "forms/webhooks",
    below: "Form submissions",
    resource: "submissions",
    keywords: "integrations zapier",
  },
];
