import WorkspacePremiumOutlined from "@mui/icons-material/WorkspacePremiumOutlined";
import type { Screen } from "@/shared/screens/screen";
import { planPath, upgradeOf } from "@/shared/session/upgrade";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 50,
    label: "Plan",
    path: planPath,
    pathOn: (website) => upgradeOf(website).path,
    icon: WorkspacePremiumOutlined,
    resource: "billing",
    keywords: "billing subscription upgrade invoice",
  },
];
