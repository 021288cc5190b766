import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Site",
    order: 10,
    label: "Plugins",
    path: "plugins",
    icon: ExtensionOutlined,
    resource: "plugins",
    keywords: "extensions apps integrations",
  },
];
