import { t } from "@lingui/core/macro";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 50,
    get label() {
      return t`Assets`;
    },
    path: "assets",
    icon: ImageOutlined,
    resource: "content",
    get keywords() {
      return t`files images media library upload`;
    },
  },
];
