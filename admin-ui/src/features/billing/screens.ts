import { t } from "@lingui/core/macro";
import WorkspacePremiumOutlined from "@mui/icons-material/WorkspacePremiumOutlined";
import type { Screen } from "@/shared/screens/screen";
import { planPath, upgradeOf } from "@/shared/session/upgrade";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 50,
    get label() {
      return t`Plan`;
    },
    path: planPath,
    pathOn: (website) => upgradeOf(website).path,
    icon: WorkspacePremiumOutlined,
    resource: "billing",
    get keywords() {
      return t`billing subscription upgrade invoice`;
    },
  },
];
