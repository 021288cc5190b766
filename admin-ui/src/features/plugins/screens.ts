import { t } from "@lingui/core/macro";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 10,
    get label() {
      return t`Plugins`;
    },
    path: "plugins",
    icon: ExtensionOutlined,
    resource: "plugins",
    get keywords() {
      return t`extensions apps integrations`;
    },
  },
];
