import { t } from "@lingui/core/macro";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 20,
    get label() {
      return t`Comments`;
    },
    path: "comments",
    icon: ForumOutlined,
    resource: "comments",
    get keywords() {
      return t`discussion moderation`;
    },
  },
];
