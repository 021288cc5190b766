import { t } from "@lingui/core/macro";
import InboxOutlined from "@mui/icons-material/InboxOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 30,
    get label() {
      return t`Form submissions`;
    },
    path: "forms",
    icon: InboxOutlined,
    resource: "submissions",
    get keywords() {
      return t`forms answers contact inbox`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Webhooks`;
    },
    path: "forms/webhooks",
    get below() {
      return t`Form submissions`;
    },
    resource: "submissions",
    get keywords() {
      return t`integrations zapier`;
    },
  },
];
