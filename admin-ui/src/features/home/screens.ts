import { t } from "@lingui/core/macro";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: null,
    order: 10,
    get label() {
      return t`Home`;
    },
    path: "",
    icon: HomeOutlined,
  },
];
