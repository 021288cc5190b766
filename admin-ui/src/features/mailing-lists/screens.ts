import { t } from "@lingui/core/macro";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 40,
    get label() {
      return t`Mailing lists`;
    },
    path: "mailing-lists",
    icon: MarkEmailReadOutlined,
    resource: "campaigns",
    get keywords() {
      return t`newsletter subscribers campaigns`;
    },
  },
];
