import { t } from "@lingui/core/macro";
import PaletteOutlined from "@mui/icons-material/PaletteOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 60,
    get label() {
      return t`Design`;
    },
    path: "design",
    icon: PaletteOutlined,
    resource: "design",
    get keywords() {
      return t`theme colors fonts css style`;
    },
  },
];
