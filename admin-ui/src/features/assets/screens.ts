import ImageOutlined from "@mui/icons-material/ImageOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 50,
    label: "Assets",
    path: "assets",
    icon: ImageOutlined,
    resource: "content",
    keywords: "files images media library upload",
  },
];
