import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 40,
    label: "Mailing lists",
    path: "mailing-lists",
    icon: MarkEmailReadOutlined,
    resource: "campaigns",
    keywords: "newsletter subscribers campaigns",
  },
];
