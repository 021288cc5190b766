import { t } from "@lingui/core/macro";
import ScienceOutlined from "@mui/icons-material/ScienceOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 80,
    get label() {
      return t`Experiments`;
    },
    path: "experiments",
    icon: ScienceOutlined,
    resource: "content",
    get keywords() {
      return t`a/b test variants`;
    },
  },
];
