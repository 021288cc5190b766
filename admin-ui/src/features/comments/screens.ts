import ForumOutlined from "@mui/icons-material/ForumOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 20,
    label: "Comments",
    path: "comments",
    icon: ForumOutlined,
    resource: "comments",
    keywords: "discussion moderation",
  },
];
