import { t } from "@lingui/core/macro";
import StarBorderOutlined from "@mui/icons-material/StarBorderOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 50,
    get label() {
      return t`Reviews`;
    },
    path: "reviews",
    icon: StarBorderOutlined,
    resource: "products",
    get keywords() {
      return t`ratings stars`;
    },
  },
];
