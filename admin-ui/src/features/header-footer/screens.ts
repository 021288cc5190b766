import { t } from "@lingui/core/macro";
import WebAssetOutlined from "@mui/icons-material/WebAssetOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 30,
    get label() {
      return t`Header and footer`;
    },
    path: "header-footer",
    icon: WebAssetOutlined,
    resource: "design",
    get keywords() {
      return t`announcement bar logo`;
    },
  },
];
